import { timeLeftInWords } from '../../orders/order/time-left.ts'
import { useTimeLeft } from '../../orders/order/use-time-left.ts'

interface TimeLeftProps {
  until: string
  /** By how much the shop's clock is ahead of this machine's. */
  aheadMs: number
}

/** How long a reservation still holds, in the room of a table's cell. */
export function TimeLeft({ until, aheadMs }: TimeLeftProps) {
  const left = useTimeLeft(until, aheadMs)
  return (
    <span role="timer" aria-live="off" className="second num">
      {left > 0 ? `reserved for ${timeLeftInWords(left)}` : 'the reservation ran out'}
    </span>
  )
}
