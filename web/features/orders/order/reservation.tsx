import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Moment } from '../../../ui/moment.tsx'
import { ORDERS_QUERY_KEY } from '../list/orders-list.ts'
import { timeLeftInWords } from './time-left.ts'
import { useTimeLeft } from './use-time-left.ts'

interface ReservationProps {
  /** Whom the pieces are kept for: `you`, or a customer's name. */
  keptFor: string
  until: string
  /** By how much the shop's clock is ahead of this machine's. */
  aheadMs: number
}

const LOOK_AGAIN_MS = 5000
const LOOK_AT_LEAST_EVERY_MS = 60_000

/**
 * How long a reservation holds, and until when. Only that it has run out is said aloud: a screen
 * reader that comes by reads what is left, and is not told each second.
 */
export function Reservation({ keptFor, until, aheadMs }: ReservationProps) {
  const left = useTimeLeft(until, aheadMs)
  const over = left === 0
  useLookAgain(over)

  return (
    <div className="reservation">
      {!over && (
        <>
          <p className="cap">Reserved for {keptFor}</p>
          <p role="timer" aria-live="off" className="time-left">
            {timeLeftInWords(left)}
          </p>
          <p className="second">
            until <Moment at={until} />
          </p>
        </>
      )}
      <div role="status">
        {over && (
          <p className="ran-out">
            The reservation ran out on <Moment at={until} />. The order will be cancelled and its
            pieces go back into stock, unless a payment is on its way.
          </p>
        )}
      </div>
    </div>
  )
}

/** What has run out is cancelled within a minute, unless it waits for the card provider: then less and less often. */
function useLookAgain(over: boolean) {
  const client = useQueryClient()
  useEffect(() => {
    if (!over) return
    let looking: ReturnType<typeof setTimeout>
    const look = (again: number) => {
      void client.invalidateQueries({ queryKey: ORDERS_QUERY_KEY })
      looking = setTimeout(look, again, Math.min(again * 1.5, LOOK_AT_LEAST_EVERY_MS))
    }
    look(LOOK_AGAIN_MS)
    return () => clearTimeout(looking)
  }, [over, client])
}
