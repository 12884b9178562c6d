import type { MergedCart } from '@freehub/contract/cart/cart'
import { call } from '../../../api/call.ts'
import { sendAgainIfUnknown } from '../../../api/call-error.ts'
import { notifyOtherTabs } from '../../../api/other-tabs.ts'
import { queryClient } from '../../../api/query-client.ts'
import { sessionQuery } from '../../identity/session.ts'
import { CART_QUERY_KEY } from '../refetch-cart.ts'
import { readVisitorCart, removeMergedLines, type VisitorCart } from '../visitor-cart.ts'
import { saveMergeMessage } from './stored-merge-message.ts'

let pendingMerge: Promise<void> | undefined

/**
 * Merges the visitor's cart into the customer's cart. Removes the merged lines only after the
 * response; the server merges each visitor cart only once. After a failure, the next read of the
 * cart merges again.
 */
export function mergeVisitorCart(): Promise<void> {
  pendingMerge ??= merge().finally(() => {
    pendingMerge = undefined
  })
  return pendingMerge
}

async function merge(): Promise<void> {
  const cart = readVisitorCart()
  if (!cart) return
  try {
    const merged = await sendMerge(cart)
    const user = queryClient.getQueryData(sessionQuery.queryKey)
    if (user) saveMergeMessage(user.email, merged)
    removeMergedLines(cart.lines, merged.unmergedIds ?? [])
    notifyOtherTabs(CART_QUERY_KEY)
    // Cart queries in flight read the cart after this merge, so they do not start again.
    void queryClient.invalidateQueries({ queryKey: CART_QUERY_KEY }, { cancelRefetch: false })
  } catch (error) {
    console.error(error)
  }
}

function sendMerge({ id: visitorCartId, lines }: VisitorCart): Promise<MergedCart> {
  const body = { visitorCartId, lines }
  return sendAgainIfUnknown(() => call<MergedCart>('POST', '/api/cart/merge', { body }))
}
