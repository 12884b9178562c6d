import { CallError } from '../api/call-error.ts'
import { refusedFields } from '../api/refused-fields.ts'
import { nothingTyped } from './new-part-draft.ts'

const FIELDS = Object.keys(nothingTyped) as (keyof typeof nothingTyped)[]

/** Where on the form it is said that a part was not added, and in what words. */
export function newPartRefusal(error: unknown) {
  return refusedFields(error, FIELDS).map(([field, message]) => {
    const unsure = field === 'root' && error instanceof CallError && error.status === 0
    return [field, unsure ? `${message} ${LOOK_FIRST}` : message] as const
  })
}

/** Nothing answered, and a second try could add the part a second time. */
const LOOK_FIRST = 'Look under Manage Products first: the product may have been added.'
