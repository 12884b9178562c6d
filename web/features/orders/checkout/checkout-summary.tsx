import {
  type CartLine,
  cartQuantity,
  isOrderable,
  shownUnitPriceCents,
} from '@freehub/contract/cart/cart'
import { formatCount, formatDollars } from '@freehub/contract/money'
import { useState } from 'react'
import { pluralize } from '../../../api/format-count.ts'
import { Button } from '../../../ui/button.tsx'
import { PartName } from '../../../ui/part-name.tsx'
import type { CartChanges } from './compare-carts.ts'
import { PriceChange } from './price-change.tsx'

/** From this width on, the summary is beside the form. */
const BESIDE_QUERY = '(min-width: 900px)'

interface CheckoutSummaryProps {
  orderedLines: CartLine[]
  leftOutLines: CartLine[]
  totalCents: number
  changes: CartChanges
  onPutBack: () => void
}

/** The total and the lines of the new order, and the lines that are left out. */
export function CheckoutSummary(props: CheckoutSummaryProps) {
  const { orderedLines, leftOutLines, totalCents, changes, onPutBack } = props
  // On a phone, many lines would hide the form.
  const [isInitiallyOpen] = useState(() => matchMedia(BESIDE_QUERY).matches)
  const refusedCount = orderedLines.filter((line) => !isOrderable(line)).length
  return (
    <section className="checkout-summary" aria-label="Summary">
      <details open={isInitiallyOpen}>
        <summary>
          <h2>
            {refusedCount > 0 && `${formatCount(orderedLines.length - refusedCount)} of `}
            {pluralize(orderedLines.length, 'line', 'lines')},{' '}
            {pluralize(cartQuantity(orderedLines), 'piece', 'pieces')}
          </h2>
          <b className="num">{formatDollars(totalCents / 100)}</b>
        </summary>
        <SummaryLines label="Lines of the order" lines={orderedLines} prices={changes.prices} />
      </details>
      {leftOutLines.length > 0 && (
        <div className="checkout-left-out">
          <h2>Left out</h2>
          <p className="second">
            {leftOutLines.length === 1 ? 'This line stays' : 'These lines stay'} in your cart.
          </p>
          <SummaryLines label="Lines that are left out" lines={leftOutLines} prices={[]} />
          <Button small onClick={onPutBack}>
            {leftOutLines.length === 1 ? 'Put It Back' : 'Put Them Back'}
          </Button>
        </div>
      )}
    </section>
  )
}

interface SummaryLinesProps {
  label: string
  lines: CartLine[]
  prices: CartChanges['prices']
}

function SummaryLines({ label, lines, prices }: SummaryLinesProps) {
  const beforeCents = new Map(prices.map((price) => [price.productId, price.beforeCents]))
  return (
    <ul className="checkout-lines" aria-label={label}>
      {lines.map((line) => {
        const previousCents = beforeCents.get(line.productId) ?? line.seenPriceCents
        return <SummaryLine key={line.productId} line={line} previousCents={previousCents} />
      })}
    </ul>
  )
}

interface SummaryLineProps {
  line: CartLine
  /** The unit price that the customer has seen. */
  previousCents: number
}

function SummaryLine({ line, previousCents }: SummaryLineProps) {
  const { name, sku, quantity, unitPriceCents } = line
  const canBeOrdered = isOrderable(line)
  return (
    <li data-refused={!canBeOrdered || undefined}>
      <b>
        <PartName name={name} />
      </b>
      {canBeOrdered ? (
        <span className="num">{formatDollars((quantity * unitPriceCents) / 100)}</span>
      ) : (
        <span className="text-warn font-medium">Not ordered</span>
      )}
      <span className="second">
        {formatCount(quantity)} ×{' '}
        {!canBeOrdered || previousCents === unitPriceCents ? (
          formatDollars(shownUnitPriceCents(line) / 100)
        ) : (
          <PriceChange beforeCents={previousCents} nowCents={unitPriceCents} />
        )}
      </span>
      {sku && <span className="second">{sku}</span>}
    </li>
  )
}
