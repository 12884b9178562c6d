import { ChevronDown } from 'lucide-react'

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
          {options.map(({ value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
        <ChevronDown className="ic" aria-hidden="true" />
      </span>
    </label>
  )
}
