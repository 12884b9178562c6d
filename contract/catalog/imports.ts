import type { z } from 'zod'
import type * as schemas from './import-schemas.ts'

export type PartImport = z.infer<typeof schemas.partImport>
export type ImportRow = z.infer<typeof schemas.importRow>
export type RowResult = z.infer<typeof schemas.rowResult>

export const PART_COLUMNS = [
  'id',
  'sku',
  'name',
  'description',
  'img',
  'price',
  'minimumOrder',
  'availableQuantity',
  'family',
  'packSize',
  'cartonSize',
  'weightGrams',
  'leadTimeDays',
  'hsCode',
  'priceTiers',
  'orderMultiple',
  'gtin',
  'competitorNumbers',
  'needs',
  'offers',
] as const

export type PartColumn = (typeof PART_COLUMNS)[number]

export const REQUIRED_PART_COLUMNS = [
  'name',
  'description',
  'img',
  'price',
  'minimumOrder',
  'availableQuantity',
] as const satisfies PartColumn[]
