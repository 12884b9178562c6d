import { useMutateOnce } from '../../../api/use-mutate-once.ts'
import { type OrderedBefore, useReorder } from './reorder.ts'

interface OrderAgainButtonProps {
  order: OrderedBefore
  /** Id of what names the order. */
  describedBy: string
  /** In a list it is small. */
  small?: boolean
  onRefused: (why: string) => void
}

/** Orders the same again by one press. */
export function OrderAgainButton({ order, describedBy, small, onRefused }: OrderAgainButtonProps) {
  const { mutate, isPending, isSuccess } = useReorder(onRefused)
  const reorder = useMutateOnce(mutate, { untilFailure: true })
  // Until the new order's page has loaded, a press would place another order.
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
