import { useEffect, useState } from 'react'

const DEBOUNCE_MS = 1000

/** Announces new results to screen readers once they settle. Does not announce the first results. */
export function ResultsStatus({ text, isSettled }: { text: string; isSettled: boolean }) {
  const [initialText] = useState(text)
  const [announced, setAnnounced] = useState('')

  useEffect(() => {
    if (!isSettled || text === announced || (announced === '' && text === initialText)) return
    const timer = setTimeout(() => setAnnounced(text), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text, isSettled, announced, initialText])

  return (
    <p className="sr-only" role="status">
      {announced}
    </p>
  )
}
