import { ChevronDown } from 'lucide-react'
import { Options } from '../forms/select-field.tsx'

interface ListSelectProps<Value> {
  label: string
  value: Value
  options: readonly { value: Value; name: string }[]
  onChange: (value: Value) => void
}

/** A labelled choice above a list. */
export function ListSelect<Value extends string>(props: ListSelectProps<Value>) {
  const { label, value, options, onChange } = props
  return (
    <label className="list-select">
      <span className="cap">{label}</span>
      <span className="select">
        <select value={value} onChange={({ target }) => onChange(target.value as Value)}>
          <Options of={options.map(({ value, name }) => [value, name])} />
        </select>
        <ChevronDown className="ic" aria-hidden="true" />
      </span>
    </label>
  )
}
