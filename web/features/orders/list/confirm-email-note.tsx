import type { OrderHistory } from '@freehub/contract/orders/orders'
import { counted } from '../../../api/counted.ts'
import { Moment } from '../../../ui/moment.tsx'
import { ConfirmAgain } from '../../account/confirm-again.tsx'
import { useTimeLeft } from '../order/use-time-left.ts'

interface ConfirmEmailNoteProps {
  order: Pick<OrderHistory, 'email' | 'reservedUntil' | 'reservedUntilIfConfirmed'>
  /** By how much the shop's clock is ahead of this machine's. */
  aheadMs: number
}

/** Asks the customer to confirm their email, where the reservation of an order depends on it. */
export function ConfirmEmailNote({ order, aheadMs }: ConfirmEmailNoteProps) {
  const { email, reservedUntil, reservedUntilIfConfirmed } = order
  if (!reservedUntil || !reservedUntilIfConfirmed) return null
  return (
    <Note
      email={email}
      until={reservedUntil}
      regularUntil={reservedUntilIfConfirmed}
      aheadMs={aheadMs}
    />
  )
}

interface NoteProps {
  email: string
  until: string
  regularUntil: string
  aheadMs: number
}

function Note({ email, until, regularUntil, aheadMs }: NoteProps) {
  const left = useTimeLeft(until, aheadMs)
  if (left === 0) return null
  const minutes = counted(Math.ceil(left / 60_000), 'minute', 'minutes')
  return (
    <section className="note note-plain confirm-note" aria-label="Confirm your email">
      <p>
        Confirm your email within {minutes} to keep this reservation. The pieces are then reserved
        until <Moment at={regularUntil} />.
      </p>
      <ConfirmAgain email={email} />
    </section>
  )
}
