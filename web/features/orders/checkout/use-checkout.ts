import {
  type Cart,
  type CartLine,
  cartTotal,
  findBlockingProblem,
} from '@freehub/contract/cart/cart'
import type { RefusedLine } from '@freehub/contract/refusals'
import { useState } from 'react'
import { CallError, isOutcomeUnknown } from '../../../api/call-error.ts'
import { compareCarts, NO_CHANGES } from './compare-carts.ts'
import { usePlaceCartOrder } from './place-cart-order.ts'

/** A line that cannot be ordered as it is, with the reason. */
export interface RefusedCartLine {
  line: CartLine
  detail: string
  /** The valid quantities. */
  quantities: number[]
}

/**
 * The cart on the screen, and the placement of its order. While an order is pending or its outcome
 * is unknown, the screen keeps the cart, because the same order must be sent again.
 */
export function useCheckout(cart: Cart, email: string) {
  const placement = usePlaceCartOrder(email)
  const { isPending, isSuccess, error } = placement
  const isKept = isPending || isSuccess || (error !== null && isOutcomeUnknown(error))
  const [shown, setShown] = useState({ cart, changes: NO_CHANGES, previousTotal: 0 })
  const [leftOutIds, setLeftOutIds] = useState<string[]>([])

  if (!isKept && cart !== shown.cart && cart.version >= shown.cart.version) {
    const found = compareCarts(shown.cart, cart)
    const hasChanged = found.lines || found.prices.length > 0
    setShown({
      cart,
      changes: hasChanged ? found : shown.changes,
      previousTotal: hasChanged ? totalOf(shown.cart.lines, leftOutIds) : shown.previousTotal,
    })
  }

  const { lines, version } = shown.cart
  const leftOut = lines.filter(({ productId }) => leftOutIds.includes(productId))
  const ordered = lines.filter(({ productId }) => !leftOutIds.includes(productId))
  const refused = findRefused(ordered, error)
  return {
    placement,
    changes: shown.changes,
    previousTotal: shown.previousTotal,
    version,
    totalCents: totalOf(lines, leftOutIds),
    isEmpty: lines.length === 0,
    canChangeCart: !isKept && leftOut.length === 0,
    ordered,
    leftOut,
    refused,
    /** True if the refused lines or the changes state why the order was not placed. */
    isExplained: refused.length > 0 || (shown.changes !== NO_CHANGES && isChangeRefusal(error)),
    leaveOut: (productIds: string[]) => setLeftOutIds([...leftOutIds, ...productIds]),
    putBack: () => setLeftOutIds([]),
    /**
     * Shows the cart that the customer has changed on this screen, without a note about changes.
     */
    showChanged: (changed: Cart) => setShown((before) => ({ ...before, cart: changed })),
    dismissChanges: () => setShown({ ...shown, changes: NO_CHANGES }),
  }
}

function isChangeRefusal(error: Error | null): boolean {
  const code = error instanceof CallError ? error.problem.code : undefined
  return code === 'prices_changed' || code === 'cart_changed'
}

function totalOf(lines: CartLine[], leftOutIds: string[]): number {
  return cartTotal(lines.filter(({ productId }) => !leftOutIds.includes(productId)))
}

/** Finds the lines that cannot be ordered, according to the cart or the last refusal. */
export function findRefused(lines: CartLine[], error: Error | null): RefusedCartLine[] {
  const problemLines = error instanceof CallError ? (error.problem.lines ?? []) : []
  const reasons = new Map(
    problemLines
      .filter(({ code }) => code !== 'prices_changed')
      .map((reason) => [reason.productId, reason]),
  )
  return lines.flatMap((line) => {
    const problem = findBlockingProblem(line)
    if (problem) return [{ line, detail: problem.detail, quantities: problem.quantities }]
    const reason = reasons.get(line.productId)
    return reason ? [{ line, detail: reason.detail, quantities: possibleQuantities(reason) }] : []
  })
}

function possibleQuantities({ available = 0 }: Pick<RefusedLine, 'available'>): number[] {
  return available > 0 ? [available] : []
}
