import { type Cart, isOrderable } from '@freehub/contract/cart/cart'

/** The changes between the cart on the screen and a newer cart. */
export interface CartChanges {
  prices: { productId: string; name: string; beforeCents: number; nowCents: number }[]
  /**
   * Lines that were added or removed, have another quantity, or can be ordered again. A quantity is 0 if the cart does
   * not contain the line.
   */
  lines: { productId: string; name: string; before: number; now: number }[]
}

export const NO_CHANGES: CartChanges = { prices: [], lines: [] }

/** Compares the cart on the screen with a newer one. */
export function compareCarts(shown: Cart, current: Cart): CartChanges {
  const shownLines = new Map(shown.lines.map((line) => [line.productId, line]))
  const currentIds = new Set(current.lines.map(({ productId }) => productId))
  const prices: CartChanges['prices'] = []
  const lines = shown.lines
    .filter(({ productId }) => !currentIds.has(productId))
    .map(({ productId, name, quantity }) => ({ productId, name, before: quantity, now: 0 }))
  for (const line of current.lines) {
    const { productId, name, quantity, unitPriceCents: nowCents } = line
    const before = shownLines.get(productId)
    if (before?.quantity !== quantity || (isOrderable(line) && !isOrderable(before)))
      lines.push({ productId, name, before: before?.quantity ?? 0, now: quantity })
    else if (before.unitPriceCents !== nowCents && isOrderable(line))
      prices.push({ productId, name, beforeCents: before.unitPriceCents, nowCents })
  }
  return { prices, lines }
}
