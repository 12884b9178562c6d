import { SEARCH_LENGTH } from '@freehub/contract/limits'
import { Search } from 'lucide-react'
import { useDebouncedText } from '../forms/use-debounced-input.ts'

interface SearchFieldProps {
  label: string
  placeholder: string
  search: string
  /** `isRefinement`: the text refines the search that is already in the URL. */
  onSearch: (search: string, isRefinement: boolean) => void
}

/** A search field that searches when the user pauses typing. Enter searches immediately. */
export function SearchField({ label, placeholder, search, onSearch }: SearchFieldProps) {
  const { input, commitNow } = useDebouncedText({ value: search, onCommit: onSearch })
  return (
    <search>
      <form
        className="search relative"
        onSubmit={(event) => {
          event.preventDefault()
          commitNow()
        }}
      >
        <Search className="ic" aria-hidden="true" />
        <input
          {...input}
          className="input pl-11 pr-2"
          type="search"
          aria-label={label}
          placeholder={placeholder}
          maxLength={SEARCH_LENGTH}
        />
      </form>
    </search>
  )
}
