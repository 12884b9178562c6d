import type { z } from 'zod'
import type * as wire from './import-schemas.ts'

export type PartImport = z.infer<typeof wire.partImport>
export type ImportRow = z.infer<typeof wire.importRow>
export type RowFate = z.infer<typeof wire.rowFate>

/** The headings of a list of parts, as it is exported and read in. */
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
] as const

export type PartColumn = (typeof PART_COLUMNS)[number]

/** Without these there is no new part. */
export const COLUMNS_OF_NEW_PARTS = [
  'name',
  'description',
  'img',
  'price',
  'minimumOrder',
  'availableQuantity',
] as const satisfies PartColumn[]
