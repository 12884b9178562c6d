import type { ComponentProps } from 'react'
import { Field } from '../../ui/forms/field.tsx'

/** Six digits to type, which phones and password managers may fill in. */
export function CodeField(props: ComponentProps<typeof Field>) {
  return (
    <Field inputMode="numeric" autoComplete="one-time-code" className="code-field" {...props} />
  )
}
