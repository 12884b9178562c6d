import { formatCount, formatDollars, pluralize } from '@freehub/contract/money'
import type { Order } from '@freehub/contract/orders/orders'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { PartName } from '../../ui/part-name.tsx'

type ProductCellProps = Pick<Order, '_id' | 'orderNumber' | 'lineCount' | 'productName'>

/** The product column of tables of orders: the product's name is the link. */
export const productColumn = {
  name: 'Product',
  render: (order: ProductCellProps) => <OrderLink {...order} />,
}

/** The product column for staff: the order number is the link, as in the list of all orders. */
export const staffProductColumn = {
  name: 'Product',
  render: ({ _id, productName, orderNumber, lineCount }: ProductCellProps) => (
    <span className="order-link">
      <span className="wrap-anywhere">
        <PartName name={productName} />
      </span>
      <span className="secondary num">
        <Link id={`order-${_id}`} to={paths.order(_id)}>
          {orderNumber}
        </Link>
        {lineCount > 1 && `, ${pluralize(lineCount, 'line', 'lines')}`}
      </span>
    </span>
  ),
}

/**
 * A link to an order, with the product's name as text. Below it are the order number and, for several lines, their
 * count.
 */
function OrderLink({ _id, productName, ...order }: ProductCellProps) {
  return (
    <span className="order-link">
      <Link id={`order-${_id}`} to={paths.order(_id)} className="wrap-anywhere">
        <PartName name={productName} />
      </Link>
      <span className="secondary num">{formatNumberAndLineCount(order)}</span>
    </span>
  )
}

/** Formats an order's number, and its number of lines if it has several: `FH-104216, 12 lines`. */
function formatNumberAndLineCount({
  orderNumber,
  lineCount,
}: Pick<Order, 'orderNumber' | 'lineCount'>): string {
  if (lineCount === 1) return orderNumber
  return `${orderNumber}, ${pluralize(lineCount, 'line', 'lines')}`
}

export const totalColumn = {
  name: 'Total Price',
  number: ({ totalPrice }: Pick<Order, 'totalPrice'>) => formatDollars(totalPrice),
}

export const amountColumns = [
  { name: 'Quantity', number: ({ quantity }: Pick<Order, 'quantity'>) => formatCount(quantity) },
  totalColumn,
]
