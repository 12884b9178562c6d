import { formatCount } from '@freehub/contract/money'
import { WarnIcon } from '../../ui/icons.tsx'

interface StockedLine {
  available: number
  /** The quantity to order. */
  quantity: number
}

/** True if the stock is below the quantity to order. */
const isShort = ({ available, quantity }: StockedLine) => available < quantity

interface StockWarningProps {
  lines: (StockedLine & { name: string })[]
  /** What the lines are for: `10 wheels`. */
  units: string
}

/** Names the lines whose stock is below the quantity to order. */
export function StockWarning({ lines, units }: StockWarningProps) {
  const names = lines.filter(isShort).map(({ name }) => name)
  if (names.length === 0) return null
  return <Warning text={`Not enough in stock for ${units}: ${names.join('; ')}.`} />
}

export function Warning({ text }: { text: string | null }) {
  if (!text) return null
  return (
    <p className="flex gap-2 px-3 py-2 bg-warn-tint text-warn font-medium [&>svg]:mt-0.5">
      <WarnIcon />
      {text}
    </p>
  )
}

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
