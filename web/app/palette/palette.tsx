import { SEARCH_LENGTH } from '@freehub/contract/limits'
import { pluralize } from '@freehub/contract/money'
import '../../style/pages/palette.css'
import type { Part } from '@freehub/contract/catalog/parts'
import type { PaletteResults } from '@freehub/contract/palette/calls'
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { CommandGroup, CommandInput, CommandItem, CommandList, CommandRoot } from 'cmdk'
import { ArrowRight, Box, Cog, type LucideIcon, Search, UserRound } from 'lucide-react'
import {
  type KeyboardEvent,
  type MouseEvent,
  Suspense,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../api/call.ts'
import { formatError } from '../../api/call-error.ts'
import { useSession } from '../../features/identity/session.ts'
import { showToast } from '../../ui/dialogs/toast.ts'
import { ErrorMessage } from '../../ui/forms/error-message.tsx'
import { CloseIcon } from '../../ui/icons.tsx'
import { preventBreaks } from '../../ui/no-break.tsx'
import { ErrorBoundary } from '../../ui/page/error-boundary.tsx'
import { useSignOut } from '../navigation/top-bar.tsx'
import {
  buildGroups,
  type Choice,
  emptySearchFields,
  type Group,
  hasDigit,
  type PaletteRows,
  parseRequest,
  type Request,
  SEARCH_GROUP,
} from './choices.ts'
import { takeEarlyKeys } from './early-keys.ts'
import { splitAtMatches } from './matches-name.ts'
import { isMac, isPaletteShortcut } from './shortcut.ts'
import { usePaletteRows } from './use-palette-rows.ts'

/** The command palette: actions, screens, and the parts, orders and users the user may see. */
export function Palette({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    dialog.current?.showModal()
    // showModal focuses the first focusable element, which may not be the field.
    dialog.current?.querySelector('input')?.focus()
  }, [])
  const close = () => dialog.current?.close()

  // If the palette closes before its field appears, keys must reach the page again.
  useEffect(() => () => void takeEarlyKeys(), [])

  // Close the palette on a sign-in or sign-out, also if it happens in another tab.
  const { status } = useSession()
  const initialStatus = useRef(status)
  useEffect(() => {
    if (status !== initialStatus.current) dialog.current?.close()
  }, [status])

  // Close on back navigation. The effect has no dependencies, because a listener that is added while
  // React renders the navigation would miss the event.
  useEffect(() => {
    const closeOnPopState = () => dialog.current?.close()
    addEventListener('popstate', closeOnPopState)
    return () => removeEventListener('popstate', closeOnPopState)
  }, [])

  return (
    <dialog
      ref={dialog}
      className="palette"
      aria-label="Find"
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && close()}
      onKeyDown={(event) => {
        if (!isPaletteShortcut(event.nativeEvent, isMac())) return
        event.preventDefault()
        // Otherwise the shortcut would open the palette again.
        event.stopPropagation()
        close()
      }}
    >
      <div className="palette-box">
        <ErrorBoundary resetKey="palette" onError={takeEarlyKeys}>
          <Suspense fallback={null}>
            <Finder onDone={close} />
          </Suspense>
        </ErrorBoundary>
        <button
          type="button"
          className="absolute top-2 right-2.5 grid place-items-center w-11 h-11"
          aria-label="Close"
          onClick={close}
        >
          <CloseIcon />
        </button>
      </div>
    </dialog>
  )
}

/** The palette's search field and rows. Enter waits for results that are still loading. */
function Finder({ onDone }: { onDone: () => void }) {
  const [text, setText] = useState('')
  const [selection, setSelection] = useState('')
  const [hasMovedSelection, setMovedSelection] = useState(false)
  const [pendingEnter, setPendingEnter] = useState<EnterKey>()
  const rows = usePaletteRows()
  const choose = useRunChoice(onDone, replaceText)
  const query = text.trim().replace(/\s+/g, ' ')
  const request = parseRequest(useDebounced(query), rows.actions)
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery(
    paletteSearchQuery(request, rows.isSignedIn),
  )
  const isSearching = query !== request.text || (isFetching && (!data || isPlaceholderData))
  const hasFailed = Boolean(error) && !isSearching
  // While a query with a digit is searched, the rows of the previous query stay.
  const [shownQuery, setShownQuery] = useState(query)
  const isWaiting = isSearching && hasDigit(query)
  if (!isWaiting && shownQuery !== query) setShownQuery(query)
  const groups = buildGroups(rows, isWaiting ? shownQuery : query, hasFailed ? undefined : data)
  const choices = groups.flatMap((group) => group.choices)
  const chosenByUser = hasMovedSelection ? choices.find(({ id }) => id === selection) : undefined
  const selected = chosenByUser ?? choices[0]

  function replaceText(next: string) {
    setText(next)
    setMovedSelection(false)
    setPendingEnter(undefined)
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape' && text !== '') {
      event.preventDefault()
      replaceText('')
    } else if (/^(Arrow(Up|Down)|Home|End)$/.test(event.key)) setMovedSelection(true)
    else if (event.key === 'Enter') {
      event.preventDefault()
      const isNewTab = event.ctrlKey || event.metaKey
      const isReady = !isSearching || chosenByUser || (!isWaiting && isLocal(rows, query, selected))
      if (isReady) selected && choose(selected, isNewTab)
      else setPendingEnter({ isNewTab })
    }
  }

  useEffect(() => {
    const early = takeEarlyKeys()
    setText(early.text)
    if (early.hasEntered) setPendingEnter({ isNewTab: false })
  }, [])

  const enter = useEffectEvent(({ isNewTab }: EnterKey) => {
    setPendingEnter(undefined)
    if (selected && !hasFailed) choose(selected, isNewTab)
  })
  useEffect(() => {
    if (pendingEnter && !isSearching) enter(pendingEnter)
  }, [pendingEnter, isSearching])

  return (
    <CommandRoot
      label="Find"
      shouldFilter={false}
      vimBindings={false}
      loop
      value={selected?.id ?? ''}
      onValueChange={setSelection}
      onKeyDown={handleKeyDown}
    >
      <div className="palette-search">
        <Search className="ic" aria-hidden="true" />
        <CommandInput
          autoFocus
          value={text}
          onValueChange={replaceText}
          placeholder={rows.placeholder}
          maxLength={SEARCH_LENGTH}
        />
      </div>
      <CommandList
        label="Results"
        aria-busy={isSearching}
        onPointerMove={() => setMovedSelection(true)}
      >
        {groups.map((group) => (
          <Choices key={group.name} group={group} query={query} onChoose={choose} />
        ))}
      </CommandList>
      {hasFailed && error && (
        <ErrorMessage text={formatError(error)} onRetry={() => void refetch()} />
      )}
      <div className="palette-foot flex flex-wrap-reverse justify-between gap-x-5">
        <KeyHints isEmpty={text === ''} />
        <p className="palette-status" role="status">
          {formatSearchStatus({ query, isSearching, hasFailed, groups })}
        </p>
      </div>
    </CommandRoot>
  )
}

interface EnterKey {
  isNewTab: boolean
}

/** True if the choice exists without search results, so that Enter does not wait for the search. */
const isLocal = (rows: PaletteRows, query: string, choice: Choice | undefined) =>
  buildGroups(rows, query, undefined).some(({ choices }) =>
    choices.some(({ id }) => id === choice?.id),
  )

/** Returns a function that performs a choice. Closes the palette, unless the choice fills the field or opens a new tab. */
function useRunChoice(onDone: () => void, fillField: (text: string) => void) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const signOut = useSignOut()

  return ({ outcome }: Choice, isNewTab = false) => {
    if ('fill' in outcome) return fillField(outcome.fill)
    if ('to' in outcome && isNewTab) {
      open(outcome.to, '_blank', 'noopener')
      return
    }
    onDone()
    if ('to' in outcome) return void navigate(outcome.to)
    if (outcome.toast) void showToast(outcome.toast)
    const context = {
      client,
      signOut,
      navigate: (to: string, state?: object) => void navigate(to, { state }),
    }
    const run = async () => outcome.run(context)
    run().catch((error) => void showToast(formatError(error), 'error'))
  }
}

interface ChoicesProps {
  group: Group
  /** The typed text, whose words are highlighted. */
  query: string
  onChoose: (choice: Choice, isNewTab?: boolean) => void
}

function Choices({ group, query, onChoose }: ChoicesProps) {
  /** Opens a new tab for a click with Ctrl, Cmd or the middle button, as on a link. */
  function openNewTab(event: MouseEvent, choice: Choice) {
    if (!event.ctrlKey && !event.metaKey && event.button !== 1) return
    event.preventDefault()
    event.stopPropagation()
    onChoose(choice, true)
  }

  return (
    <CommandGroup heading={group.name}>
      {group.choices.map((choice) => (
        <CommandItem
          key={choice.id}
          value={choice.id}
          onSelect={() => onChoose(choice)}
          onClickCapture={(event) => openNewTab(event, choice)}
          onAuxClick={(event) => openNewTab(event, choice)}
        >
          <Icon {...choice} />
          <span>
            {splitAtMatches(query, choice.name).map((text, index) =>
              index % 2 === 0 ? (
                text
              ) : (
                <mark key={index} className="bg-transparent text-blue-ink font-semibold">
                  {text}
                </mark>
              ),
            )}
          </span>
          {choice.about && <small>{preventBreaks(choice.about)}</small>}
        </CommandItem>
      ))}
    </CommandGroup>
  )
}

function Icon({ icon, outcome }: Choice) {
  const to = 'to' in outcome ? outcome.to : '?'
  const Picture = icon ?? ICONS.find(([pattern]) => pattern.test(to))?.[1] ?? ArrowRight
  return <Picture className="ic" aria-hidden="true" />
}

const ICONS: [RegExp, LucideIcon][] = [
  [/[?&]search=/, Search],
  [/^\/dashboard\/(order|payment)\//, Box],
  [/^\/dashboard\/people\//, UserRound],
  [/^\/(allParts|purchase)\/|^\/dashboard\/(editProduct|stock)\//, Cog],
]

function KeyHints({ isEmpty }: { isEmpty: boolean }) {
  const control = isMac() ? '⌘' : 'Ctrl'
  return (
    <p className="palette-keys" aria-hidden="true">
      <span>
        <kbd>↑</kbd> <kbd>↓</kbd> select
      </span>
      <span>
        <kbd>Enter</kbd> open
      </span>
      <span>
        <kbd>{control}</kbd> <kbd>Enter</kbd> new tab
      </span>
      <span>
        <kbd>Esc</kbd> {isEmpty ? 'close' : 'clear'}
      </span>
    </p>
  )
}

const paletteSearchQuery = (request: Request, isSignedIn: boolean) =>
  queryOptions({
    // Texts such as `ship 1042` and `refund 1042` have the same query, but other actions.
    queryKey: ['palette', request.text, request.query, isSignedIn],
    queryFn: async ({ signal }) => ({
      request,
      results: await (isSignedIn ? searchAll(request, signal) : searchParts(request, signal)),
    }),
    enabled: request.text !== '',
    placeholderData: keepPreviousData,
    // When offline, a query must fail. A paused query would look like an empty result.
    networkMode: 'always',
    retry: 1,
    staleTime: 10_000,
  })

const searchAll = ({ query }: Request, signal: AbortSignal) =>
  call<PaletteResults>('GET', `/api/palette?${new URLSearchParams(query)}`, { signal })

/** Searches parts on sale, for visitors. */
async function searchParts({ query }: Request, signal: AbortSignal): Promise<PaletteResults> {
  const search = query.target || query.search || ''
  const path = `/parts?${new URLSearchParams({ size: '5', search })}`
  const parts = await call<Part[]>('GET', path, { withoutToken: true, signal })
  return {
    parts: parts.map(({ _id, name }) => ({ _id, name, ...emptySearchFields })),
    orders: [],
    people: [],
  }
}

interface SearchState {
  query: string
  isSearching: boolean
  hasFailed: boolean
  groups: Group[]
}

function formatSearchStatus({ query, isSearching, hasFailed, groups }: SearchState): string {
  if (query === '' || hasFailed) return ''
  if (isSearching) return 'Searching …'
  const count = groups.reduce(
    (sum, { name, choices }) => (name === SEARCH_GROUP ? sum : sum + choices.length),
    0,
  )
  return count === 0
    ? `Nothing found for “${query}”. Check the number, or enter fewer words.`
    : pluralize(count, 'result', 'results')
}

const DEBOUNCE_MS = 150

/** Returns the text after it has not changed for a moment. Returns an empty text immediately. */
function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(setDebounced, DEBOUNCE_MS, text)
    return () => clearTimeout(timer)
  }, [text])
  return text === '' ? '' : debounced
}
