import { type CartLine, cartQuantity, isOrderable } from '@freehub/contract/cart/cart'
import { formatCount, formatDollars } from '@freehub/contract/money'
import { pluralize } from '../../../api/format-count.ts'
import { Button } from '../../../ui/button.tsx'
import { PartName } from '../../../ui/part-name.tsx'

interface CheckoutSummaryProps {
  orderedLines: CartLine[]
  leftOutLines: CartLine[]
  onPutBack: () => void
}

/** The lines of the new order, and the lines that are left out. */
export function CheckoutSummary({ orderedLines, leftOutLines, onPutBack }: CheckoutSummaryProps) {
  const refusedCount = orderedLines.filter((line) => !isOrderable(line)).length
  return (
    <section
      className="grid gap-6 p-5 border border-rule-2 bg-plate tabular-nums"
      aria-label="Summary"
    >
      <div>
        <h2 className="text-[24px]/[1.2] normal-nums">
          {refusedCount > 0 && `${formatCount(orderedLines.length - refusedCount)} of `}
          {pluralize(orderedLines.length, 'line', 'lines')},{' '}
          {pluralize(cartQuantity(orderedLines), 'piece', 'pieces')}
        </h2>
        <SummaryLines label="Lines of the order" lines={orderedLines} />
      </div>
      {leftOutLines.length > 0 && (
        <div className="checkout-left-out grid gap-2 justify-items-start">
          <h2 className="text-[24px]/[1.1]">Left out</h2>
          <p className="second">
            {leftOutLines.length === 1 ? 'This line stays' : 'These lines stay'} in your cart.
          </p>
          <SummaryLines label="Lines that are left out" lines={leftOutLines} />
          <Button small onClick={onPutBack}>
            {leftOutLines.length === 1 ? 'Put It Back' : 'Put Them Back'}
          </Button>
        </div>
      )}
    </section>
  )
}

function SummaryLines({ label, lines }: { label: string; lines: CartLine[] }) {
  return (
    <ul className="checkout-lines" aria-label={label}>
      {lines.map((line) => {
        const { productId, name, sku, quantity, unitPriceCents } = line
        const priceChange = line.problems.find(({ code }) => code === 'price_changed')
        return (
          <li key={productId}>
            <b>
              <PartName name={name} />
            </b>
            {isOrderable(line) ? (
              <span className="num">{formatDollars((quantity * unitPriceCents) / 100)}</span>
            ) : (
              <span className="text-warn font-medium">Not ordered</span>
            )}
            <span className="second">
              {formatCount(quantity)} × {formatDollars(unitPriceCents / 100)}
            </span>
            {sku && <span className="second">{sku}</span>}
            {priceChange && (
              <span className="second col-span-full text-left">{priceChange.detail}</span>
            )}
          </li>
        )
      })}
    </ul>
  )
}
