import { formatDollars } from '@freehub/contract/money'
import type { OrderIntent } from '@freehub/contract/orders/orders'
import { CheckIcon, WarnIcon } from '../../../ui/icons.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { bookedStates, providerInWords } from './intents-in-words.ts'

/** Each payment as the shop's books have it, beside what the card provider says. */
export function IntentsTable({ intents }: { intents: OrderIntent[] }) {
  return (
    <table className="table intents">
      <thead>
        <tr>
          <th scope="col">Payment</th>
          <th scope="col">Amount</th>
          <th scope="col">In the books</th>
          <th scope="col">At the card provider</th>
          <th scope="col">Do they agree?</th>
        </tr>
      </thead>
      <tbody>
        {intents.map((intent) => (
          <tr key={intent.id}>
            <td data-caption="Payment">
              <span className="transaction">{intent.id}</span>
              <span className="second">
                <Moment at={intent.createdAt} />
              </span>
            </td>
            <td data-caption="Amount">{formatDollars(intent.amount)}</td>
            <td data-caption="In the books">
              <span>
                {bookedStates[intent.state]}
                {intent.refundId && <span className="transaction">{intent.refundId}</span>}
              </span>
            </td>
            <td data-caption="At the provider">{providerInWords(intent.provider)}</td>
            <td data-caption="Agreement">
              <Agreement disagreement={intent.disagreement} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Agreement({ disagreement }: { disagreement: string | null }) {
  return disagreement ? (
    <span className="disagreement">
      <WarnIcon />
      {disagreement}
    </span>
  ) : (
    <span className="paid">
      <CheckIcon />
      Agreed
    </span>
  )
}
