import { CallError, sentenceOf } from '../../../api/call-error.ts'
import { refusedFields } from '../../../api/refused-fields.ts'

/** Where on the order form a failed booking is said, and in what words. */
export function orderRefusal(error: unknown) {
  if (error instanceof CallError && error.problem.code === 'total_out_of_range') {
    return [['quantity', sentenceOf(error)]] as const
  }
  return refusedFields(error, ['quantity', 'phone', 'address'])
}
