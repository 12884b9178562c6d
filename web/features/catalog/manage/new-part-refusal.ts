import { refusedAdding } from '../../../api/refused-fields.ts'
import { nothingTyped } from './new-part-draft.ts'

const FIELDS = Object.keys(nothingTyped) as (keyof typeof nothingTyped)[]

/** Where on the form it is said that a part was not added, and in what words. */
export const newPartRefusal = (error: unknown) => refusedAdding(error, FIELDS)
