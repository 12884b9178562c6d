import {
  type ChangeEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useLocation } from 'react-router'

interface DebouncedInputOptions<Value> {
  value: Value
  parse: (text: string) => Value
  format: (value: Value) => string
  /**
   * Called when the user pauses or presses Enter. `isRefinement`: the current value is the one that this
   * field committed last, so the edit continues the same input.
   */
  onCommit: (value: Value, isRefinement: boolean) => void
}

const DEBOUNCE_MS = 300

/** A debounced field whose value is the trimmed text. */
export function useDebouncedText(
  options: Pick<DebouncedInputOptions<string>, 'value' | 'onCommit'>,
) {
  return useDebouncedInput({ ...options, parse: trim, format: identity })
}

const trim = (text: string) => text.trim()
const identity = (text: string) => text

/**
 * A text field that commits its value when the user pauses typing. The field does not overwrite typed text: it
 * shows a new `value` only if a link or the back button set it.
 */
export function useDebouncedInput<Value>({
  value,
  parse,
  format,
  onCommit,
}: DebouncedInputOptions<Value>) {
  const [text, setText] = useState(format(value))
  const input = useRef<HTMLInputElement>(null)
  /** Committed values that `value` has not had yet. */
  const pendingValues = useRef<Value[]>([])
  const lastCommitted = useRef<{ value: Value }>(undefined)

  const adoptTextTypedBeforeHydration = useEffectEvent(() => {
    if (input.current && input.current.value !== text) setText(input.current.value)
  })
  useLayoutEffect(() => adoptTextTypedBeforeHydration(), [])

  const syncFromValue = useEffectEvent(() => {
    const index = pendingValues.current.indexOf(value)
    pendingValues.current = pendingValues.current.slice(index + 1)
    if (index >= 0) return
    pendingValues.current = []
    const currentText = input.current?.value ?? text
    if (parse(currentText) !== value) setText(format(value))
  })
  const previousValue = useRef(value)
  useLayoutEffect(() => {
    if (previousValue.current === value) return
    previousValue.current = value
    syncFromValue()
  }, [value])

  const { key, pathname, search } = useLocation()
  const discardEdit = useEffectEvent(() => setText(format(value)))
  const previousLocation = useRef({ key, search })
  useLayoutEffect(() => {
    const previous = previousLocation.current
    previousLocation.current = { key, search }
    // The user opened the URL of this page again, for example with a saved filter.
    if (previous.key !== key && previous.search === search) discardEdit()
  }, [key, search])

  const commitIfStillHere = useEffectEvent(() => {
    // The user may already have left this screen while the code of the next screen loads.
    if (window.location.pathname === pathname) commit()
  })
  useEffect(() => {
    if (parse(text) === value) return
    const timer = setTimeout(commitIfStillHere, DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text, value, parse])

  function commit() {
    const next = parse(text)
    if (next === value) return
    const isRefinement =
      lastCommitted.current !== undefined && lastCommitted.current.value === value
    lastCommitted.current = { value: next }
    pendingValues.current.push(next)
    onCommit(next, isRefinement)
  }

  /** Ends an edit. Later edits count as a new input, not as a refinement. */
  function endEdit() {
    lastCommitted.current = undefined
  }

  return {
    text,
    input: {
      ref: input,
      value: text,
      onChange: (event: ChangeEvent<HTMLInputElement>) => setText(event.target.value),
      onBlur: endEdit,
    },
    commitNow: () => {
      commit()
      endEdit()
    },
  }
}
