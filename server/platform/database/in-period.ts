import { type Expression, type SqlBool, sql } from 'kysely'

/** A period in ISO 8601, from `from` (inclusive) to `until` (exclusive). */
export interface Period {
  from?: string | undefined
  until?: string | undefined
}

/** A page of a period: its first rows, or the rows after an id. */
export interface PeriodPage extends Period {
  size: number
  after?: string | undefined
}

const DAY_MS = 24 * 3600 * 1000

/**
 * Returns the conditions for rows of a period. The condition on ids lets a list start within its index. UUIDv7 ids
 * begin with a server's time. The margin of a day allows for wrong clocks.
 */
export function inPeriod({ from, until }: Period, columns: { time: string; id?: string }) {
  const [time, id] = [sql.ref(columns.time), sql.ref(columns.id ?? 'id')]
  const conditions: Expression<SqlBool>[] = []
  if (from)
    conditions.push(sql`${time} >= ${from} and ${id} >= ${toFirstId(Date.parse(from) - DAY_MS)}`)
  if (until)
    conditions.push(sql`${time} < ${until} and ${id} < ${toFirstId(Date.parse(until) + DAY_MS)}`)
  return conditions
}

/** Returns a UUID that is not above any UUIDv7 of this time. */
function toFirstId(ms: number): string {
  const hex = Math.max(0, ms).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}
