import { formatDollars } from '@freehub/contract/money'
import type { OrderHistory } from '@freehub/contract/orders/orders'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { CallError, formatError } from '../../../api/call-error.ts'
import { useMutateOnce } from '../../../api/use-mutate-once.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { refetchParts } from '../../catalog/refetch-parts.ts'
import { ORDERS_QUERY_KEY } from '../../orders/list/orders-queries.ts'

interface RefundDialogProps {
  order: OrderHistory
  onDone: () => void
  onRefused: (reason: string) => void
  onClose: () => void
}

export function RefundDialog({ order, onClose, ...callbacks }: RefundDialogProps) {
  const { mutate, isPending } = useRefundOrder(callbacks)
  const refundOnce = useMutateOnce(mutate)
  return (
    <ConfirmDialog
      title="Refund this order?"
      text={`${formatDollars(order.totalPrice)} will be refunded to the card. The order is cancelled and its items return to stock. This can't be undone.`}
      confirmLabel="Yes, Refund"
      busy={isPending}
      onConfirm={() => refundOnce(order._id)}
      onClose={onClose}
    />
  )
}

/** Refunds a paid order. Refetches orders and stock after success and failure. */
function useRefundOrder(callbacks: { onDone: () => void; onRefused: (reason: string) => void }) {
  const client = useQueryClient()

  return useMutation({
    mutationFn: (id: string) =>
      call<{ modifiedCount: number }>('POST', `/api/orders/${encodeURIComponent(id)}/refund`),
    networkMode: 'always',
    onSuccess: ({ modifiedCount }) => {
      if (modifiedCount === 0) return callbacks.onRefused('This order was already refunded.')
      void showToast('Order refunded successfully')
      callbacks.onDone()
    },
    onError: (error) => callbacks.onRefused(formatRefusal(error)),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ORDERS_QUERY_KEY })
      refetchParts(client)
    },
  })
}

/** The server completes a refund that has started, so the message must not say that it failed. */
function formatRefusal(error: Error): string {
  const isStarted = error instanceof CallError && error.problem.code === 'refund_unfinished'
  return isStarted ? formatError(error) : `The order was not refunded. ${formatError(error)}`
}
