import type { z } from 'zod'
import { ORDER_TOTAL_MAXIMUM_CENTS, ORDER_TOTAL_MINIMUM_CENTS } from '../constants.ts'
import { centsOf } from '../money.ts'
import { type Refusal, refuse } from '../refusals.ts'
import type * as wire from './part-schemas.ts'

export type Part = z.infer<typeof wire.part>
export type PartDetails = z.infer<typeof wire.partDetails>
export type Family = z.infer<typeof wire.family>
/** Parts that agree with one at an interface are counted no further. */
export const MATES_UP_TO = 100

export type PartRelations = z.infer<typeof wire.partRelations>
export type NewPart = z.infer<typeof wire.newPart>
export type ChangedPart = z.infer<typeof wire.changedPart>
export type StockChange = z.infer<typeof wire.stockChange>
export type PartEdit = z.infer<typeof wire.partEdit>
export type StockLedger = z.infer<typeof wire.stockLedger>

type Quantities = Pick<Part, 'availableQuantity' | 'minimumOrder'>

/**
 * Why so many pieces of a part cannot be ordered, in the specification's words, or nothing.
 * Read by the purchase form and by the server alike.
 */
export function quantityRefusal(part: Quantities, quantity: number): Refusal | undefined {
  if (quantity < part.minimumOrder) {
    const detail = `You have to order minimum ${part.minimumOrder} pieces`
    return refuse('quantity_below_minimum', { detail, errors: { quantity: detail } })
  }
  if (quantity > part.availableQuantity) {
    const detail = `You can order maximum ${part.availableQuantity} pieces`
    return refuse('quantity_above_available', { detail, errors: { quantity: detail } })
  }
  return undefined
}

/** Why an order of this total cannot be paid by one card payment, or nothing. */
export function totalRefusal(totalCents: number): Refusal | undefined {
  return totalCents < ORDER_TOTAL_MINIMUM_CENTS || totalCents > ORDER_TOTAL_MAXIMUM_CENTS
    ? refuse('total_out_of_range')
    : undefined
}

/** What so many pieces cost, in dollars. */
export function totalPrice(part: Pick<Part, 'price'>, quantity: number): number {
  return (centsOf(part.price) * quantity) / 100
}

/** True when no order of this part can be placed: less is available than its minimum. */
export function isSoldOut(part: Quantities): boolean {
  return part.availableQuantity < part.minimumOrder
}
