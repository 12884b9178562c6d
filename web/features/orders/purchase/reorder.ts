import type { Order, ReorderedOrder } from '@freehub/contract/orders/orders'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { call } from '../../../api/call.ts'
import { CallError, formatError, isOutcomeUnknown } from '../../../api/call-error.ts'
import { createIdempotencyKeys } from '../../../api/idempotency-keys.ts'
import { paths } from '../../../paths.ts'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { saveDraft } from '../../../ui/forms/form-draft.ts'
import { refetchParts } from '../../catalog/refetch-parts.ts'
import { ORDERS_QUERY_KEY } from '../list/orders-list.ts'
import { quantityDraftKey } from './order-draft.ts'
import { formatPriceChange } from './price-change.ts'

export type OriginalOrder = Pick<Order, '_id' | 'email' | 'productId' | 'quantity' | 'totalPrice'>

/** Refusals that another quantity may avoid. The customer can change it on the purchase form. */
const QUANTITY_REFUSALS = new Set([
  'quantity_below_minimum',
  'quantity_above_available',
  'total_out_of_range',
  'unpaid_value_too_high',
  'stock_share_too_high',
])

/**
 * Repeats an order and opens the new one. Retries are idempotent. If another quantity is needed, opens
 * the purchase form with the reason.
 */
export function useReorder(onRefused: (reason: string) => void) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [keys] = useState(() => createIdempotencyKeys())
  const isSamePage = () => window.location.pathname === pathname

  return useMutation({
    mutationFn: ({ _id }: OriginalOrder) =>
      call<ReorderedOrder>('POST', `/api/orders/${encodeURIComponent(_id)}/reorder`, {
        headers: { 'Idempotency-Key': keys.getKey({ _id }) },
      }),
    networkMode: 'always',
    retry: (failures, error) => failures < 1 && isOutcomeUnknown(error),
    onSuccess: ({ result, totalPrice }, original) => {
      keys.reset()
      void showToast(formatReorderToast(original.totalPrice, totalPrice))
      if (isSamePage()) void navigate(paths.order(result.insertedId))
    },
    onError: (error, { email, productId, quantity }) => {
      const reason = `The order was not placed again. ${formatError(error)}`
      if (!isQuantityRefusal(error) || !isSamePage()) return onRefused(reason)
      saveDraft(email, quantityDraftKey(productId), { quantity: String(quantity) })
      void navigate(paths.purchase(productId), { state: { notReordered: reason } })
    },
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ORDERS_QUERY_KEY })
      refetchParts(client)
    },
  })
}

function isQuantityRefusal(error: Error): boolean {
  return error instanceof CallError && QUANTITY_REFUSALS.has(error.problem.code)
}

export function formatReorderToast(oldTotal: number, newTotal: number): string {
  const success = 'Product Booking Successful'
  return oldTotal === newTotal ? success : `${success}. ${formatPriceChange(oldTotal, newTotal)}`
}
