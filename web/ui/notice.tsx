import { useEffect, useRef } from 'react'
import { ErrorNote } from './forms/error-note.tsx'

/** An error that takes the focus, so that users see it and screen readers announce it. */
export function Notice({ text }: { text: string }) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus(), [text])

  return (
    <div ref={notice} tabIndex={-1} className="mb-5">
      <ErrorNote text={text} />
    </div>
  )
}
