import type { Order } from '@freehub/contract/orders/orders'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { formatError } from '../../../api/call-error.ts'
import { useMutateOnce } from '../../../api/use-mutate-once.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { refetchParts } from '../../catalog/refetch-parts.ts'
import { ORDERS_QUERY_KEY } from '../list/orders-queries.ts'

interface CancelOrderButtonProps {
  order: Order
  /** Id of the element that identifies the order. */
  describedBy: string
  onCancel: (order: Order) => void
}

export function CancelOrderButton({ order, describedBy, onCancel }: CancelOrderButtonProps) {
  return (
    <button
      type="button"
      className="btn btn-outline btn-error btn-sm"
      aria-describedby={describedBy}
      onClick={() => onCancel(order)}
    >
      Cancel Order
    </button>
  )
}

interface CancelOrderDialogProps {
  order: Pick<Order, '_id' | 'email'>
  onDone: () => void
  onRefused: (reason: string) => void
  onClose: () => void
}

export function CancelOrderDialog({ order, onClose, ...callbacks }: CancelOrderDialogProps) {
  const { mutate, isPending } = useCancelOrder(callbacks)
  const cancelOnce = useMutateOnce(mutate)
  return (
    <ConfirmDialog
      title="Are you sure to cancel the order.?"
      text="Once you cancel the order, it can't be undone."
      confirmLabel="Yes, Cancel"
      busy={isPending}
      onConfirm={() => cancelOnce(order)}
      onClose={onClose}
    />
  )
}

/** Cancels an unpaid order. Refetches orders and stock after success and failure. */
function useCancelOrder(callbacks: { onDone: () => void; onRefused: (reason: string) => void }) {
  const client = useQueryClient()

  return useMutation({
    mutationFn: ({ _id, email }: Pick<Order, '_id' | 'email'>) =>
      call<{ deletedCount: number }>(
        'DELETE',
        `/booking/${encodeURIComponent(_id)}?client=${encodeURIComponent(email)}`,
      ),
    networkMode: 'always',
    onSuccess: ({ deletedCount }) => {
      if (deletedCount === 0) return callbacks.onRefused('This order was already cancelled.')
      void showToast('Order canceled successfully')
      callbacks.onDone()
    },
    onError: (error) => callbacks.onRefused(`The order was not cancelled. ${formatError(error)}`),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ORDERS_QUERY_KEY })
      refetchParts(client)
    },
  })
}
