import {
  type ChangeEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useLocation } from 'react-router'

interface Typed<Value> {
  /** What the address says now. */
  value: Value
  /** What a typed text means; two texts that mean the same are the same wish. */
  read: (text: string) => Value
  /** The text that says a value. */
  say: (value: Value) => string
  /**
   * One paused, or pressed Enter. `again`: the address still says what was typed just before, so this goes on with
   * the same thought.
   */
  onTyped: (value: Value, again: boolean) => void
}

const PAUSE_MS = 300

/**
 * A text field that is heard as soon as one pauses typing. What is being typed is never taken away: the
 * field follows the address only where that was changed from elsewhere, by the way back or a link.
 */
export function useTyped<Value>({ value, read, say, onTyped }: Typed<Value>) {
  const [text, setText] = useState(say(value))
  const input = useRef<HTMLInputElement>(null)
  const underWay = useRef<Value[]>([])
  const lastTyped = useRef<{ value: Value }>(undefined)

  const keepWhatWasTypedBeforeWaking = useEffectEvent(() => {
    if (input.current && input.current.value !== text) setText(input.current.value)
  })
  useLayoutEffect(() => keepWhatWasTypedBeforeWaking(), [])

  const follow = useEffectEvent(() => {
    const place = underWay.current.indexOf(value)
    underWay.current = underWay.current.slice(place + 1)
    if (place >= 0) return
    underWay.current = []
    const own = input.current?.value ?? text
    if (read(own) !== value) setText(say(value))
  })
  const shown = useRef(value)
  useLayoutEffect(() => {
    if (shown.current === value) return
    shown.current = value
    follow()
  }, [value])

  const { pathname } = useLocation()
  const settle = useEffectEvent(() => {
    // Who has left is not led back, also while the code of where he goes is on its way.
    if (window.location.pathname === pathname) hear()
  })
  useEffect(() => {
    if (read(text) === value) return
    const pause = setTimeout(settle, PAUSE_MS)
    return () => clearTimeout(pause)
  }, [text, value, read])

  function hear() {
    const typed = read(text)
    if (typed === value) return
    const again = lastTyped.current !== undefined && lastTyped.current.value === value
    lastTyped.current = { value: typed }
    underWay.current.push(typed)
    onTyped(typed, again)
  }

  /** The thought is ended; what is typed from now on is another. */
  function end() {
    lastTyped.current = undefined
  }

  return {
    text,
    input: {
      ref: input,
      value: text,
      onChange: (event: ChangeEvent<HTMLInputElement>) => setText(event.target.value),
      onBlur: end,
    },
    /** To be called on Enter. */
    hearAtOnce: () => {
      hear()
      end()
    },
  }
}
