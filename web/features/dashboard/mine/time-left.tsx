import { formatTimeLeft, useTimeLeft } from '../../orders/order/time-left.ts'

interface TimeLeftProps {
  until: string
  /** Server time minus local time. */
  clockOffsetMs: number
}

/** The time until a reservation expires, for a table cell. */
export function TimeLeft({ until, clockOffsetMs }: TimeLeftProps) {
  const leftMs = useTimeLeft(until, clockOffsetMs)
  return (
    <span role="timer" aria-live="off" className="second num">
      {leftMs > 0 ? `reserved for ${formatTimeLeft(leftMs)}` : 'reservation expired'}
    </span>
  )
}
