import { CallError, sentenceOf } from './call-error.ts'

/**
 * Where on a form a failed call is said, and in what words: under the fields that the shop's
 * answer names, or, where it names none of these, of the form as a whole.
 */
export function refusedFields<Field extends string>(
  error: unknown,
  fields: readonly Field[],
): [field: Field | 'root', message: string][] {
  const errors: Record<string, string> = (error instanceof CallError && error.problem.errors) || {}
  const said = fields.flatMap((field): [Field, string][] => {
    const message = errors[field]
    return message ? [[field, message]] : []
  })
  return said.length > 0 ? said : [['root', sentenceOf(error)]]
}

/**
 * As `refusedFields`, for what is added under a key: where nothing answered it may have been added, and
 * whoever sends it again is told that he may.
 */
export function refusedAdding<Field extends string>(error: unknown, fields: readonly Field[]) {
  const unsure = error instanceof CallError && error.status === 0
  return refusedFields(error, fields).map(
    ([field, message]) =>
      [field, unsure && field === 'root' ? `${message} ${NOT_TWICE}` : message] as const,
  )
}

const NOT_TWICE = 'It is not added twice.'
