import { formatCount } from '@freehub/contract/money'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { Moment } from '../../../ui/moment.tsx'
import { kindInWords, signed } from './stock-in-words.ts'
import type { StockMovement } from './stock-ledger.ts'

/** Every movement of a part's pieces, newest first. */
export function StockMovementsTable({ movements }: { movements: StockMovement[] }) {
  return (
    <table className="table stock-movements" aria-label="Movements of the stock">
      <thead>
        <tr>
          <th scope="col">Movement</th>
          <th scope="col" className="right">
            Pieces
          </th>
          <th scope="col" className="right">
            Left
          </th>
          <th scope="col" className="of-by">
            By
          </th>
          <th scope="col">When</th>
        </tr>
      </thead>
      <tbody>
        {movements.map((movement) => (
          <tr key={movement._id}>
            <td data-caption="Movement">
              <Why {...movement} />
            </td>
            <td data-caption="Pieces" className="right">
              <span className={movement.pieces < 0 ? 'went' : 'came'}>
                {signed(movement.pieces)}
              </span>
            </td>
            <td data-caption="Left" className="right">
              <span>{formatCount(movement.left)}</span>
            </td>
            <td data-caption="By">
              <span className="ordered">{movement.by ?? 'The shop itself'}</span>
            </td>
            <td data-caption="When">
              <Moment at={movement.at} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Why({ kind, reason, orderId }: StockMovement) {
  return (
    <span className="ordered">
      {orderId ? (
        <Link to={paths.order(orderId)}>Shipped for an order</Link>
      ) : (
        (reason ?? kindInWords(kind))
      )}
    </span>
  )
}
