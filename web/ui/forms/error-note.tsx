import { useEffect, useRef } from 'react'

/** An error message with an optional retry button. */
export function ErrorNote({ text, onRetry }: { text: string; onRetry?: () => void }) {
  return (
    <div className="note" role="alert">
      <p>{text}</p>
      {onRetry && (
        <button type="button" className="btn btn-outline btn-sm" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  )
}

/** An error above the content it concerns. It takes the focus, so that it is seen and announced. */
export function Notice({ text }: { text: string }) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus(), [text])

  return (
    <div ref={notice} tabIndex={-1} className="notice">
      <ErrorNote text={text} />
    </div>
  )
}
