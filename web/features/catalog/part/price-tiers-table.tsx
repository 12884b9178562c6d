import type { Part, PartDetails } from '@freehub/contract/catalog/parts'
import { formatDollars, pluralize } from '@freehub/contract/money'
import { TableHead } from '../../../ui/lists/table-head.tsx'

interface PriceTiersTableProps {
  part: Part
  tiers: PartDetails['priceTiers']
  /** The typed quantity, whose tier is marked. NaN marks none. */
  quantity: number
  /** Returns the action of the button for a quantity. Without an action, the quantity is plain text. */
  getAction: (fromQuantity: number) => (() => void) | undefined
}

/** The table of unit prices by quantity. A quantity that can be ordered is a button. */
export function PriceTiersTable({ part, tiers, quantity, getAction }: PriceTiersTableProps) {
  const rows = listPriceTiers(part, tiers)
  const current = rows.findLast(({ fromQuantity }) => fromQuantity <= quantity)?.fromQuantity
  if (rows.length === 0) return null
  return (
    <section className="part-block mt-10 print:mt-[6mm]" aria-labelledby="price-tiers">
      <h2 id="price-tiers">Volume pricing</h2>
      <table className="part-table price-tiers">
        <TableHead columns={['Quantity', 'Price per unit', 'Saving']} />
        <tbody>
          {rows.map(({ fromQuantity, price, saving }) => (
            <tr key={fromQuantity} aria-current={fromQuantity === current || undefined}>
              <th scope="row">
                <TierQuantity quantity={fromQuantity} action={getAction(fromQuantity)} />
              </th>
              <td>{formatDollars(price)}</td>
              <td>{saving > 0 ? `${saving}%` : '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface TierQuantityProps {
  quantity: number
  action: (() => void) | undefined
}

function TierQuantity({ quantity, action }: TierQuantityProps) {
  const text = `From ${pluralize(quantity, 'piece', 'pieces')}`
  if (!action) return text
  return (
    <button type="button" onClick={action}>
      {text}
    </button>
  )
}

export interface PriceTier {
  fromQuantity: number
  price: number
  /** The rounded percentage by which the price is below the list price. */
  saving: number
}

/** Lists a part's price tiers with their savings. Empty if the price is the same for all quantities. */
export function listPriceTiers(part: Part, tiers: PartDetails['priceTiers']): PriceTier[] {
  if (tiers.length < 2) return []
  return tiers.map(({ fromQuantity, price }) => ({
    fromQuantity,
    price,
    saving: Math.max(0, Math.round(100 * (1 - price / part.price))),
  }))
}
