import { type OrderHistory, type OrderStatus, orderCan } from '@freehub/contract/orders/orders'

/** Cancelled and refunded orders allow no action. `orderCan` does not know these two stages. */
export function isActionAllowed(
  { stage }: Pick<OrderHistory, 'stage'>,
  action: Parameters<typeof orderCan>[1],
): boolean {
  if (stage === 'Cancelled' || stage === 'Refunded') return false
  return orderCan(stage as OrderStatus, action)
}
