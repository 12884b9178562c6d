import { type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import { readStored, useStored } from '../../../api/use-stored.ts'
import { Button } from '../../../ui/button.tsx'
import { CloseIcon } from '../../../ui/icons.tsx'
import { preventScrollReset } from '../../../ui/page/scroll-restoration.tsx'
import { ListNameForm } from '../../saved-lists/list-name-form.tsx'

interface SavedFilter {
  name: string
  /** The query string of the list's first page. */
  query: string
}

interface SavedFiltersProps {
  /** The email of the user. This browser stores the filters of each user separately. */
  email: string
  /** The query string of the current filters. `?` if there are none. */
  query: string
  /** The heading of the page. It gets the focus after the removal of the last filter. */
  heading: RefObject<HTMLElement | null>
}

/** Links to the filters that the user has saved in this browser, and a form that saves the current filters. */
export function SavedFilters({ email, query, heading }: SavedFiltersProps) {
  const key = `orderFilters:${email}`
  const [filters, setFilters] = useStored<SavedFilter[]>(key, [])
  const [isNaming, setNaming] = useState(false)
  const saveButton = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLElement>(null)
  const hasOnlyTab = [...new URLSearchParams(query).keys()].every((name) => name === 'status')
  const canSave = !hasOnlyTab && filters.every((filter) => filter.query !== query)
  // A later query must not show the form again, which would take the focus.
  if (isNaming && !canSave) setNaming(false)
  if (!canSave && filters.length === 0) return null

  /** Removes a filter from the stored filters, which another tab may have changed, and adds filters. */
  function replace(name: string, ...added: SavedFilter[]) {
    const stored = readStored(key, filters)
    setFilters([...stored.filter((filter) => filter.name !== name), ...added])
  }

  function save(name: string) {
    flushSync(() => {
      replace(name, { name, query })
      setNaming(false)
    })
    list.current?.querySelector<HTMLElement>('[aria-current]')?.focus()
  }

  function cancel() {
    flushSync(() => setNaming(false))
    saveButton.current?.focus()
  }

  /** Removes the filter at an index. Focuses the next filter, the previous one, the button that saves or the heading. */
  function remove(name: string, index: number) {
    flushSync(() => replace(name))
    const links = list.current?.querySelectorAll('a') ?? []
    const target = links[index] ?? links[index - 1] ?? saveButton.current ?? heading.current
    target?.focus()
  }

  return (
    <>
      {canSave && !isNaming && (
        <Button ref={saveButton} small onClick={() => setNaming(true)}>
          Save Filter
        </Button>
      )}
      {canSave && isNaming && (
        <ListNameForm
          className="flex flex-wrap items-end gap-3"
          label="Name of the filter"
          initialName=""
          submitLabel="Save"
          isPending={false}
          error={null}
          onSubmit={save}
          onClose={cancel}
        />
      )}
      {filters.length > 0 && (
        <nav ref={list} className="flex flex-wrap gap-2 basis-full" aria-label="Saved filters">
          {filters.map((filter, index) => (
            <span key={filter.name} className="saved-filter">
              <Link
                to={filter.query}
                state={preventScrollReset}
                aria-current={filter.query === query ? 'page' : undefined}
              >
                {filter.name}
              </Link>
              <button
                className="grid place-items-center w-8 cursor-pointer [&>svg]:size-4"
                type="button"
                aria-label={`Remove the filter ${filter.name}`}
                onClick={() => remove(filter.name, index)}
              >
                <CloseIcon />
              </button>
            </span>
          ))}
        </nav>
      )}
    </>
  )
}
