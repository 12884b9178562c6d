import { formatCount } from '@freehub/contract/money'
import { WarnIcon } from '../../ui/icons.tsx'

interface StockedLine {
  available: number
  /** The quantity to order. */
  quantity: number
}

/** True if the stock is below the quantity to order. */
export const isShort = ({ available, quantity }: StockedLine) => available < quantity

/** States the stock of a part, if it is below the quantity to order. */
export function LineStock({ line }: { line: StockedLine }) {
  if (!isShort(line)) return null
  return (
    <span className="flex items-center gap-1.5 text-warn font-medium text-label [&>svg]:size-4">
      <WarnIcon />
      {line.available > 0 ? `Only ${formatCount(line.available)} available` : 'Out of stock'}
    </span>
  )
}
