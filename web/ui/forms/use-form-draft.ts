import { useEffect, useRef } from 'react'
import { type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form'
import { saveDraft } from './form-draft.ts'

/** Saves a form as the user types, so that a sign-in in between loses nothing. */
export function useFormDraft<Fields extends FieldValues>(
  email: string,
  form: string,
  { control, formState: { isDirty } }: Pick<UseFormReturn<Fields>, 'control' | 'formState'>,
): void {
  const values = JSON.stringify(useWatch({ control }))
  // A form that was edited back to its defaults is still saved.
  const wasDirty = useRef(false)

  useEffect(() => {
    wasDirty.current ||= isDirty
    if (wasDirty.current) saveDraft(email, form, JSON.parse(values))
  }, [isDirty, email, form, values])
}
