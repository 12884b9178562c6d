import { type PartFilters, readPartFilters } from '@freehub/contract/catalog/part-filters'
import { SEARCH_LENGTH } from '@freehub/contract/limits'
import { Search } from 'lucide-react'
import { onEnter } from '../../../ui/forms/on-enter.ts'
import { useDebouncedInput } from '../../../ui/forms/use-debounced-input.ts'
import type { UpdateFilters } from './use-part-filters.ts'

export function SearchInput({
  filters,
  updateFilters,
}: {
  filters: PartFilters
  updateFilters: UpdateFilters
}) {
  const { input, commitNow } = useDebouncedInput({
    value: filters.search,
    parse: parseSearch,
    format: identity,
    onCommit: (search, replace) => updateFilters({ search }, { replace }),
  })
  return (
    <div className="search parts-search">
      <Search className="ic" aria-hidden="true" />
      <input
        {...input}
        onKeyDown={onEnter(commitNow)}
        className="input"
        type="search"
        name="search"
        aria-label="Search parts"
        placeholder="Name, size or number, such as 46T or 6902"
        maxLength={SEARCH_LENGTH}
        enterKeyHint="search"
        spellCheck={false}
      />
    </div>
  )
}

const identity = (text: string) => text

/** Normalizes the text as the address does. */
const parseSearch = (text: string) => readPartFilters(new URLSearchParams({ search: text })).search
