import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form'

/** Shows errors under their fields and focuses a field with an error. `root`: the error of the form. */
export function showFieldErrors<Fields extends FieldValues>(
  setError: UseFormSetError<Fields>,
  errors: Iterable<readonly [field: FieldPath<Fields> | 'root', message: string]>,
): void {
  for (const [field, message] of errors) {
    setError(field, { type: 'refused', message }, { shouldFocus: field !== 'root' })
  }
}
