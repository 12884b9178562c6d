import { sql } from 'kysely'
import type { Tx } from '../../platform/database/connections/connect.ts'

/** Whole days of UTC, today's the last, and as many before them. */
export interface Span {
  days: number
  /** When the days before begin, these begin, and the next one will. */
  before: Date
  from: Date
  until: Date
}

const DAY_MS = 86_400_000

/** The span by the database's clock, which wrote the moments that are looked at. */
export async function spanOfDays(tx: Tx, days: number): Promise<Span> {
  const { rows } = await sql<{ until: Date }>`
    select date_trunc('day', now(), 'UTC') + interval '24 hours' as until`.execute(tx)
  const [today] = rows as [{ until: Date }]
  const until = today.until.getTime()
  return {
    days,
    before: new Date(until - 2 * days * DAY_MS),
    from: new Date(until - days * DAY_MS),
    until: new Date(until),
  }
}

/** `2026-11-21` */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}

/** The days between two midnights, the second left out, oldest first. */
export function daysBetween(from: Date, until: Date): string[] {
  const count = Math.round((until.getTime() - from.getTime()) / DAY_MS)
  return Array.from({ length: count }, (_, n) => dayOf(new Date(from.getTime() + n * DAY_MS)))
}

/** As the wire says it. */
export function saidSpan({ days, from, until }: Span) {
  return { days, from: dayOf(from), to: dayOf(new Date(until.getTime() - DAY_MS)) }
}
