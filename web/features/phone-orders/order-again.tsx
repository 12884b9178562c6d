import { PAD_ROWS_MAXIMUM } from '@freehub/contract/limits'
import { formatDollars, pluralize } from '@freehub/contract/money'
import type { Order } from '@freehub/contract/orders/orders'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { formatError } from '../../api/call-error.ts'
import { useSend } from '../../api/use-send.ts'
import { useStore } from '../../api/use-store.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorMessage } from '../../ui/forms/error-message.tsx'
import { QueryError } from '../../ui/query-state.tsx'
import { Day } from '../../ui/timestamp.tsx'
import type { PadStore } from '../order-pad/pad-store.ts'
import { PasteRefusal } from '../order-pad/split-paste.ts'
import { TOO_MANY_ROWS } from '../order-pad/use-list-reader.ts'
import { orderHistoryQuery } from '../orders/list/orders-queries.ts'
import { customerOrdersQuery } from '../orders/staff/customer-orders-query.ts'
import { matchOrderedLines } from './match-ordered-lines.ts'

interface OrderAgainProps {
  pad: PadStore
  customerEmail: string
}

/** Buttons that add the lines of the customer's latest orders to the rows. Cancelled and refunded orders are not the first choice. */
export function OrderAgain({ pad, customerEmail }: OrderAgainProps) {
  const client = useQueryClient()
  const query = useQuery(customerOrdersQuery(customerEmail))
  const { data: orders } = query
  const { rowCount } = useStore(pad, pad.getSummary)
  const { mutate, isPending, error, data } = useSend({
    async mutationFn({ _id, orderNumber }: Order) {
      const { order } = await client.fetchQuery(orderHistoryQuery(_id))
      const lines = order.lines.filter(({ cancelledQuantity }) => cancelledQuantity === 0)
      const { cells, matched } = await matchOrderedLines(lines, customerEmail)
      // Read after the call, because staff can type and add rows meanwhile.
      if (pad.getSummary().rowCount + lines.length > PAD_ROWS_MAXIMUM)
        throw new PasteRefusal(TOO_MANY_ROWS)
      const text = pad.getText()
      pad.addRows(cells, matched, { before: text, rest: text })
      return `${pluralize(lines.length, 'row', 'rows')} added from ${orderNumber}.`
    },
  })
  if (!orders || orders.rows.length === 0) return <QueryError query={query} />
  const lastOrder = orders.rows.find(({ stage }) => !ENDED_STAGES.has(stage)) ?? orders.rows[0]
  const earlierOrders = orders.rows.filter((order) => order !== lastOrder)
  const getButtonProps = (order: Order) => {
    const isTooLong = rowCount + order.lineCount > PAD_ROWS_MAXIMUM
    return {
      small: true,
      'aria-busy': isPending,
      'aria-disabled': isTooLong,
      onClick: () => !isTooLong && mutate(order),
    }
  }

  return (
    <section className="flex flex-wrap items-center gap-x-5 gap-y-2 mb-5" aria-label="Order again">
      {lastOrder && (
        <Button {...getButtonProps(lastOrder)}>
          Repeat {lastOrder.orderNumber}, {formatContent(lastOrder)}
        </Button>
      )}
      {earlierOrders.length > 0 && (
        <details className="open:basis-full">
          <summary className="font-medium">Other orders</summary>
          <ul>
            {earlierOrders.map((order) => (
              <li
                key={order._id}
                className="flex flex-wrap items-center justify-between gap-3 py-2 border-b border-b-rule"
              >
                <span id={`again-${order._id}`} className="grid wrap-anywhere">
                  <span>
                    <b className="num">{order.orderNumber}</b> {order.productName}
                  </span>
                  <span className="secondary">
                    {formatContent(order)}, <Day at={order.placedAt} />
                  </span>
                </span>
                <Button {...getButtonProps(order)} aria-describedby={`again-${order._id}`}>
                  Add Rows
                </Button>
              </li>
            ))}
          </ul>
        </details>
      )}
      <p role="status" className="secondary empty:hidden">
        {data}
      </p>
      {error && (
        <ErrorMessage text={error instanceof PasteRefusal ? error.message : formatError(error)} />
      )}
    </section>
  )
}

const ENDED_STAGES = new Set<Order['stage']>(['Cancelled', 'Refunded'])

const formatContent = ({ lineCount, totalPrice }: Order) =>
  `${pluralize(lineCount, 'line', 'lines')}, ${formatDollars(totalPrice)}`
