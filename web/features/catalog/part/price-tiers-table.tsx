import type { Part, PartDetails } from '@freehub/contract/catalog/parts'
import { contactDetails } from '@freehub/contract/contact-details'
import { formatDollars } from '@freehub/contract/money'
import { pluralize } from '../../../api/format-count.ts'
import { EmailAddress } from '../../../ui/email-address.tsx'
import { TableHead } from '../../../ui/lists/table-head.tsx'

/** Prices of larger quantities. Orders in the shop are charged the price per unit, as the note states. */
export function PriceTiersTable({ part, tiers }: { part: Part; tiers: PartDetails['priceTiers'] }) {
  const rows = listPriceTiers(part, tiers)
  if (rows.length === 0) return null
  const { email } = contactDetails
  return (
    <section className="part-block" aria-labelledby="price-steps">
      <h2 id="price-steps">Volume pricing</h2>
      <table className="part-table price-tiers">
        <TableHead columns={['Quantity', 'Price per unit', 'Saving']} />
        <tbody>
          {rows.map(({ fromQuantity, price, saving }) => (
            <tr key={fromQuantity}>
              <th scope="row">From {pluralize(fromQuantity, 'piece', 'pieces')}</th>
              <td>{formatDollars(price)}</td>
              <td>{saving > 0 ? `${saving}%` : '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="part-small">
        Orders placed here are charged the price per unit. For volume pricing, ask us for a quote:{' '}
        <a href={`mailto:${email}`}>
          <EmailAddress address={email} />
        </a>
      </p>
    </section>
  )
}

export interface PriceTier {
  fromQuantity: number
  price: number
  /** Percentage below the price per unit, rounded. */
  saving: number
}

/** Lists a part's price tiers with their savings; empty if there is one price for all quantities. */
export function listPriceTiers(part: Part, tiers: PartDetails['priceTiers']): PriceTier[] {
  if (tiers.length < 2) return []
  return tiers.map(({ fromQuantity, price }) => ({
    fromQuantity,
    price,
    saving: Math.max(0, Math.round(100 * (1 - price / part.price))),
  }))
}
