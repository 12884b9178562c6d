import type { ComponentProps } from 'react'
import { Field } from '../../ui/forms/field.tsx'

/** A field for a code of six digits. Phones and password managers can fill it in. */
export function CodeField(props: ComponentProps<typeof Field>) {
  return (
    <Field inputMode="numeric" autoComplete="one-time-code" className="code-field" {...props} />
  )
}

/** Validation rules for a code of six digits. Spaces are ignored. */
export const codeRules = {
  setValueAs: (input: string) => input.replace(/\s/g, ''),
  validate: (code: string) => /^\d{6}$/.test(code) || 'Six digits required',
}
