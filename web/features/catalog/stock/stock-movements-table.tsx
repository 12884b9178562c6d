import { formatCount } from '@freehub/contract/money'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { Timestamp } from '../../../ui/timestamp.tsx'
import { formatMovementKind, formatSigned } from './format-stock.ts'
import type { StockMovement } from './stock-queries.ts'

/** A part's stock movements, newest first. */
export function StockMovementsTable({ movements }: { movements: StockMovement[] }) {
  return (
    <table className="table stock-movements" aria-label="Stock movements">
      <thead>
        <tr>
          <th scope="col">Movement</th>
          <th scope="col" className="right">
            Pieces
          </th>
          <th scope="col" className="right">
            On hand
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
              <MovementReason {...movement} />
            </td>
            <td data-caption="Pieces" className="right">
              <span className={movement.pieces < 0 ? 'went' : 'came'}>
                {formatSigned(movement.pieces)}
              </span>
            </td>
            <td data-caption="On hand" className="right">
              <span>{formatCount(movement.left)}</span>
            </td>
            <td data-caption="By">
              <span className="ordered">{movement.by ?? 'System'}</span>
            </td>
            <td data-caption="When">
              <Timestamp at={movement.at} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function MovementReason({ kind, reason, orderId }: StockMovement) {
  return (
    <span className="ordered">
      {orderId ? (
        <Link to={paths.order(orderId)}>Shipped for an order</Link>
      ) : (
        (reason ?? formatMovementKind(kind))
      )}
    </span>
  )
}
