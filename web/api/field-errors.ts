import { CallError, formatError } from './call-error.ts'

/** Returns the messages of the given fields. `root` has the general message and the messages of all other fields. */
export function toFieldErrors<Field extends string>(
  error: unknown,
  fields: readonly Field[],
): [field: Field | 'root', message: string][] {
  const errors: Record<string, string> = (error instanceof CallError && error.problem.errors) || {}
  const fieldErrors = fields.flatMap((field): [Field, string][] => {
    const message = errors[field]
    return message ? [[field, message]] : []
  })
  const others = Object.entries(errors).flatMap(([field, message]) =>
    fields.includes(field as Field) ? [] : [message],
  )
  if (fieldErrors.length > 0 && others.length === 0) return fieldErrors
  return [...fieldErrors, ['root', [...new Set([formatError(error), ...others])].join(' ')]]
}

/**
 * Returns errors like `toFieldErrors`. If there was no response, the `root` message states that a repeat is safe. After
 * an edited repeat, it warns.
 */
export function toCreateFieldErrors<Field extends string>(
  error: unknown,
  fields: readonly Field[],
) {
  if (error instanceof CallError && error.problem.code === 'key_reused')
    return [['root', ADDED_BEFORE_EDIT] as const]
  const hasNoResponse = error instanceof CallError && error.status === 0
  return toFieldErrors(error, fields).map(
    ([field, message]) =>
      [
        field,
        hasNoResponse && field === 'root' ? `${message} ${NOT_ADDED_TWICE}` : message,
      ] as const,
  )
}

export const NOT_ADDED_TWICE = 'It won’t be added twice.'

const ADDED_BEFORE_EDIT =
  'It was already added without your last changes. If you try again, it will be added twice.'
