import { type Part, totalPrice } from '@freehub/contract/catalog/parts'
import { PIECES_MAXIMUM } from '@freehub/contract/constants'
import { formatCount, formatDollars, formatTaka } from '@freehub/contract/money'
import { useSettings } from '../../../settings.ts'

/** The total as the quantity is typed, in tk with the dollars that will be charged. */
export function OrderTotal({ part, quantity }: { part: Part; quantity: number }) {
  const { localCurrencyRate: rate } = useSettings()
  const known = quantity > 0 && quantity <= PIECES_MAXIMUM
  const dollars = known ? totalPrice(part, quantity) : 0

  return (
    <output className="total full">
      <span className="total-of">
        <span>Total</span>
        <span>
          {known ? formatCount(quantity) : '–'} × {formatTaka(part.price, rate)}
        </span>
      </span>
      <span className="total-sum">
        <b>{known ? formatTaka(dollars, rate) : '–'}</b>
        <span>{known ? formatDollars(dollars) : '–'}</span>
      </span>
    </output>
  )
}
