import { useEffect, useState } from 'react'

const DEBOUNCE_MS = 150

/** Returns the text once it has not changed for a moment. An empty text is returned at once. */
export function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(setDebounced, DEBOUNCE_MS, text)
    return () => clearTimeout(timer)
  }, [text])
  return text === '' ? '' : debounced
}
