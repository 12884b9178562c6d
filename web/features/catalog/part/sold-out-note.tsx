import type { Part } from '@freehub/contract/catalog/parts'
import { formatCount } from '@freehub/contract/money'

/** Explains why a part cannot be ordered: less is available than the minimum order. */
export function SoldOutNote({ part }: { part: Part }) {
  const left = part.availableQuantity
  return (
    <p className="note" role="status">
      {left === 0
        ? 'Out of stock. This part cannot be ordered now.'
        : `Out of stock. Only ${formatCount(left)} ${left === 1 ? 'piece is' : 'pieces are'} left, and the minimum order is ${formatCount(part.minimumOrder)}.`}
    </p>
  )
}
