import { useEffect, useRef } from 'react'
import { ErrorNote } from '../ui/error-note.tsx'

/** Why something was not done, above the orders; it takes the focus, so that it is seen and heard. */
export function OrdersNotice({ text }: { text: string }) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus(), [text])

  return (
    <div ref={notice} tabIndex={-1} className="orders-notice">
      <ErrorNote text={text} />
    </div>
  )
}
