import type { z } from 'zod'
import {
  adviseQuantity,
  nearestQuantities,
  type PartTerms,
  priceAt,
  quantityBounds,
} from '../catalog/prices.ts'
import { formatCents, formatCount, pluralize } from '../money.ts'
import { quantityRefusal } from '../orders/order-refusals.ts'
import type { Refusal } from '../refusals.ts'
import type * as schemas from './cart-schemas.ts'

export type Cart = z.infer<typeof schemas.cart>
export type CartLine = z.infer<typeof schemas.cartLine>
export type CartChange = z.infer<typeof schemas.cartChanges>['changes'][number]
export type ChangedCart = z.infer<typeof schemas.changedCart>
export type CartCount = z.infer<typeof schemas.cartCount>
export type VisitorLines = z.infer<typeof schemas.visitorCart>['lines']
export type MergedCart = z.infer<typeof schemas.mergedCart>
export type CopiedLines = z.infer<typeof schemas.copiedLines>
export type CartOrder = z.infer<typeof schemas.cartOrder>
export type PlacedCartOrder = z.infer<typeof schemas.placedCartOrder>

type Problem = CartLine['problems'][number]

/** The data of a part that a cart shows. `isOnSale` is false after staff have deleted the part. */
export interface CartPart
  extends PartTerms,
    Pick<CartLine, 'productId' | 'name' | 'sku' | 'img' | 'available'> {
  isOnSale: boolean
}

/** Computes a line's price, advice and problems, for the server and for the cart screen. */
export function describeLine(part: CartPart, quantity: number, seenPriceCents?: number): CartLine {
  const { productId, name, sku, img, isOnSale, minimumOrder, orderMultiple, priceTiers } = part
  const available = isOnSale ? Math.max(part.available, 0) : 0
  const unitPriceCents = priceAt(part, quantity)
  const line = {
    productId,
    name,
    sku,
    img,
    quantity,
    unitPriceCents,
    available,
    minimumOrder,
    orderMultiple,
    priceTiers,
    listPriceCents: part.unitPriceCents,
    seenPriceCents: seenPriceCents ?? unitPriceCents,
    advice: (isOnSale && adviseQuantity(part, quantity, available)) || null,
  }
  return { ...line, problems: findProblems(part, line) }
}

/**
 * Returns the line with another quantity, for the cart screen while the customer types. If the customer has seen the
 * current price, the new price also counts as seen. Otherwise the seen price stays unchanged.
 */
export function changeQuantity(
  line: CartLine,
  quantity: number,
  seenPriceCents = line.seenPriceCents === line.unitPriceCents ? undefined : line.seenPriceCents,
): CartLine {
  return describeLine(toCartPart(line), quantity, seenPriceCents)
}

/** Returns the part of a line. The unit price of a part is its list price. */
export function toCartPart(line: CartLine): CartPart {
  return { ...line, unitPriceCents: line.listPriceCents, isOnSale: hasPartOnSale(line) }
}

/** Returns whether the part of the line is still on sale. */
export function hasPartOnSale({ problems }: CartLine): boolean {
  return problems.every(({ code }) => code !== 'part_missing')
}

function findProblems(part: CartPart, line: Omit<CartLine, 'problems'>): Problem[] {
  if (!part.isOnSale)
    return [{ code: 'part_missing', detail: 'This part is no longer sold.', quantities: [] }]
  const { quantity, available, unitPriceCents, seenPriceCents } = line
  const refusal = quantityRefusal({ ...part, availableQuantity: available }, quantity)
  const problems: Problem[] = []
  if (refusal) {
    problems.push({
      code: refusal.refused as Problem['code'],
      detail: describeLimit(part, available, refusal),
      quantities: nearestQuantities(part, quantity, available),
    })
  }
  if (seenPriceCents !== unitPriceCents) {
    const detail = `The price has changed from ${formatCents(seenPriceCents)} to ${formatCents(unitPriceCents)}.`
    problems.push({ code: 'price_changed', detail, quantities: [] })
  }
  return problems
}

/**
 * Describes the limit that a quantity violates. The refusal's own texts about the minimum and maximum are specified for
 * the purchase page, without thousands separators.
 */
function describeLimit(part: CartPart, available: number, { refused, detail }: Refusal): string {
  const { minimum, maximum } = quantityBounds(part, available)
  if (maximum < minimum) return describeSoldOut(available, minimum)
  if (refused === 'quantity_below_minimum')
    return `The minimum is ${formatCount(part.minimumOrder)} pieces.`
  if (refused === 'quantity_above_available')
    return `The maximum is ${pluralize(maximum, 'piece', 'pieces')}.`
  return detail as string
}

/** Describes a stock below the smallest quantity that can be ordered. */
export function describeSoldOut(available: number, minimum: number): string {
  if (available <= 0) return 'Out of stock. This part cannot be ordered now.'
  const left = `${formatCount(available)} ${available === 1 ? 'piece is' : 'pieces are'} left`
  return `Out of stock. Only ${left}, and the minimum order is ${formatCount(minimum)}.`
}

/** True if no quantity of the line's part can be ordered, because the stock is too small. */
export function isSoldOutLine(line: CartLine): boolean {
  const problem = findBlockingProblem(line)
  return problem?.quantities.length === 0 && problem.code !== 'part_missing'
}

/** Returns the shown unit price of each part. A request to order contains them, so that changed prices are refused. */
export const listUnitPrices = (lines: CartLine[]): Record<string, number> =>
  Object.fromEntries(lines.map(({ productId, unitPriceCents }) => [productId, unitPriceCents]))

/** Returns the problem that prevents the order of this line. */
export function findBlockingProblem({ problems }: CartLine): Problem | undefined {
  return problems.find(({ code }) => code !== 'price_changed')
}

/** True if the line can be ordered as it is. */
export function isOrderable(line: CartLine): boolean {
  return findBlockingProblem(line) === undefined
}

/** Returns the unit price to show, in cents. A line that cannot be ordered has its list price. */
export const shownUnitPriceCents = (line: CartLine): number =>
  isOrderable(line) ? line.unitPriceCents : line.listPriceCents

/** Returns the number of pieces of the lines that can be ordered. */
export const cartQuantity = (lines: CartLine[]): number =>
  lines.filter(isOrderable).reduce((sum, { quantity }) => sum + quantity, 0)

/** Returns the total of the lines that can be ordered, in cents, at most the largest safe integer. */
export function cartTotal(lines: CartLine[]): number {
  const total = lines
    .filter(isOrderable)
    .reduce((sum, { quantity, unitPriceCents }) => sum + quantity * unitPriceCents, 0)
  return Math.min(total, Number.MAX_SAFE_INTEGER)
}
