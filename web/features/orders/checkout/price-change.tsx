import { formatCents } from '@freehub/contract/money'

interface PriceChangeProps {
  beforeCents: number
  nowCents: number
}

/** The old price, struck through, and the new one. */
export function PriceChange({ beforeCents, nowCents }: PriceChangeProps) {
  return (
    <span className="price-change">
      <s>
        <span className="sr-only">Before: </span>
        {formatCents(beforeCents)}
      </s>{' '}
      <span className="sr-only">Now: </span>
      {formatCents(nowCents)}
    </span>
  )
}
