import { sql } from 'kysely'

/** Whether the reservation is short. A trigger (migration 0014) extends it when the e-mail is confirmed. */
export const awaitsConfirmation = sql<boolean>`coalesce(reserved_until < reserved_until_if_confirmed, false)`

/** Returns the length of an extension: half of a reservation, in whole hours, at least one. */
export function extensionHours(reservationHours: number): number {
  return Math.max(1, Math.floor(reservationHours / 2))
}

/** Returns how long before expiry a warning is sent: a sixth of a reservation, at most 12 hours. */
export function warningSeconds(reservationHours: number): number {
  return Math.min(reservationHours / 6, 12) * 3600
}
