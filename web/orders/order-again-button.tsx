import { useMutateOnce } from '../api/use-mutate-once.ts'
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
  const { mutate, isPending } = useReorder(onRefused)
  const reorder = useMutateOnce(mutate)
  return (
    <button
      type="button"
      className={small ? 'btn btn-outline btn-sm' : 'btn btn-outline'}
      aria-busy={isPending}
      aria-describedby={describedBy}
      onClick={() => reorder(order)}
    >
      {isPending ? 'Ordering …' : 'Order Again'}
    </button>
  )
}
