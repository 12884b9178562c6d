import { formatCount } from '@freehub/contract/money'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { TableHead } from '../../../ui/lists/table-head.tsx'
import { Timestamp } from '../../../ui/timestamp.tsx'
import { formatMovementKind, formatSigned } from './format-stock.ts'
import type { StockMovement } from './stock-queries.ts'

/** A part's stock movements, newest first. */
export function StockMovementsTable({ movements }: { movements: StockMovement[] }) {
  return (
    <table className="table stock-movements" aria-label="Stock movements">
      <TableHead
        columns={['Movement', ['Pieces', 'right'], ['On hand', 'right'], ['By', 'of-by'], 'When']}
      />
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
