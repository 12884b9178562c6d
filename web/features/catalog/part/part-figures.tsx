import type { Part } from '@freehub/contract/catalog/parts'
import { formatCount, formatDollars } from '@freehub/contract/money'

/** Price, available stock and minimum order in large type. */
export function PartFigures({ part }: { part: Part }) {
  return (
    <dl className="part-figures">
      <div>
        <dt>Price per unit</dt>
        <dd>{formatDollars(part.price)}</dd>
      </div>
      <Quantity label="Available stock" count={part.availableQuantity} />
      <Quantity label="Minimum order quantity" count={part.minimumOrder} />
    </dl>
  )
}

function Quantity({ label, count }: { label: string; count: number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {formatCount(count)} <small>{count === 1 ? 'piece' : 'pieces'}</small>
      </dd>
    </div>
  )
}
