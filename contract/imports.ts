import type { z } from 'zod'
import type * as wire from './wire/imports.ts'

export type PartImport = z.infer<typeof wire.partImport>
export type ImportRow = z.infer<typeof wire.importRow>
export type RowFate = z.infer<typeof wire.rowFate>
