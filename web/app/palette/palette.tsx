import '../../style/pages/palette.css'
import type { PaletteResults } from '@freehub/contract/palette/calls'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { CommandGroup, CommandInput, CommandItem, CommandList, CommandRoot } from 'cmdk'
import { Search } from 'lucide-react'
import { type KeyboardEvent, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../api/call.ts'
import { formatError } from '../../api/call-error.ts'
import { pluralize } from '../../api/format-count.ts'
import type { SessionUser } from '../../features/identity/session.ts'
import { ErrorNote } from '../../ui/forms/error-note.tsx'
import { CloseIcon } from '../../ui/icons.tsx'
import { ErrorBoundary } from '../../ui/page/error-boundary.tsx'
import { type Choice, type Group, saveRecentChoice, useGroups } from './choices.ts'

/**
 * The command palette: finds the screens, parts, orders and people that the user may see. The native
 * modal dialog traps the focus, closes on Escape and restores the focus.
 */
export function Palette({ user, onClose }: { user: SessionUser; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    dialog.current?.showModal()
    // showModal focuses the first focusable element, which may be another one.
    dialog.current?.querySelector('input')?.focus()
  }, [])
  const close = () => dialog.current?.close()

  // Close on back navigation. The listener is registered once, because one that is added while React
  // renders the navigation would miss the event.
  useEffect(() => {
    const closeOnPopState = () => dialog.current?.close()
    addEventListener('popstate', closeOnPopState)
    return () => removeEventListener('popstate', closeOnPopState)
  }, [])

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it; the click is on the backdrop
    <dialog
      ref={dialog}
      className="palette"
      aria-label="Find"
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && close()}
    >
      <div className="palette-box">
        <ErrorBoundary resetKey="palette">
          <Suspense fallback={null}>
            <Finder user={user} onDone={close} />
          </Suspense>
        </ErrorBoundary>
        <button type="button" className="palette-close" aria-label="Close" onClick={close}>
          <CloseIcon />
        </button>
      </div>
    </dialog>
  )
}

/** The palette's search field and results. Enter waits for results that are still loading. */
function Finder({ user, onDone }: { user: SessionUser; onDone: () => void }) {
  const [text, setText] = useState('')
  const [selection, setSelection] = useState('')
  const [isEnterPending, setIsEnterPending] = useState(false)
  const navigate = useNavigate()
  const query = text.trim()
  const debouncedQuery = useDebounced(query)
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery(
    paletteSearchQuery(debouncedQuery),
  )
  const isSearching = query !== debouncedQuery || (isFetching && (!data || isPlaceholderData))
  const { local, results } = useGroups(user, query, query === '' ? undefined : data)
  const groups = [...local, ...results]
  // Fall back to the first choice if new results no longer contain the selected one.
  const selected = hasChoice(groups, selection) ? selection : (groups[0]?.choices[0]?.to ?? '')
  const hasFailed = error && !isSearching

  function openChoice(choice: Choice) {
    saveRecentChoice(user.email, choice)
    onDone()
    void navigate(choice.to)
  }

  /** While results load, the selection may be outdated. Enter then opens the first new result. */
  function deferEnter(event: KeyboardEvent) {
    if (
      event.key !== 'Enter' ||
      event.nativeEvent.isComposing ||
      !isSearching ||
      hasChoice(local, selected)
    )
      return
    event.preventDefault()
    setIsEnterPending(true)
  }

  const openFirstChoice = useEffectEvent(() => {
    setIsEnterPending(false)
    const first = groups[0]?.choices[0]
    if (first && !hasFailed) openChoice(first)
  })
  useEffect(() => {
    if (isEnterPending && !isSearching) openFirstChoice()
  }, [isEnterPending, isSearching])

  return (
    <CommandRoot
      label="Find"
      shouldFilter={false}
      vimBindings={false}
      loop
      value={selected}
      onValueChange={setSelection}
      onKeyDown={deferEnter}
    >
      <div className="palette-search">
        <Search className="ic" aria-hidden="true" />
        <CommandInput
          autoFocus
          value={text}
          onValueChange={(next) => {
            setText(next)
            setIsEnterPending(false)
          }}
          placeholder={user.admin ? 'Screen, part, order, person' : 'Screen, part, order'}
          maxLength={200}
        />
      </div>
      <CommandList label="Results" aria-busy={isSearching}>
        {groups.map((group) => (
          <Choices key={group.name} group={group} onChoose={openChoice} />
        ))}
      </CommandList>
      <p className="palette-status" role="status">
        {formatSearchStatus({ query, isSearching, hasFailed: Boolean(hasFailed), groups })}
      </p>
      {hasFailed && <ErrorNote text={formatError(error)} onRetry={() => void refetch()} />}
    </CommandRoot>
  )
}

function Choices({ group, onChoose }: { group: Group; onChoose: (choice: Choice) => void }) {
  return (
    <CommandGroup heading={group.name}>
      {group.choices.map((choice) => (
        <CommandItem key={choice.to} value={choice.to} onSelect={() => onChoose(choice)}>
          <span>{choice.name}</span>
          {choice.about && <small>{choice.about}</small>}
        </CommandItem>
      ))}
    </CommandGroup>
  )
}

function hasChoice(groups: Group[], to: string): boolean {
  return groups.some(({ choices }) => choices.some((choice) => choice.to === to))
}

const paletteSearchQuery = (search: string) =>
  queryOptions({
    queryKey: ['palette', search],
    queryFn: ({ signal }) =>
      call<PaletteResults>('GET', `/api/palette?search=${encodeURIComponent(search)}`, { signal }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
    // Fail offline instead of pausing, which would look like an empty result.
    networkMode: 'always',
    retry: 1,
    staleTime: 10_000,
  })

interface SearchState {
  query: string
  isSearching: boolean
  hasFailed: boolean
  groups: Group[]
}

function formatSearchStatus({ query, isSearching, hasFailed, groups }: SearchState): string {
  if (query === '' || hasFailed) return ''
  if (isSearching) return 'Searching …'
  const count = groups.reduce((sum, { choices }) => sum + choices.length, 0)
  return count === 0 ? `No results for “${query}”.` : pluralize(count, 'result', 'results')
}

const DEBOUNCE_MS = 150

/** Returns the text once it has not changed for a moment. An empty text is returned at once. */
function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(setDebounced, DEBOUNCE_MS, text)
    return () => clearTimeout(timer)
  }, [text])
  return text === '' ? '' : debounced
}
