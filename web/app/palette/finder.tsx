import { useQuery } from '@tanstack/react-query'
import { CommandGroup, CommandInput, CommandItem, CommandList, CommandRoot } from 'cmdk'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { formatError } from '../../api/call-error.ts'
import type { SessionUser } from '../../features/identity/session.ts'
import { ErrorNote } from '../../ui/forms/error-note.tsx'
import type { Choice, Group } from './choice.ts'
import { formatSearchStatus } from './format-search-status.ts'
import { paletteSearchQuery } from './palette-search-query.ts'
import { saveRecentChoice } from './recent-choices.ts'
import { useDebounced } from './use-debounced.ts'
import { useGroups } from './use-groups.ts'

interface FinderProps {
  user: SessionUser
  onDone: () => void
}

/** The palette's search field and results. Enter waits for results that are still loading. */
export function Finder({ user, onDone }: FinderProps) {
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
      <p className="palette-said" role="status">
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
