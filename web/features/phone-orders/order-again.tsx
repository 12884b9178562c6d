import { PAD_ROWS_MAXIMUM } from '@freehub/contract/limits'
import { formatDollars } from '@freehub/contract/money'
import type { Order } from '@freehub/contract/orders/orders'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { formatError } from '../../api/call-error.ts'
import { pluralize } from '../../api/format-count.ts'
import { useSend } from '../../api/use-send.ts'
import { useStore } from '../../api/use-store.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorMessage } from '../../ui/forms/error-message.tsx'
import { QueryError } from '../../ui/query-state.tsx'
import { Day } from '../../ui/timestamp.tsx'
import { matchPadRows } from '../order-pad/pad-calls.ts'
import type { PadStore } from '../order-pad/pad-store.ts'
import { orderHistoryQuery } from '../orders/list/orders-queries.ts'
import { customerOrdersQuery } from '../orders/staff/customer-orders-query.ts'

interface OrderAgainProps {
  pad: PadStore
  customerEmail: string
}

/** Lists the customer's latest orders. A button adds the lines of an order to the rows. */
export function OrderAgain({ pad, customerEmail }: OrderAgainProps) {
  const client = useQueryClient()
  const query = useQuery(customerOrdersQuery(customerEmail))
  const { data: orders } = query
  const { rowCount } = useStore(pad, pad.getSummary)
  const { mutate, isPending, error, data } = useSend({
    async mutationFn({ _id, orderNumber }: Order) {
      const { order } = await client.fetchQuery(orderHistoryQuery(_id))
      const rows = order.lines
        .filter(({ cancelledQuantity }) => cancelledQuantity === 0)
        .map(({ sku, name, quantity }) => [sku ?? name, String(quantity)])
      const before = pad.getText()
      pad.addRows(rows, await matchPadRows(rows, customerEmail), { before, rest: before })
      return `${pluralize(rows.length, 'row', 'rows')} added from ${orderNumber}.`
    },
  })
  if (!orders || orders.rows.length === 0) return <QueryError query={query} />

  return (
    <details className="mb-5">
      <summary className="font-medium">Order again</summary>
      <ul>
        {orders.rows.map((order) => (
          <li
            key={order._id}
            className="flex flex-wrap items-center justify-between gap-3 py-2 border-b border-b-rule"
          >
            <span id={`again-${order._id}`} className="wrap-anywhere">
              <b className="num">{order.orderNumber}</b> {order.productName}{' '}
              <span className="second">
                {formatDollars(order.totalPrice)}, <Day at={order.placedAt} />
              </span>
            </span>
            <Button
              small
              aria-describedby={`again-${order._id}`}
              aria-busy={isPending}
              aria-disabled={rowCount + order.lineCount > PAD_ROWS_MAXIMUM}
              onClick={() => rowCount + order.lineCount <= PAD_ROWS_MAXIMUM && mutate(order)}
            >
              Add Rows
            </Button>
          </li>
        ))}
      </ul>
      <p role="status" className="second mt-2">
        {data}
      </p>
      {error && <ErrorMessage text={formatError(error)} />}
    </details>
  )
}
