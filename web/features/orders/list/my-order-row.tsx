import { formatCount, formatDollars } from '@freehub/contract/money'
import { type Order, orderCan } from '@freehub/contract/orders/orders'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { PartName } from '../../catalog/part-name.tsx'
import { CancelOrderButton } from '../order/cancel-order-button.tsx'
import { PaidMark } from '../order/paid-mark.tsx'
import { PartIcon } from '../order/part-icon.tsx'
import { OrderAgainButton } from '../purchase/order-again-button.tsx'

interface MyOrderRowProps {
  order: Order
  onCancel: (order: Order) => void
  onRefused: (reason: string) => void
}

export function MyOrderRow({ order, onCancel, onRefused }: MyOrderRowProps) {
  const productLinkId = `product-${order._id}`
  return (
    <tr>
      <td data-caption="Product">
        <span className="product">
          <PartIcon partId={order.productId} />
          <Link id={productLinkId} to={paths.order(order._id)}>
            <PartName name={order.productName} />
          </Link>
        </span>
      </td>
      <td data-caption="Quantity" className="right">
        {formatCount(order.quantity)}
      </td>
      <td data-caption="Total Price" className="right">
        {formatDollars(order.totalPrice)}
      </td>
      <td data-caption="Payment">
        {order.paid ? (
          <PaidMark transactionId={order.transactionId} />
        ) : (
          <span className="act">
            {orderCan(order.status, 'pay') && (
              <Link
                className="btn btn-sm"
                to={paths.payment(order._id)}
                aria-describedby={productLinkId}
              >
                Pay Now
              </Link>
            )}
            {orderCan(order.status, 'cancel') && (
              <CancelOrderButton order={order} describedBy={productLinkId} onCancel={onCancel} />
            )}
          </span>
        )}
      </td>
      <td data-caption="Status">
        <span className="act">
          <StatusBadge status={order.status} />
          {order.status === 'Shipped' && (
            <OrderAgainButton
              order={order}
              describedBy={productLinkId}
              small
              onRefused={onRefused}
            />
          )}
        </span>
      </td>
    </tr>
  )
}
