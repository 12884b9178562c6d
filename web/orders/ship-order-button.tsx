import type { Order } from '@freehub/contract/orders'
import { useMutateOnce } from '../api/use-mutate-once.ts'
import { useShipOrder } from './ship-order.ts'

interface ShipOrderButtonProps {
  order: Pick<Order, '_id'>
  /** Id of what tells this order from the others. */
  describedBy: string
  onShipped: () => void
  onRefused: (why: string) => void
}

/** Ships once however often it is pressed: while it is busy a press does nothing. */
export function ShipOrderButton({ order, describedBy, ...said }: ShipOrderButtonProps) {
  const { mutate, isPending } = useShipOrder(said)
  const ship = useMutateOnce(mutate)
  return (
    <button
      type="button"
      className="btn btn-sm"
      aria-busy={isPending}
      aria-describedby={describedBy}
      onClick={() => ship(order._id)}
    >
      {isPending ? 'Shipping …' : 'Ship Order'}
    </button>
  )
}
