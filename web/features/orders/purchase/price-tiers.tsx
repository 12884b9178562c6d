import type { PartDetails } from '@freehub/contract/catalog/parts'
import { type PartTerms, roundUpQuantity } from '@freehub/contract/catalog/prices'
import { formatCount, formatDollars, formatTaka } from '@freehub/contract/money'
import { useSettings } from '../../../page-settings.ts'

interface PriceTiersProps {
  terms: PartTerms
  tiers: PartDetails['priceTiers']
  quantity: number
  maximum: number
  onTake: (quantity: number) => void
}

/** The unit price of each quantity range, with a button that enters the smallest valid quantity of the range. */
export function PriceTiers({ terms, tiers, quantity, maximum, onTake }: PriceTiersProps) {
  const { localCurrencyRate } = useSettings()
  const currentTier = tiers.findLast(({ fromQuantity }) => fromQuantity <= quantity)
  return (
    <table className="price-steps">
      <caption>Volume pricing</caption>
      <tbody>
        {tiers.map((tier) => {
          const start = roundUpQuantity(terms, tier.fromQuantity)
          return (
            <tr key={tier.fromQuantity} aria-current={tier === currentTier || undefined}>
              <th scope="row" className="whitespace-nowrap">
                <button type="button" disabled={start > maximum} onClick={() => onTake(start)}>
                  From {formatCount(tier.fromQuantity)}
                </button>
              </th>
              <td className="text-right">
                {formatTaka(tier.price, localCurrencyRate)}{' '}
                <small>({formatDollars(tier.price)})</small>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
