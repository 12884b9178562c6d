import { type OrderHistory, type OrderStatus, orderCan } from '@freehub/contract/orders/orders'

/** What can be done with an order. A cancelled one has a stage of its own, and nothing can be done with it. */
export function actionsOn({ stage }: Pick<OrderHistory, 'stage'>) {
  const over = stage === 'Cancelled' || stage === 'Refunded'
  return (action: Parameters<typeof orderCan>[1]) => !over && orderCan(stage as OrderStatus, action)
}
