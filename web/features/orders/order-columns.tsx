import { formatCount, formatDollars } from '@freehub/contract/money'
import type { Order } from '@freehub/contract/orders/orders'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { PartName } from '../catalog/part-name.tsx'

/** Columns that several tables of orders have. */
export const productColumn = {
  name: 'Product',
  render: ({ _id, productName }: Pick<Order, '_id' | 'productName'>) => (
    <Link id={`order-${_id}`} to={paths.order(_id)} className="wrap-anywhere">
      <PartName name={productName} />
    </Link>
  ),
}

export const amountColumns = [
  { name: 'Quantity', number: ({ quantity }: Pick<Order, 'quantity'>) => formatCount(quantity) },
  {
    name: 'Total Price',
    number: ({ totalPrice }: Pick<Order, 'totalPrice'>) => formatDollars(totalPrice),
  },
]
