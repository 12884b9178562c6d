import { QUANTITY_MAXIMUM } from '../constants.ts'
import { formatCents, formatCount, pluralize } from '../money.ts'

/** A unit price that applies from a minimum quantity. */
export interface PriceTier {
  fromQuantity: number
  unitPriceCents: number
}

/** The terms that decide the price and the valid quantities of an order line. */
export interface PartTerms {
  /** The price per unit without a quantity discount. */
  unitPriceCents: number
  minimumOrder: number
  /** The quantity of an order must be a multiple of this; null if any quantity is allowed. */
  orderMultiple: number | null
  /** The price steps, without the tier at the list price, sorted by quantity. Unit prices fall from step to step. */
  priceTiers: PriceTier[]
}

/** Returns the unit price in cents, at most the list price. Screens, orders and documents all use this function. */
export function priceAt(terms: Pick<PartTerms, 'unitPriceCents' | 'priceTiers'>, quantity: number) {
  const tier = terms.priceTiers.findLast(({ fromQuantity }) => fromQuantity <= quantity)
  return Math.min(tier?.unitPriceCents ?? terms.unitPriceCents, terms.unitPriceCents)
}

/** Returns the total of an order line in cents, at most the largest safe integer. */
export function lineTotal(terms: PartTerms, quantity: number): number {
  return Math.min(priceAt(terms, quantity) * quantity, Number.MAX_SAFE_INTEGER)
}

type QuantityTerms = Pick<PartTerms, 'minimumOrder' | 'orderMultiple'>

/** Returns the smallest valid quantity of at least `quantity`. */
export function roundUpQuantity(
  { minimumOrder, orderMultiple }: QuantityTerms,
  quantity: number,
): number {
  const multiple = orderMultiple ?? 1
  return Math.ceil(Math.max(quantity, minimumOrder) / multiple) * multiple
}

/** Returns the limits of valid quantities. With too little stock, the maximum is below the minimum. */
export function quantityBounds(
  terms: QuantityTerms,
  available: number,
): { minimum: number; maximum: number } {
  const multiple = terms.orderMultiple ?? 1
  return {
    minimum: roundUpQuantity(terms, 0),
    maximum: Math.floor(Math.min(available, QUANTITY_MAXIMUM) / multiple) * multiple,
  }
}

/**
 * Returns the nearest valid quantities below and above `quantity`. Returns only one if `quantity` is valid or outside
 * the limits, and none with too little stock.
 */
export function nearestQuantities(
  terms: QuantityTerms,
  quantity: number,
  available: number,
): number[] {
  const { minimum, maximum } = quantityBounds(terms, available)
  if (maximum < minimum) return []
  const multiple = terms.orderMultiple ?? 1
  const nearest = [Math.floor(quantity / multiple), Math.ceil(quantity / multiple)].map((count) =>
    Math.max(minimum, Math.min(maximum, count * multiple)),
  )
  return [...new Set(nearest)]
}

/**
 * Returns the next larger or smaller valid quantity, or the limit itself. For NaN or too little stock, returns the
 * minimum.
 */
export function stepQuantity(
  terms: QuantityTerms,
  quantity: number,
  step: 1 | -1,
  available: number,
): number {
  const { minimum, maximum } = quantityBounds(terms, available)
  if (Number.isNaN(quantity)) return minimum
  const multiple = terms.orderMultiple ?? 1
  const next =
    step === 1
      ? (Math.floor(quantity / multiple) + 1) * multiple
      : (Math.ceil(quantity / multiple) - 1) * multiple
  return Math.max(minimum, Math.min(maximum, next))
}

/**
 * Returns the valid quantity with the lowest total, from `quantity` to `available`. For equal
 * totals, returns the smaller quantity. Undefined if no quantity is valid.
 */
export function findCheapestQuantity(
  terms: PartTerms,
  quantity: number,
  available: number,
): number | undefined {
  // Of equal totals, `sort` keeps the smaller quantity first.
  return findTierStarts(terms, quantity, available).sort(
    (a, b) => lineTotal(terms, a) - lineTotal(terms, b),
  )[0]
}

/**
 * Returns the only quantities that can have the lowest total: the smallest valid one from `quantity` on, and the
 * smallest valid one of each later tier. Omits those above `available`. Within a tier, larger quantities cost more.
 */
function findTierStarts(terms: PartTerms, quantity: number, available: number): number[] {
  const smallest = roundUpQuantity(terms, quantity)
  const later = terms.priceTiers
    .map(({ fromQuantity }) => roundUpQuantity(terms, fromQuantity))
    .filter((start) => start > smallest)
  const { maximum } = quantityBounds(terms, available)
  return [smallest, ...later].filter((start) => start <= maximum)
}

/** A larger quantity at a lower unit price. */
export interface QuantityAdvice {
  quantity: number
  unitPriceCents: number
  /** How much less the larger quantity costs in total, in cents. Null if it does not cost less. */
  savingCents: number | null
}

/**
 * Returns the larger quantity with the lowest total, if that is below the total of `quantity`. Otherwise returns the
 * first quantity of the next price step. Undefined if neither exists, or if `quantity` cannot be ordered.
 */
export function adviseQuantity(
  terms: PartTerms,
  quantity: number,
  available: number,
): QuantityAdvice | undefined {
  const [smallest, next] = findTierStarts(terms, quantity, available)
  if (smallest !== quantity || next === undefined) return undefined
  const cheapest = findCheapestQuantity(terms, quantity, available) as number
  const advised = cheapest > quantity ? cheapest : next
  return {
    quantity: advised,
    unitPriceCents: priceAt(terms, advised),
    savingCents:
      cheapest > quantity ? lineTotal(terms, quantity) - lineTotal(terms, cheapest) : null,
  }
}

/**
 * Returns errors by field: `priceTiers.0.price`, `priceTiers.0.fromQuantity` or `orderMultiple`.
 * Empty if the terms are valid.
 */
export function findTermsErrors(terms: PartTerms): Record<string, string> {
  const { minimumOrder, orderMultiple } = terms
  const errors: Record<string, string> = {}
  if (orderMultiple && minimumOrder % orderMultiple !== 0) {
    errors.orderMultiple = `The minimum order of ${pluralize(minimumOrder, 'piece', 'pieces')} is not a multiple of ${formatCount(orderMultiple)}. Change one of them.`
  }
  let before = { fromQuantity: minimumOrder, unitPriceCents: terms.unitPriceCents }
  for (const [index, step] of terms.priceTiers.entries()) {
    if (step.fromQuantity <= before.fromQuantity) {
      const isFirst = index === 0
      errors[`priceTiers.${index}.fromQuantity`] =
        `Enter more than ${pluralize(before.fromQuantity, 'piece', 'pieces')}, the ${isFirst ? 'minimum order' : 'quantity of the step before'}.`
    }
    if (step.unitPriceCents >= before.unitPriceCents) {
      errors[`priceTiers.${index}.price`] =
        `Enter less than ${formatCents(before.unitPriceCents)}, the price before this step.`
    }
    before = step
  }
  return errors
}
