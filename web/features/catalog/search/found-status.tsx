import { useEffect, useState } from 'react'

const PAUSE_MS = 1000

/** Tells a screen reader what was found, once typing and looking have come to rest; never what stood there first. */
export function FoundStatus({ words, settled }: { words: string; settled: boolean }) {
  const [first] = useState(words)
  const [said, setSaid] = useState('')

  useEffect(() => {
    if (!settled || words === said || (said === '' && words === first)) return
    const pause = setTimeout(() => setSaid(words), PAUSE_MS)
    return () => clearTimeout(pause)
  }, [words, settled, said, first])

  return (
    <p className="sr-only" role="status">
      {said}
    </p>
  )
}
