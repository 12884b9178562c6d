import { useEffect, useRef } from 'react'
import { type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form'
import { keepDraft } from './form-draft.ts'

/** Keeps a form as it is typed, so that a sign-in in the middle loses nothing. */
export function useKeptDraft<Fields extends FieldValues>(
  email: string,
  form: string,
  { control, formState: { isDirty } }: Pick<UseFormReturn<Fields>, 'control' | 'formState'>,
): void {
  const typed = JSON.stringify(useWatch({ control }))
  // Who types back to what stood there has typed all the same.
  const wasDirty = useRef(false)

  useEffect(() => {
    wasDirty.current ||= isDirty
    if (wasDirty.current) keepDraft(email, form, JSON.parse(typed))
  }, [isDirty, email, form, typed])
}
