import { type Expression, type SqlBool, sql } from 'kysely'

/** Times as ISO 8601: at `from` or later, and before `until`. */
export interface Period {
  from?: string | undefined
  until?: string | undefined
}

/** The first rows of a period, or those after an id. */
export interface PeriodPage extends Period {
  size: number
  after?: string | undefined
}

const DAY_MS = 24 * 3600 * 1000

/**
 * Builds the conditions that rows are from a period. Ids begin with the time at which a server created them. Its
 * clock may be wrong, but not by a day. The condition on ids lets a list start in its index.
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

/** Returns the lowest UUIDv7 of a time. */
function toFirstId(ms: number): string {
  const hex = Math.max(0, ms).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}
