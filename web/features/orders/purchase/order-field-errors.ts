import { CallError, formatError } from '../../../api/call-error.ts'
import { toFieldErrors } from '../../../api/field-errors.ts'

/** Maps a failed order to fields of the form and their messages. `root` is the whole form. */
export function toOrderFieldErrors(error: unknown) {
  if (error instanceof CallError && error.problem.code === 'total_out_of_range') {
    return [['quantity', formatError(error)]] as const
  }
  return toFieldErrors(error, ['quantity', 'phone', 'address'])
}
