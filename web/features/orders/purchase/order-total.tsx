import { type Part, totalPrice } from '@freehub/contract/catalog/parts'
import { QUANTITY_MAXIMUM } from '@freehub/contract/constants'
import { formatCount, formatDollars, formatTaka } from '@freehub/contract/money'
import { useSettings } from '../../../settings.ts'

/** The total for the typed quantity, in tk and in the dollars that will be charged. */
export function OrderTotal({ part, quantity }: { part: Part; quantity: number }) {
  const { localCurrencyRate: rate } = useSettings()
  const isValid = quantity > 0 && quantity <= QUANTITY_MAXIMUM
  const dollars = isValid ? totalPrice(part, quantity) : 0

  return (
    <output className="total full">
      <span className="total-of">
        <span>Total</span>
        <span>
          {isValid ? formatCount(quantity) : '–'} × {formatTaka(part.price, rate)}
        </span>
      </span>
      <span className="total-sum">
        <b>{isValid ? formatTaka(dollars, rate) : '–'}</b>
        <span>{isValid ? formatDollars(dollars) : '–'}</span>
      </span>
    </output>
  )
}
