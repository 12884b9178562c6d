import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form'

/** Shows errors under their fields and focuses the first field. `root`: the error of the form. */
export function showFieldErrors<Fields extends FieldValues>(
  setError: UseFormSetError<Fields>,
  errors: Iterable<readonly [field: FieldPath<Fields> | 'root', message: string]>,
): void {
  const list = [...errors]
  const first = list.find(([field]) => field !== 'root')?.[0]
  for (const [field, message] of list) {
    setError(field, { type: 'refused', message }, { shouldFocus: field === first })
  }
}
