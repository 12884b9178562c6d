import { type Cart, cartTotal } from '@freehub/contract/cart/cart'
import { useState } from 'react'
import { CallError, isOutcomeUnknown } from '../../../api/call-error.ts'
import { NO_CHANGES, showChangedCart, showNewerCart } from './compare-carts.ts'
import { findRefusedLines, type RefusedCartLine } from './find-refused-lines.ts'
import { usePlaceCartOrder } from './place-cart-order.ts'

/**
 * The cart on the screen, and the placement of its order. While an order is pending or its outcome
 * is unknown, the screen keeps the cart, because the same order must be sent again.
 */
export function useCheckout(cart: Cart, email: string) {
  const placement = usePlaceCartOrder(email)
  const { isPending, isSuccess } = placement
  const mustKeepCart =
    isPending || isSuccess || (placement.error !== null && isOutcomeUnknown(placement.error))
  const [shown, setShown] = useState({
    cart,
    seen: cart,
    changes: NO_CHANGES,
    previousTotalCents: 0,
  })
  const [leftOutIds, setLeftOutIds] = useState(() => listIds(findRefusedLines(cart.lines, null)))

  const { lines, version } = shown.cart
  // A refusal applies only to the cart that was sent, unless it states that the cart or a price has changed.
  const isOutdated = placement.variables?.version !== version && !isChangeRefusal(placement.error)
  const error = isOutdated ? null : placement.error
  const refusedLines = findRefusedLines(lines, error)
  const refusedIds = mustKeepCart ? leftOutIds : listIds(refusedLines)
  const orderedLines = lines.filter(({ productId }) => !refusedIds.includes(productId))
  const totalCents = cartTotal(orderedLines)
  const newRefusedLines = refusedLines.filter(
    ({ line }) => orderedLines.length === 0 || !leftOutIds.includes(line.productId),
  )
  const isRefused = error !== null && !isOutcomeUnknown(error)

  if (!mustKeepCart && cart !== shown.cart && cart.version >= version)
    setShown(showNewerCart(shown, cart, totalCents))

  return {
    placement,
    changes: shown.changes,
    previousTotalCents: shown.previousTotalCents,
    version,
    totalCents,
    isEmpty: lines.length === 0,
    canChangeCart: !mustKeepCart,
    lines,
    orderedLines,
    refusedLines,
    /**
     * The refused lines, without those refused when the page opened or left out by the last order. All refused lines if
     * no other line remains.
     */
    newRefusedLines,
    refusedIds,
    /** True if the new refused lines or the changes state why the order was not placed. */
    isRefusalExplained:
      isRefused &&
      (newRefusedLines.length > 0 || (shown.changes !== NO_CHANGES && isChangeRefusal(error))),
    /** False if the error applies to an earlier version of the cart. */
    isErrorCurrent: !isOutdated,
    /** Keeps the lines that the sent order leaves out, for a repeated request. */
    setLeftOutIds,
    /** Shows the cart that the customer has changed on this screen, without a note about changes. */
    showChangedCart: (changed: Cart) => setShown((before) => showChangedCart(before, changed)),
    dismissChanges: () => setShown({ ...shown, seen: shown.cart, changes: NO_CHANGES }),
  }
}

const listIds = (refusedLines: RefusedCartLine[]) => refusedLines.map(({ line }) => line.productId)

/** True if the order was refused because the cart or a price has changed. */
function isChangeRefusal(error: Error | null): boolean {
  const code = error instanceof CallError ? error.problem.code : undefined
  return code === 'prices_changed' || code === 'cart_changed'
}
