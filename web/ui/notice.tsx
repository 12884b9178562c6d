import { useEffect, useRef } from 'react'
import { ErrorNote } from './forms/error-note.tsx'

/** An error above the content it concerns. It takes the focus, so that it is seen and announced. */
export function Notice({ text }: { text: string }) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus(), [text])

  return (
    <div ref={notice} tabIndex={-1} className="mb-5">
      <ErrorNote text={text} />
    </div>
  )
}
