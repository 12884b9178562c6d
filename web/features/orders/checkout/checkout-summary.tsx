import { type CartLine, cartQuantity, findBlockingProblem } from '@freehub/contract/cart/cart'
import { formatCents, formatCount } from '@freehub/contract/money'
import { useState } from 'react'
import { PartName } from '../../../ui/part-name.tsx'
import { formatCartSize } from '../../cart/format-cart-size.ts'
import type { CartChanges } from './compare-carts.ts'
import { PriceChange } from './price-change.tsx'

/** From this width on, the summary is beside the form. */
const BESIDE_QUERY = '(min-width: 900px)'

interface CheckoutSummaryProps {
  lines: CartLine[]
  orderedLines: CartLine[]
  totalCents: number
  changes: CartChanges
}

/** The total and the lines of the new order, and the lines that are not ordered. */
export function CheckoutSummary(props: CheckoutSummaryProps) {
  const { lines, orderedLines, totalCents, changes } = props
  // On a phone, many lines would hide the form.
  const [isInitiallyOpen] = useState(() => matchMedia(BESIDE_QUERY).matches)
  const beforeCents = new Map(changes.prices.map((price) => [price.productId, price.beforeCents]))
  return (
    <section className="checkout-summary" aria-label="Summary">
      <details open={isInitiallyOpen}>
        <summary>
          <h2>{formatCartSize(lines.length, cartQuantity(orderedLines), orderedLines.length)}</h2>
          <b className="num">{formatCents(totalCents)}</b>
        </summary>
        <ul className="checkout-lines" aria-label="Lines of the order">
          {lines.map((line) => {
            const previousCents = beforeCents.get(line.productId) ?? line.seenPriceCents
            const isOrdered = orderedLines.includes(line)
            return <SummaryLine key={line.productId} {...{ line, previousCents, isOrdered }} />
          })}
        </ul>
      </details>
    </section>
  )
}

interface SummaryLineProps {
  line: CartLine
  /** The unit price that the customer has seen. */
  previousCents: number
  isOrdered: boolean
}

function SummaryLine({ line, previousCents, isOrdered }: SummaryLineProps) {
  const { name, sku, quantity, unitPriceCents } = line
  return (
    <li data-refused={!isOrdered || undefined}>
      <b>
        <PartName name={name} />
      </b>
      {isOrdered ? (
        <span className="num">{formatCents(quantity * unitPriceCents)}</span>
      ) : (
        <span className="text-warn font-medium">Not ordered</span>
      )}
      <span className="secondary">
        {sku && `${sku} · `}
        {isOrdered ? (
          <>
            {formatCount(quantity)} ×{' '}
            {previousCents === unitPriceCents ? (
              formatCents(unitPriceCents)
            ) : (
              <PriceChange beforeCents={previousCents} nowCents={unitPriceCents} />
            )}
          </>
        ) : (
          findBlockingProblem(line)?.detail
        )}
      </span>
    </li>
  )
}
