import type { Order, Reordered } from '@freehub/contract/orders/orders'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { call } from '../../../api/call.ts'
import { CallError, isLost, sentenceOf } from '../../../api/call-error.ts'
import { onceKeys } from '../../../api/once-keys.ts'
import { paths } from '../../../paths.ts'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { keepDraft } from '../../../ui/forms/form-draft.ts'
import { readPartsAnew } from '../../catalog/read-parts-anew.ts'
import { ORDERS_QUERY_KEY } from '../list/orders-list.ts'
import { changedPriceInWords } from './changed-price.ts'
import { quantityDraft } from './order-draft.ts'

export type OrderedBefore = Pick<Order, '_id' | 'email' | 'productId' | 'quantity' | 'totalPrice'>

/** What another quantity may mend: the purchase form is the place for it. */
const MENDABLE = new Set([
  'quantity_below_minimum',
  'quantity_above_available',
  'total_out_of_range',
  'unpaid_value_too_high',
  'stock_share_too_high',
])

/**
 * Orders the same again, once however often it is pressed, and leads to the new order. Where another
 * quantity is needed it leads to the purchase form, which says why.
 */
export function useReorder(onRefused: (why: string) => void) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [keys] = useState(() => onceKeys())
  const isStillHere = () => window.location.pathname === pathname

  return useMutation({
    mutationFn: ({ _id }: OrderedBefore) =>
      call<Reordered>('POST', `/api/orders/${encodeURIComponent(_id)}/reorder`, {
        headers: { 'Idempotency-Key': keys.keyFor({ _id }) },
      }),
    networkMode: 'always',
    retry: (failures, error) => failures < 1 && isLost(error),
    onSuccess: ({ result, totalPrice }, before) => {
      keys.renew()
      void showToast(reorderedInWords(before.totalPrice, totalPrice))
      if (isStillHere()) void navigate(paths.order(result.insertedId))
    },
    onError: (error, { email, productId, quantity }) => {
      const why = `The order was not placed again. ${sentenceOf(error)}`
      if (!isMendable(error) || !isStillHere()) return onRefused(why)
      keepDraft(email, quantityDraft(productId), { quantity: String(quantity) })
      void navigate(paths.purchase(productId), { state: { notReordered: why } })
    },
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ORDERS_QUERY_KEY })
      readPartsAnew(client)
    },
  })
}

function isMendable(error: Error): boolean {
  return error instanceof CallError && MENDABLE.has(error.problem.code)
}

/** In dollars: what it came to, and what it comes to now. */
export function reorderedInWords(before: number, now: number): string {
  const done = 'Product Booking Successful'
  return before === now ? done : `${done}. ${changedPriceInWords(before, now)}`
}
