import { sql } from 'kysely'

/** How long unpaid orders hold their pieces, from RESERVATION_HOURS and UNCONFIRMED_RESERVATION_MINUTES. */

/** The reservation is short until the customer confirms their e-mail; migration 0014 then makes it regular. */
export const awaitsConfirmation = sql<boolean>`coalesce(reserved_until < reserved_until_if_confirmed, false)`

/** By how much one extension lengthens a reservation: half, in whole hours. */
export function extensionHours(reservationHours: number): number {
  return Math.max(1, Math.floor(reservationHours / 2))
}

/** How long before it lapses its customer is told: a sixth, at most half a day. */
export function warningSeconds(reservationHours: number): number {
  return Math.min(reservationHours / 6, 12) * 3600
}
