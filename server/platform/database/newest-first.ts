import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from './connections/connect.ts'

/** A table whose ids grow with time, and which of its rows are wanted. */
export interface ListWanted {
  table: 'users' | 'reviews'
  conditions: Expression<SqlBool>[]
  search: Search | undefined
  page: Page
}

/** So many rows: after the one with this id, before it, or the last; without any of these the first. */
interface Page {
  size: number
  after?: string | undefined
  before?: string | undefined
  last?: boolean | undefined
}

/** That a row is what somebody looks for: asked of rows one by one, and in the words of an index. */
export interface Search {
  ofRow: Expression<SqlBool>
  byIndex: Expression<SqlBool>
}

/** So many rows are looked through for a search before the index is asked. */
const NEAR = 1000

/**
 * The ids of a page, newest first, and one more in the direction of reading if there is one. However
 * long the list is, and wherever the page, about as many rows are read as it shows. What many have
 * is soon found among the nearest; what few have is gathered by the index of the search, then sorted.
 */
export async function idsNewestFirst(db: Db, wanted: ListWanted): Promise<string[]> {
  const { search, page } = wanted
  const isBackwards = page.before !== undefined || page.last === true
  const ids = await read(db, wanted, isBackwards ? 'asc' : 'desc', search)
  return isBackwards ? ids.reverse() : ids
}

async function read(
  db: Db,
  { table, conditions, page }: ListWanted,
  direction: 'asc' | 'desc',
  search: Search | undefined,
): Promise<string[]> {
  const from = sql.table(table)
  const along = sql.raw(direction)
  const most = page.size + 1
  const wanted = [...conditions, ...beyond(page)]
  if (!search) {
    return idsOf(
      db,
      sql`select id from ${from} where ${all(wanted)} order by id ${along} limit ${most}`,
    )
  }
  const near = await idsOf(
    db,
    sql`select id from (
        select * from ${from} where ${all(wanted)} order by id ${along} limit ${NEAR}
      ) ${from} where ${search.ofRow} order by id ${along} limit ${most}`,
  )
  if (near.length === most) return near
  // No index has rows for its key, so that none is walked in vain.
  return idsOf(
    db,
    sql`select id from ${from} where ${all([...wanted, search.byIndex])}
      order by row (id) ${along} limit ${most}`,
  )
}

function beyond({ after, before }: Page): Expression<SqlBool>[] {
  if (after) return [sql<SqlBool>`id < ${after}`]
  return before ? [sql<SqlBool>`id > ${before}`] : []
}

const all = (conditions: Expression<SqlBool>[]) =>
  conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`

async function idsOf(db: Db, ids: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${ids}`.execute(db)
  return rows.map(({ id }) => id)
}
