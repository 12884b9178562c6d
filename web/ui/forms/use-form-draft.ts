import { useEffect, useRef } from 'react'
import { type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form'
import { saveDraft } from './form-draft.ts'

/**
 * Saves a form while the user types, so that the text survives a sign-in. Does not save the values of a `reset`.
 * `readEdits` needs the `base` of the edits.
 */
export function useFormDraft<Fields extends FieldValues>(
  email: string,
  form: string,
  {
    control,
    formState: { isDirty, defaultValues },
  }: Pick<UseFormReturn<Fields>, 'control' | 'formState'>,
  base?: Fields,
): void {
  const values = JSON.stringify(useWatch({ control }))
  // A form is still saved after the user has restored its default values.
  const wasDirty = useRef(false)
  const lastDefaults = useRef(defaultValues)

  useEffect(() => {
    if (lastDefaults.current !== defaultValues) wasDirty.current = false
    lastDefaults.current = defaultValues
    wasDirty.current ||= isDirty
    if (wasDirty.current) saveDraft(email, form, { ...JSON.parse(values), base })
  }, [isDirty, defaultValues, email, form, values, base])
}
