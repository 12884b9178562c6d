import { SEARCH_LENGTH } from '@freehub/contract/limits'
import { type SyntheticEvent, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { paths } from '../../paths.ts'
import { SearchIcon } from '../../ui/icons.tsx'
import { useCloseWhenWide } from './use-close-when-wide.ts'

/** The search of all parts. Below 1,100 pixels it is a popover. It works without scripts. */
export function BarSearch() {
  const navigate = useNavigate()
  const { pathname, search: query } = useLocation()
  const params = new URLSearchParams(pathname === paths.allParts ? query : '')
  const search = params.get('search') ?? ''
  const popover = useRef<HTMLElement>(null)
  const form = useRef<HTMLFormElement>(null)
  useCloseWhenWide(68.75, close)
  // After a new search, the field shows its text. Text typed before hydration stays.
  useEffect(() => () => form.current?.reset(), [search])

  function close() {
    if (popover.current?.matches(':popover-open')) popover.current.hidePopover()
  }

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    const text = String(new FormData(event.currentTarget).get('search')).trim()
    const view = params.get('view') === 'list' ? 'list' : undefined
    close()
    void navigate(paths.filteredParts({ search: text, view }))
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
        <form ref={form} action={paths.allParts} onSubmit={submit}>
          <input
            className="input"
            type="search"
            name="search"
            defaultValue={search}
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
