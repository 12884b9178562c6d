import { formatDollars } from '@freehub/contract/money'
import { PartName } from '../../../ui/part-name.tsx'
import type { CartChanges } from './compare-carts.ts'

interface ChangesMessageProps {
  changes: CartChanges
  /** The total before the change. */
  previousTotalCents: number
  totalCents: number
}

/** States how the summary has changed since the customer saw it. */
export function ChangesMessage({ changes, previousTotalCents, totalCents }: ChangesMessageProps) {
  const { prices, hasChangedLines } = changes
  const hasChanged = hasChangedLines || prices.length > 0
  return (
    <div role="status">
      {hasChanged && (
        <section className="problem-message" aria-labelledby="cart-changes">
          <h2 id="cart-changes">
            {hasChangedLines ? 'Your cart has changed' : 'Some prices have changed'}
          </h2>
          {hasChangedLines && <p>The summary shows your cart as it is now.</p>}
          {prices.length > 0 && (
            <ul>
              {prices.map(({ productId, name, beforeCents, nowCents }) => (
                <li key={productId}>
                  <b>
                    <PartName name={`${name}:`} />
                  </b>{' '}
                  {formatCents(nowCents)} instead of {formatCents(beforeCents)}
                </li>
              ))}
            </ul>
          )}
          {previousTotalCents !== totalCents && (
            <p>
              New total: <b>{formatCents(totalCents)}</b> instead of{' '}
              {formatCents(previousTotalCents)}.
            </p>
          )}
          <p>Check the summary, then press Place Order.</p>
        </section>
      )}
    </div>
  )
}

const formatCents = (cents: number) => formatDollars(cents / 100)
