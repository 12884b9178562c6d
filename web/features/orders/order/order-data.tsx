import { formatDollars } from '@freehub/contract/money'
import type { OrderHistory } from '@freehub/contract/orders/orders'
import type { ReactNode } from 'react'
import { pluralize } from '../../../api/format-count.ts'
import { EmailAddress } from '../../../ui/email-address.tsx'
import { Timestamp } from '../../../ui/timestamp.tsx'

export function OrderData({ order }: { order: OrderHistory }) {
  const rows: [caption: string, value: ReactNode][] = [
    ['Quantity', pluralize(order.quantity, 'piece', 'pieces')],
    ['Price per unit', formatDollars(order.totalPrice / order.quantity)],
    ['Ordered by', order.name],
    ['Email', <EmailAddress key="email" address={order.email} />],
    ['Phone', order.phone],
    ['Address', order.address],
    ['Ordered on', <Timestamp key="moment" at={order.placedAt} />],
    ['Order number', order._id],
    ['Transaction ID', order.transactionId],
  ]
  return (
    <div>
      <dl className="data">
        {rows.map(
          ([caption, value]) =>
            value && (
              <div key={caption}>
                <dt>{caption}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      <p className="total">
        <span>Total Price</span>
        <b>{formatDollars(order.totalPrice)}</b>
      </p>
    </div>
  )
}
