import type { z } from 'zod'
import { centsOf, formatCount } from '../money.ts'
import type * as schemas from './part-schemas.ts'
import type { PartTerms, PriceTier } from './prices.ts'

export type Part = z.infer<typeof schemas.part>
export type ManagedPart = z.infer<typeof schemas.managedPart>
export type DeletedPart = z.infer<typeof schemas.deletedPart>
export type ManagedPartsStatus = z.infer<typeof schemas.managedPartsStatus>
export type PartData = z.infer<typeof schemas.partData>
export type PartDetails = z.infer<typeof schemas.partDetails>
export type Family = z.infer<typeof schemas.family>
export type Facet = z.infer<typeof schemas.facet>
export type FitEntry = z.infer<typeof schemas.fitEntry>
export type PartFits = z.infer<typeof schemas.partFits>
export type PartRelations = z.infer<typeof schemas.partRelations>
export type PartFields = z.infer<typeof schemas.partFields>
export type DrawingPreview = z.infer<typeof schemas.drawingPreview>
export type NewPart = z.infer<typeof schemas.newPart>
export type PartUpdate = z.infer<typeof schemas.partUpdate>
export type StockChange = z.infer<typeof schemas.stockChange>
export type PartEdit = z.infer<typeof schemas.partEdit>
export type PartStock = z.infer<typeof schemas.partStock>

/** The count of compatible parts at an interface stops at this number. */
export const COMPATIBLE_COUNT_MAXIMUM = 100

type Quantities = Pick<Part, 'availableQuantity' | 'minimumOrder'>

/** Returns the terms that decide the price and the valid quantities of an order line. */
export function toTerms(
  { price, minimumOrder }: Pick<Part, 'price' | 'minimumOrder'>,
  { priceTiers, orderMultiple }: Pick<PartDetails, 'priceTiers' | 'orderMultiple'>,
): PartTerms {
  return {
    unitPriceCents: centsOf(price),
    minimumOrder,
    orderMultiple,
    priceTiers: toTiers(priceTiers).slice(1),
  }
}

/** Converts price tiers from dollars to cents. */
export function toTiers(tiers: PartDetails['priceTiers']): PriceTier[] {
  return tiers.map(({ fromQuantity, price }) => ({ fromQuantity, unitPriceCents: centsOf(price) }))
}

export function isSoldOut(part: Quantities): boolean {
  return part.availableQuantity < part.minimumOrder
}

/** Formats a weight: `305 g`, `15.25 kg`, `1,240 kg`. */
export function formatWeight(grams: number): string {
  const [value, unit] = grams < 1000 ? [grams, 'g'] : [grams / 1000, 'kg']
  const rounded = value < 100 ? Number(value.toFixed(2)) : formatCount(Math.round(value))
  return `${rounded} ${unit}`
}
