import { type Cart, isOrderable } from '@freehub/contract/cart/cart'

/** The changes between the cart on the screen and a newer cart. */
export interface CartChanges {
  prices: { productId: string; name: string; beforeCents: number; nowCents: number }[]
  /** True if lines were added, removed or changed, or can be ordered in only one cart. */
  hasChangedLines: boolean
}

export const NO_CHANGES: CartChanges = { prices: [], hasChangedLines: false }

/** Compares the cart on the screen with a newer one. */
export function compareCarts(shown: Cart, current: Cart): CartChanges {
  const shownLines = new Map(shown.lines.map((line) => [line.productId, line]))
  const prices: CartChanges['prices'] = []
  let hasChangedLines = shown.lines.length !== current.lines.length
  for (const line of current.lines) {
    const { productId, name, quantity, unitPriceCents: nowCents } = line
    const before = shownLines.get(productId)
    if (before?.quantity !== quantity || isOrderable(before) !== isOrderable(line))
      hasChangedLines = true
    else if (before.unitPriceCents !== nowCents)
      prices.push({ productId, name, beforeCents: before.unitPriceCents, nowCents })
  }
  return { prices, hasChangedLines }
}
