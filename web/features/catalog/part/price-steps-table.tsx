import type { Part, PartDetails } from '@freehub/contract/catalog/parts'
import { contactDetails } from '@freehub/contract/contact-details'
import { formatDollars } from '@freehub/contract/money'
import { counted } from '../../../api/counted.ts'
import { EmailAddress } from '../../../ui/email-address.tsx'
import { priceSteps } from './price-steps.ts'

interface PriceStepsTableProps {
  part: Part
  tiers: PartDetails['priceTiers']
}

/** What a piece costs in larger quantities. The shop itself charges the price per unit, and says so. */
export function PriceStepsTable({ part, tiers }: PriceStepsTableProps) {
  const steps = priceSteps(part, tiers)
  if (steps.length === 0) return null
  const { email } = contactDetails
  return (
    <section className="part-block" aria-labelledby="price-steps">
      <h2 id="price-steps">Price steps</h2>
      <table className="part-table part-steps">
        <thead>
          <tr>
            <th scope="col">Quantity</th>
            <th scope="col">Price per unit</th>
            <th scope="col">Saving</th>
          </tr>
        </thead>
        <tbody>
          {steps.map(({ fromQuantity, price, saving }) => (
            <tr key={fromQuantity}>
              <th scope="row">From {counted(fromQuantity, 'piece', 'pieces')}</th>
              <td>{formatDollars(price)}</td>
              <td>{saving > 0 ? `${saving}%` : '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="part-small">
        What is booked here costs the price per unit in any quantity. For the price of a larger
        step, ask for an offer:{' '}
        <a href={`mailto:${email}`}>
          <EmailAddress address={email} />
        </a>
      </p>
    </section>
  )
}
