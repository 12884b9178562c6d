import { SEARCH_LENGTH } from '@freehub/contract/limits'
import { type SyntheticEvent, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { paths } from '../../paths.ts'
import { SearchIcon } from '../../ui/icons.tsx'
import { useCloseWhenWide } from './use-close-when-wide.ts'

/** The search of all parts. Below 1,100 pixels it is a popover. It works without scripts. */
export function BarSearch() {
  const navigate = useNavigate()
  const { search: query } = useLocation()
  const popover = useRef<HTMLElement>(null)
  useCloseWhenWide(68.75, close)

  function close() {
    if (popover.current?.matches(':popover-open')) popover.current.hidePopover()
  }

  function search(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const search = String(new FormData(form).get('search')).trim()
    const view = new URLSearchParams(query).get('view') === 'list' ? 'list' : undefined
    // The results have their own field for the search.
    form.reset()
    close()
    void navigate(paths.filteredParts({ search, view }))
  }

  return (
    <>
      <search
        ref={popover}
        id="bar-search"
        className="bar-search"
        popover="auto"
        onToggle={(event) =>
          event.newState === 'open' && event.currentTarget.querySelector('input')?.focus()
        }
      >
        <form action={paths.allParts} onSubmit={search}>
          <input
            className="input"
            type="search"
            name="search"
            aria-label="Search all parts"
            placeholder="Search parts"
            maxLength={SEARCH_LENGTH}
            enterKeyHint="search"
          />
        </form>
      </search>
      <button
        type="button"
        className="tool xl:hidden"
        popoverTarget="bar-search"
        aria-label="Search"
      >
        <SearchIcon />
      </button>
    </>
  )
}
