import type { z } from 'zod'
import type * as numbers from './own-number-schemas.ts'
import type * as pad from './pad-schemas.ts'

export type MatchedRows = z.infer<typeof pad.matchedRows>
export type MatchedRow = MatchedRows['rows'][number]
export type PadPart = MatchedRows['parts'][number]
export type PartMatch = MatchedRow['matches'][number]
export type Alternatives = z.infer<typeof pad.alternatives>
export type OwnNumber = z.infer<typeof numbers.ownNumber>
export type NewOwnNumber = z.infer<typeof numbers.newOwnNumber>
