import type { Part } from '@freehub/contract/catalog/parts'
import { formatCount, formatDollars } from '@freehub/contract/money'

/** What decides an order, large: the price, how many there are, and how many at least. */
export function PartFigures({ part }: { part: Part }) {
  return (
    <dl className="part-figures">
      <div>
        <dt>Price per unit</dt>
        <dd>{formatDollars(part.price)}</dd>
      </div>
      <Pieces of="Available stock" count={part.availableQuantity} />
      <Pieces of="Minimum order quantity" count={part.minimumOrder} />
    </dl>
  )
}

function Pieces({ of, count }: { of: string; count: number }) {
  return (
    <div>
      <dt>{of}</dt>
      <dd>
        {formatCount(count)} <small>{count === 1 ? 'piece' : 'pieces'}</small>
      </dd>
    </div>
  )
}
