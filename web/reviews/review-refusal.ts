import { CallError } from '../api/call-error.ts'
import { refusedFields } from '../api/refused-fields.ts'

/**
 * Where on the form a failed review is said, and in what words. Sending it twice adds it twice, so
 * whoever got no answer in time is told to look first.
 */
export function reviewRefusal(error: unknown) {
  if (error instanceof CallError && error.problem.code === 'too_slow') {
    return [['root', LOOK_FIRST]] as const
  }
  return refusedFields(error, ['comment', 'ratting'])
}

const LOOK_FIRST =
  'The shop takes too long to answer. Your review may have been added all the same: look on the home page before you send it again.'
