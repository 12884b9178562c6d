import type { z } from 'zod'
import type * as lists from './saved-list-schemas.ts'

export type SavedListEntry = z.infer<typeof lists.savedListEntry>
export type ListedSavedList = z.infer<typeof lists.listedSavedList>
export type SavedList = z.infer<typeof lists.savedList>
export type NewSavedList = z.infer<typeof lists.newSavedList>
export type SavedListChanges = z.infer<typeof lists.savedListChanges>
export type ChangedSavedList = z.infer<typeof lists.changedSavedList>
