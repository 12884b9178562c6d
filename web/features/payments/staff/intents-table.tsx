import { formatDollars } from '@freehub/contract/money'
import type { OrderIntent } from '@freehub/contract/payments/calls'
import { CheckIcon, WarnIcon } from '../../../ui/icons.tsx'
import { TableHead } from '../../../ui/lists/table-head.tsx'
import { Timestamp } from '../../../ui/timestamp.tsx'
import { formatProviderState, recordedStateLabels } from './format-intents.ts'

/** The payments of an order, in our records and at the card provider. */
export function IntentsTable({ intents }: { intents: OrderIntent[] }) {
  return (
    <table className="table intents">
      <TableHead columns={['Payment', 'Amount', 'Our records', 'Card provider', 'Match']} />
      <tbody>
        {intents.map((intent) => (
          <tr key={intent.id}>
            <td data-caption="Payment">
              <span className="transaction">{intent.id}</span>
              <span className="second">
                <Timestamp at={intent.createdAt} />
              </span>
            </td>
            <td data-caption="Amount">{formatDollars(intent.amount)}</td>
            <td data-caption="Our records">
              <span>
                {recordedStateLabels[intent.state]}
                {intent.refundId && <span className="transaction">{intent.refundId}</span>}
              </span>
            </td>
            <td data-caption="Card provider">{formatProviderState(intent.provider)}</td>
            <td data-caption="Match">
              <MatchStatus disagreement={intent.disagreement} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function MatchStatus({ disagreement }: { disagreement: string | null }) {
  return disagreement ? (
    <span className="disagreement">
      <WarnIcon />
      {disagreement}
    </span>
  ) : (
    <span className="paid">
      <CheckIcon />
      Matches
    </span>
  )
}
