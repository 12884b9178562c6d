import { useSettings } from '../../settings.ts'
import type { SessionUser } from '../identity/session.ts'

interface OrderTermsNoteProps {
  user: SessionUser
  className: string
}

/** What placing an order means: no charge yet, and how long the pieces are reserved. */
export function OrderTermsNote({ user, className }: OrderTermsNoteProps) {
  const { reservationHours } = useSettings()
  return (
    <p className={`second text-pretty ${className}`}>
      Nothing is charged yet.{' '}
      {user.emailConfirmed
        ? `We hold the pieces for up to ${reservationHours} hours.`
        : `Confirm your email, and we hold the pieces for ${reservationHours} hours.`}{' '}
      No tax or shipping is added.
    </p>
  )
}
