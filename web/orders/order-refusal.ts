import { CallError, sentenceOf } from '../api/call-error.ts'

/** Fields of the order form that a refusal can be about; `root` is the form as a whole. */
export type RefusedField = 'quantity' | 'phone' | 'address' | 'root'

const FIELDS: RefusedField[] = ['quantity', 'phone', 'address']

/** Where on the form a failed booking is said, and in what words. */
export function orderRefusal(error: unknown): [field: RefusedField, message: string][] {
  const problem = error instanceof CallError ? error.problem : undefined
  if (problem?.code === 'total_out_of_range') return [['quantity', sentenceOf(error)]]
  const errors: Record<string, string> = problem?.errors ?? {}
  const said = FIELDS.flatMap((field): [RefusedField, string][] => {
    const message = errors[field]
    return message ? [[field, message]] : []
  })
  return said.length > 0 ? said : [['root', sentenceOf(error)]]
}
