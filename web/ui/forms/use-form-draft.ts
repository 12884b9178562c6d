import { useEffect, useRef } from 'react'
import { type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form'
import { saveDraft } from './form-draft.ts'

/** Saves a form while the user types, so that the text survives a sign-in. `readEdits` needs the `base` of the edits. */
export function useFormDraft<Fields extends FieldValues>(
  email: string,
  form: string,
  { control, formState: { isDirty } }: Pick<UseFormReturn<Fields>, 'control' | 'formState'>,
  base?: Fields,
): void {
  const values = JSON.stringify(useWatch({ control }))
  // A form is still saved after the user has restored its default values.
  const wasDirty = useRef(false)

  useEffect(() => {
    wasDirty.current ||= isDirty
    if (wasDirty.current) saveDraft(email, form, { ...JSON.parse(values), base })
  }, [isDirty, email, form, values, base])
}
