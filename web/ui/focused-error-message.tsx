import { useEffect, useRef } from 'react'
import { ErrorMessage } from './forms/error-message.tsx'

/** An error that takes the focus, so that users see it and screen readers announce it. */
export function FocusedErrorMessage({ text }: { text: string }) {
  const message = useRef<HTMLDivElement>(null)
  useEffect(() => message.current?.focus(), [text])

  return (
    <div ref={message} tabIndex={-1} className="mb-5">
      <ErrorMessage text={text} />
    </div>
  )
}
