import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ComponentProps } from 'react'
import { FieldFrame } from './field.tsx'

/** The options of a `<select>`, as values with names. */
export const Options = ({ of }: { of: (readonly [value: string | number, name: string])[] }) =>
  of.map(([value, name]) => (
    <option key={value} value={value}>
      {name}
    </option>
  ))

type SelectFieldProps = Omit<ComponentProps<typeof FieldFrame>, 'children'> &
  Omit<ComponentProps<'select'>, 'className'>

/** A list of choices with its label. */
export function SelectField({ label, hint, error, className, ...select }: SelectFieldProps) {
  return (
    <FieldFrame {...{ label, hint, error, className }}>
      {(control) => (
        <span className="select">
          <select {...select} {...control} />
          <ChevronDown className="ic" aria-hidden="true" />
        </span>
      )}
    </FieldFrame>
  )
}
