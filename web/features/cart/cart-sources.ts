import type { Cart, CartLine, ChangedCart } from '@freehub/contract/cart/cart'
import { type QueryKey, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import type { SetChange } from './cart-editor.ts'
import { cartQuery } from './cart-queries.ts'
import { CART_QUERY_KEY } from './refetch-cart.ts'
import { changeVisitorLines, countVisitorLines, readVisitorCart } from './visitor-cart.ts'

/** The server limits previews per minute, so a shown cart counts as fresh for a while. */
const PREVIEW_STALE_TIME_MS = 60_000

const visitorCartQuery = queryOptions({
  queryKey: [...CART_QUERY_KEY, 'visitor'],
  queryFn: ({ signal }) => readVisitorPreview(signal),
  staleTime: PREVIEW_STALE_TIME_MS,
})

async function readVisitorPreview(signal: AbortSignal): Promise<Cart> {
  const { id, lines } = readVisitorCart() ?? { lines: [] }
  if (lines.length === 0) return { version: 0, totalCents: 0, lines: [] }
  const options = { body: { lines }, withoutToken: true, signal }
  const cart = await call<Cart>('POST', '/api/cart/preview', options)
  // Lines were saved during the request. The response would undo them on the screen.
  if (readVisitorCart()?.id !== id) return readVisitorPreview(signal)
  removeUnknownParts(lines, cart)
  return cart
}

/** Removes lines from the stored cart if the preview lacks them: their parts never existed. */
function removeUnknownParts(sentLines: { productId: string }[], { lines }: Cart): void {
  const knownIds = new Set(lines.map(({ productId }) => productId))
  if (knownIds.size === sentLines.length) return
  const unknownIds = new Set(
    sentLines.map(({ productId }) => productId).filter((id) => !knownIds.has(id)),
  )
  changeVisitorLines((current) => current.filter(({ productId }) => !unknownIds.has(productId)))
}

/** Saves only the changed lines, because other tabs may have changed other lines. */
async function saveVisitorCart(
  changes: SetChange[],
  _key: string,
  shown: CartLine[],
): Promise<ChangedCart> {
  const quantities = new Map(changes.map(({ productId, set }) => [productId, set]))
  const isStored = changeVisitorLines((lines) => {
    const keptLines = lines.flatMap((line) => {
      const quantity = quantities.get(line.productId) ?? line.quantity
      return quantity > 0 ? [{ ...line, quantity }] : []
    })
    const addedLines = changes.filter(
      ({ productId, set }) => set > 0 && !lines.some((line) => line.productId === productId),
    )
    return [...keptLines, ...addedLines.map(({ productId, set }) => ({ productId, quantity: set }))]
  })
  if (!isStored)
    throw new Error(
      'The cart was not stored: the browser blocks storage, or it has too many lines.',
    )
  const lines = shown.filter(({ productId }) => quantities.get(productId) !== 0)
  return { version: 0, lineCount: countVisitorLines(), lines }
}

function saveCustomerCart(changes: SetChange[], key: string): Promise<ChangedCart> {
  return call<ChangedCart>('PATCH', '/api/cart', {
    body: { changes },
    headers: { 'Idempotency-Key': key },
    // The request must complete even if the user closes the page.
    keepalive: true,
  })
}

export const customerCart = { query: cartQuery, save: saveCustomerCart }
export const visitorCart = { query: visitorCartQuery, save: saveVisitorCart }

/** The lines that an editor shows, and how it saves them. */
export interface CartSource {
  query: { queryKey: QueryKey }
  save: (changes: SetChange[], key: string, shown: CartLine[]) => Promise<ChangedCart>
}
