import type { Cart } from '@freehub/contract/cart/cart'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { notifyOtherTabs } from '../../api/other-tabs.ts'
import { type CartEditor, createCartEditor } from './cart-editor.ts'
import { cartCountQuery } from './cart-queries.ts'
import { type CartSource, customerCart } from './cart-sources.ts'
import { CART_QUERY_KEY } from './refetch-cart.ts'
import { subscribeToOtherTabs } from './visitor-cart.ts'

/** Returns the editor of a cart or saved list. The editor keeps the `onSaved` of the first render. */
export function useCartEditor(
  cart: Cart,
  source: CartSource,
  onSaved?: (cart: Cart) => void,
): CartEditor {
  const client = useQueryClient()
  const { queryKey } = source.query
  const refetch = useCallback(() => void client.invalidateQueries({ queryKey }), [client, queryKey])
  const [editor] = useState(() =>
    createCartEditor(cart, {
      save: source.save,
      onSaved(saved) {
        onSaved?.(saved)
        // A saved list has more fields than a cart.
        client.setQueryData(queryKey, (before: object | undefined) => ({ ...before, ...saved }))
        if (source !== customerCart) return
        const { version, lines } = saved
        client.setQueryData(cartCountQuery.queryKey, { version, lineCount: lines.length })
        notifyOtherTabs(CART_QUERY_KEY)
      },
      onOutdated: refetch,
    }),
  )

  useEffect(() => editor.load(cart), [editor, cart])
  useEffect(() => saveOnLeaveOrReconnect(editor), [editor])
  // `followOtherTabs` handles the customer's cart.
  useEffect(
    () => (source === customerCart ? undefined : subscribeToOtherTabs(refetch)),
    [source, refetch],
  )

  return editor
}

/**
 * Saves the cart when the page is hidden or left, and when the browser is online again. Returns the cleanup, which also
 * saves.
 */
function saveOnLeaveOrReconnect(editor: CartEditor): () => void {
  const save = () => {
    if (editor.hasChanges()) void editor.flush()
  }
  const saveIfHidden = () => document.hidden && save()
  document.addEventListener('visibilitychange', saveIfHidden)
  addEventListener('pagehide', save)
  addEventListener('online', save)
  return () => {
    document.removeEventListener('visibilitychange', saveIfHidden)
    removeEventListener('pagehide', save)
    removeEventListener('online', save)
    save()
  }
}
