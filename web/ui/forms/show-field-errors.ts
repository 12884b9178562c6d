import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form'

/**
 * Shows the errors of a failed call under their fields and focuses the first one. `root` is the
 * error of the whole form.
 */
export function showFieldErrors<Fields extends FieldValues>(
  setError: UseFormSetError<Fields>,
  errors: Iterable<readonly [field: FieldPath<Fields> | 'root', message: string]>,
): void {
  for (const [field, message] of errors) {
    setError(field, { type: 'refused', message }, { shouldFocus: field !== 'root' })
  }
}
