import { pluralize } from '@freehub/contract/money'
import type { OrderHistory } from '@freehub/contract/orders/orders'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Timestamp } from '../../../ui/timestamp.tsx'
import { ResendConfirmationButton } from '../../account/account-actions.tsx'
import { ORDERS_QUERY_KEY } from '../list/orders-queries.ts'
import { formatTimeLeft, useTimeLeft } from './time-left.ts'

interface ReservationProps {
  /** The customer's name, or `you`. */
  reservedFor: string
  until: string
  /** Server time minus local time. */
  clockOffsetMs: number
}

const FIRST_POLL_MS = 5000
const MAX_POLL_MS = 60_000

/** Counts down to the expiry. Screen readers announce only the expiry, not every second. */
export function Reservation({ reservedFor, until, clockOffsetMs }: ReservationProps) {
  const leftMs = useTimeLeft(until, clockOffsetMs)
  const isExpired = leftMs === 0
  useOrdersPolling(isExpired)

  return (
    <div className="reservation grid gap-1.5">
      {!isExpired && (
        <>
          <p className="cap wrap-anywhere">Reserved for {reservedFor}</p>
          <p role="timer" aria-live="off" className="time-left">
            {formatTimeLeft(leftMs)}
          </p>
          <p className="secondary">
            until <Timestamp at={until} />
          </p>
        </>
      )}
      <div role="status">
        {isExpired && (
          <p className="pl-3.5 border-l-4 border-l-warn font-medium">
            The reservation expired on <Timestamp at={until} />. The order will be cancelled and its
            stock released, unless a payment is in progress.
          </p>
        )}
      </div>
    </div>
  )
}

/** Refetches orders at growing intervals until the server has cancelled the expired order. */
function useOrdersPolling(isEnabled: boolean) {
  const client = useQueryClient()
  useEffect(() => {
    if (!isEnabled) return
    let timer: ReturnType<typeof setTimeout>
    const poll = (delayMs: number) => {
      void client.invalidateQueries({ queryKey: ORDERS_QUERY_KEY })
      timer = setTimeout(poll, delayMs, Math.min(delayMs * 1.5, MAX_POLL_MS))
    }
    poll(FIRST_POLL_MS)
    return () => clearTimeout(timer)
  }, [isEnabled, client])
}

interface ConfirmEmailMessageProps {
  order: Pick<OrderHistory, 'email' | 'reservedUntil' | 'reservedUntilIfConfirmed'>
  /** Server time minus local time. */
  clockOffsetMs: number
}

/** Asks the customer to confirm their email if that extends the reservation of the order. */
export function ConfirmEmailMessage({ order, clockOffsetMs }: ConfirmEmailMessageProps) {
  const { email, reservedUntil, reservedUntilIfConfirmed } = order
  const leftMs = useTimeLeft(reservedUntilIfConfirmed && reservedUntil, clockOffsetMs)
  if (leftMs === 0 || !reservedUntilIfConfirmed) return null
  const formattedMinutes = pluralize(Math.ceil(leftMs / 60_000), 'minute', 'minutes')
  return (
    <section
      className="message message-info grid justify-items-start gap-3 my-4"
      aria-label="Confirm your email"
    >
      <p>
        Confirm your email within {formattedMinutes} to keep this reservation. We’ll then hold your
        pieces until <Timestamp at={reservedUntilIfConfirmed} />.
      </p>
      <ResendConfirmationButton email={email} />
    </section>
  )
}
