import type { z } from 'zod'
import type * as lists from './list-schemas.ts'
import type * as numbers from './own-number-schemas.ts'
import type * as pad from './pad-schemas.ts'

export type MatchedRows = z.infer<typeof pad.matchedRows>
export type PadRow = MatchedRows['rows'][number]
export type PadPart = MatchedRows['parts'][number]
export type PartMatch = PadRow['matches'][number]
export type Alternatives = z.infer<typeof pad.alternatives>
export type OwnNumber = z.infer<typeof numbers.ownNumber>
export type NewOwnNumber = z.infer<typeof numbers.newOwnNumber>
export type SavedListEntry = z.infer<typeof lists.savedListEntry>
export type SavedList = z.infer<typeof lists.savedList>
export type NewSavedList = z.infer<typeof lists.newSavedList>
export type SavedListChanges = z.infer<typeof lists.savedListChanges>
export type ChangedSavedList = z.infer<typeof lists.changedSavedList>
