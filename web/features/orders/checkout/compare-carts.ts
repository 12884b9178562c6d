import { type Cart, isOrderable } from '@freehub/contract/cart/cart'

/** The cart on the screen, and its changes since the customer saw it. */
export interface ShownCart {
  cart: Cart
  /** The cart before the changes, but with the lines that the customer has changed on this screen. */
  seen: Cart
  changes: CartChanges
  /** The total before the changes. */
  previousTotalCents: number
}

/** The changes between two carts. */
export interface CartChanges {
  prices: { productId: string; name: string; beforeCents: number; nowCents: number }[]
  /**
   * Lines that were added or removed, have another quantity, or can be ordered again. A quantity is 0 if the cart does
   * not contain the line.
   */
  lines: { productId: string; name: string; before: number; now: number }[]
}

export const NO_CHANGES: CartChanges = { prices: [], lines: [] }

/** Shows a newer cart. `totalCents` is the total on the screen. Changes that were undone are no changes. */
export function showNewerCart(shown: ShownCart, cart: Cart, totalCents: number): ShownCart {
  // Without a further change, the notice keeps its changes, because other ones would take the focus.
  const isUnchanged = compareCarts(shown.cart, cart) === NO_CHANGES
  const changes = isUnchanged ? shown.changes : compareCarts(shown.seen, cart)
  return {
    cart,
    seen: changes === NO_CHANGES ? cart : shown.seen,
    changes,
    previousTotalCents: shown.changes === NO_CHANGES ? totalCents : shown.previousTotalCents,
  }
}

/** Shows the cart that the customer has changed on this screen. These changes count as seen. */
export function showChangedCart(shown: ShownCart, cart: Cart): ShownCart {
  const changedIds = compareCarts(shown.cart, cart).lines.map(({ productId }) => productId)
  const isChanged = ({ productId }: Cart['lines'][number]) => changedIds.includes(productId)
  const lines = shown.seen.lines.filter((line) => !isChanged(line))
  const seen = { ...shown.seen, lines: [...lines, ...cart.lines.filter(isChanged)] }
  return { ...shown, cart, seen }
}

/** Compares a cart with a newer one. */
export function compareCarts(before: Cart, current: Cart): CartChanges {
  const linesBefore = new Map(before.lines.map((line) => [line.productId, line]))
  const currentIds = new Set(current.lines.map(({ productId }) => productId))
  const prices: CartChanges['prices'] = []
  const lines = before.lines
    .filter(({ productId }) => !currentIds.has(productId))
    .map(({ productId, name, quantity }) => ({ productId, name, before: quantity, now: 0 }))
  for (const line of current.lines) {
    const { productId, name, quantity, unitPriceCents: nowCents } = line
    const lineBefore = linesBefore.get(productId)
    if (lineBefore?.quantity !== quantity || (isOrderable(line) && !isOrderable(lineBefore)))
      lines.push({ productId, name, before: lineBefore?.quantity ?? 0, now: quantity })
    else if (lineBefore.unitPriceCents !== nowCents && isOrderable(line))
      prices.push({ productId, name, beforeCents: lineBefore.unitPriceCents, nowCents })
  }
  return lines.length + prices.length > 0 ? { prices, lines } : NO_CHANGES
}
