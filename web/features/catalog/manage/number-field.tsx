import type { ComponentProps } from 'react'
import { Field } from '../../../ui/forms/field.tsx'

/** A number to type in. Scrolling over it scrolls the page: it does not change what was typed. */
export function NumberField(props: ComponentProps<typeof Field>) {
  return <Field {...props} type="number" onWheel={(event) => event.currentTarget.blur()} />
}
