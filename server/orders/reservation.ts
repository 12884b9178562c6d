/** How long unpaid orders hold their pieces, all from one setting: RESERVATION_HOURS. */

/** By how much one extension lengthens a reservation: half, in whole hours. */
export function extensionHours(reservationHours: number): number {
  return Math.max(1, Math.floor(reservationHours / 2))
}

/** How long before it lapses its customer is told: a sixth, at most half a day. */
export function warningSeconds(reservationHours: number): number {
  return Math.min(reservationHours / 6, 12) * 3600
}
