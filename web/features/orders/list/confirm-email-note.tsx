import type { OrderHistory } from '@freehub/contract/orders/orders'
import { pluralize } from '../../../api/format-count.ts'
import { Timestamp } from '../../../ui/timestamp.tsx'
import { ResendConfirmationButton } from '../../account/resend-confirmation-button.tsx'
import { useTimeLeft } from '../order/use-time-left.ts'

interface ConfirmEmailNoteProps {
  order: Pick<OrderHistory, 'email' | 'reservedUntil' | 'reservedUntilIfConfirmed'>
  /** Server time minus local time. */
  clockOffsetMs: number
}

/** Asks the customer to confirm their email if that extends the reservation of the order. */
export function ConfirmEmailNote({ order, clockOffsetMs }: ConfirmEmailNoteProps) {
  const { email, reservedUntil, reservedUntilIfConfirmed } = order
  if (!reservedUntil || !reservedUntilIfConfirmed) return null
  return (
    <Note
      email={email}
      reservedUntil={reservedUntil}
      reservedUntilIfConfirmed={reservedUntilIfConfirmed}
      clockOffsetMs={clockOffsetMs}
    />
  )
}

interface NoteProps {
  email: string
  reservedUntil: string
  reservedUntilIfConfirmed: string
  clockOffsetMs: number
}

function Note({ email, reservedUntil, reservedUntilIfConfirmed, clockOffsetMs }: NoteProps) {
  const leftMs = useTimeLeft(reservedUntil, clockOffsetMs)
  if (leftMs === 0) return null
  const minutes = pluralize(Math.ceil(leftMs / 60_000), 'minute', 'minutes')
  return (
    <section className="note note-plain confirm-note" aria-label="Confirm your email">
      <p>
        Confirm your email within {minutes} to keep this reservation. We'll then hold your items
        until <Timestamp at={reservedUntilIfConfirmed} />.
      </p>
      <ResendConfirmationButton email={email} />
    </section>
  )
}
