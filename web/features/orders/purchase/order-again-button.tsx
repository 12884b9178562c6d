import { useMutateOnce } from '../../../api/use-mutate-once.ts'
import { type OriginalOrder, useReorder } from './reorder.ts'

interface OrderAgainButtonProps {
  order: OriginalOrder
  /** Id of the element that identifies the order. */
  describedBy: string
  small?: boolean
  onRefused: (reason: string) => void
}

export function OrderAgainButton({ order, describedBy, small, onRefused }: OrderAgainButtonProps) {
  const { mutate, isPending, isSuccess } = useReorder(onRefused)
  const reorder = useMutateOnce(mutate, { untilFailure: true })
  // Stays busy until the new order's page has loaded, so that a second click places no second order.
  const isBusy = isPending || isSuccess
  return (
    <button
      type="button"
      className={small ? 'btn btn-outline btn-sm' : 'btn btn-outline'}
      aria-busy={isBusy}
      aria-describedby={describedBy}
      onClick={() => reorder(order)}
    >
      {isBusy ? 'Ordering …' : 'Order Again'}
    </button>
  )
}
