import { toCreateFieldErrors } from '../../../api/field-errors.ts'
import { emptyDraft } from './part-draft.ts'

const FIELDS = Object.keys(emptyDraft) as (keyof typeof emptyDraft)[]

/** Maps a failed call to the fields of the form and their messages. */
export const listNewPartErrors = (error: unknown) => toCreateFieldErrors(error, FIELDS)
