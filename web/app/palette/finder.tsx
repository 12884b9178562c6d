import { useQuery } from '@tanstack/react-query'
import { CommandGroup, CommandInput, CommandItem, CommandList, CommandRoot } from 'cmdk'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { sentenceOf } from '../../api/call-error.ts'
import type { SessionUser } from '../../features/identity/session.ts'
import { ErrorNote } from '../../ui/forms/error-note.tsx'
import type { Choice, Group } from './choice.ts'
import { findings } from './findings-query.ts'
import { foundInWords } from './found-in-words.ts'
import { keepRecent } from './recent.ts'
import { useGroups } from './use-groups.ts'
import { useSettled } from './use-settled.ts'

interface FinderProps {
  user: SessionUser
  onDone: () => void
}

/** What is typed, and what can be chosen for it. Enter waits for an answer that is on its way. */
export function Finder({ user, onDone }: FinderProps) {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState('')
  const [entered, setEntered] = useState(false)
  const navigate = useNavigate()
  const typed = text.trim()
  const settled = useSettled(typed)
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery(findings(settled))
  const looking = typed !== settled || (isFetching && (!data || isPlaceholderData))
  const { own, found } = useGroups(user, typed, typed === '' ? undefined : data)
  const groups = [...own, ...found]
  // Where what was chosen went while the next answer was being drawn, it would be nothing: then it is the first.
  const marked = isIn(groups, chosen) ? chosen : (groups[0]?.choices[0]?.to ?? '')
  const failed = error && !looking

  function go(choice: Choice) {
    keepRecent(user.email, choice)
    onDone()
    void navigate(choice.to)
  }

  /** What is chosen may be of the words before; then the first of the answer to these is meant. */
  function holdEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || !looking || isIn(own, marked))
      return
    event.preventDefault()
    setEntered(true)
  }

  const goToFirst = useEffectEvent(() => {
    setEntered(false)
    const first = groups[0]?.choices[0]
    if (first && !failed) go(first)
  })
  useEffect(() => {
    if (entered && !looking) goToFirst()
  }, [entered, looking])

  return (
    <CommandRoot
      label="Find"
      shouldFilter={false}
      vimBindings={false}
      loop
      value={marked}
      onValueChange={setChosen}
      onKeyDown={holdEnter}
    >
      <div className="palette-search">
        <Search className="ic" aria-hidden="true" />
        <CommandInput
          autoFocus
          value={text}
          onValueChange={(next) => {
            setText(next)
            setEntered(false)
          }}
          placeholder={user.admin ? 'Screen, part, order, person' : 'Screen, part, order'}
          maxLength={200}
        />
      </div>
      <CommandList label="Found" aria-busy={looking}>
        {groups.map((group) => (
          <Choices key={group.name} group={group} onChoose={go} />
        ))}
      </CommandList>
      <p className="palette-said" role="status">
        {foundInWords({ typed, looking, failed: Boolean(failed), groups })}
      </p>
      {failed && <ErrorNote text={sentenceOf(error)} onRetry={() => void refetch()} />}
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

function isIn(groups: Group[], to: string): boolean {
  return groups.some(({ choices }) => choices.some((choice) => choice.to === to))
}
