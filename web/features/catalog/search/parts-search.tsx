import { type PartsWanted, readPartsWanted } from '@freehub/contract/catalog/parts-wanted'
import { SEARCH_LENGTH } from '@freehub/contract/limits'
import { Search } from 'lucide-react'
import { onEnter } from '../../../ui/forms/on-enter.ts'
import { useTyped } from '../../../ui/forms/use-typed.ts'
import type { Want } from './use-parts-wanted.ts'

/** Words, sizes or a part number. */
export function PartsSearch({ wanted, want }: { wanted: PartsWanted; want: Want }) {
  const { input, hearAtOnce } = useTyped({
    value: wanted.search,
    read: searchOf,
    say: asTyped,
    onTyped: (search, again) => want({ search }, { replace: again }),
  })
  return (
    <div className="search parts-search">
      <Search className="ic" aria-hidden="true" />
      <input
        {...input}
        onKeyDown={onEnter(hearAtOnce)}
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

const asTyped = (text: string) => text

/** What a text searches for, just as the address would read it. */
const searchOf = (text: string) => readPartsWanted(new URLSearchParams({ search: text })).search
