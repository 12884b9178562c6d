import { sql } from 'kysely'
import type { Tx } from '../../platform/database/connections/connect.ts'

/** A range of whole UTC days that ends today, and the preceding range of equal length. */
export interface DateRange {
  days: number
  /** Start of the preceding range. */
  previousFrom: Date
  /** Start of the first day. */
  from: Date
  /** End of today, exclusive. */
  until: Date
}

export const DAY_MS = 86_400_000

/** Computes the range with the clock of the database, because that clock sets the timestamps of orders. */
export async function readDateRange(tx: Tx, days: number): Promise<DateRange> {
  const { rows } = await sql<{ until: Date }>`
    select date_trunc('day', now(), 'UTC') + interval '24 hours' as until`.execute(tx)
  const [row] = rows as [{ until: Date }]
  const until = row.until.getTime()
  return {
    days,
    previousFrom: new Date(until - 2 * days * DAY_MS),
    from: new Date(until - days * DAY_MS),
    until: new Date(until),
  }
}

/** Formats the UTC day of a moment: `2026-11-21`. */
export function formatIsoDay(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}

/** Lists the days from one midnight to another, oldest first. The end is exclusive. */
export function listDays(from: Date, until: Date): string[] {
  const count = Math.round((until.getTime() - from.getTime()) / DAY_MS)
  return Array.from({ length: count }, (_, n) =>
    formatIsoDay(new Date(from.getTime() + n * DAY_MS)),
  )
}

/** Formats the range for the response. Its `to` is inclusive. */
export function formatDateRange({ days, from, until }: DateRange) {
  return { days, from: formatIsoDay(from), to: formatIsoDay(new Date(until.getTime() - DAY_MS)) }
}
