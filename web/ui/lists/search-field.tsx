import { Search } from 'lucide-react'
import { useTyped } from '../forms/use-typed.ts'

interface SearchFieldProps {
  label: string
  /** What can be searched for. */
  placeholder: string
  searched: string
  /** `again`: one goes on with the search that the address says already. */
  onSearch: (search: string, again: boolean) => void
}

const asTyped = (text: string) => text
const trimmed = (text: string) => text.trim()

/** Searches as soon as one pauses typing, or at once with Enter. */
export function SearchField({ label, placeholder, searched, onSearch }: SearchFieldProps) {
  const { input, hearAtOnce } = useTyped({
    value: searched,
    read: trimmed,
    say: asTyped,
    onTyped: onSearch,
  })
  return (
    <search>
      <form
        className="search"
        onSubmit={(event) => {
          event.preventDefault()
          hearAtOnce()
        }}
      >
        <Search className="ic" aria-hidden="true" />
        <input
          {...input}
          className="input"
          type="search"
          aria-label={label}
          placeholder={placeholder}
          maxLength={200}
        />
      </form>
    </search>
  )
}
