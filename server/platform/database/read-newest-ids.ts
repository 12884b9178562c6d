import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { PageQuery } from '../http/pagination.ts'
import type { Db } from './connections/connect.ts'

/** A query on a table whose ids grow with time. */
export interface ListQuery {
  table: 'users' | 'reviews'
  conditions: Expression<SqlBool>[]
  search: Search | undefined
  page: PageQuery
}

/** The condition of a search in two forms: for a check of a single row, and for use of an index. */
export interface Search {
  matchesRow: Expression<SqlBool>
  byIndex: Expression<SqlBool>
}

/** Number of rows that a search scans before it uses the index. */
const SCANNED_ROWS = 1000

/**
 * Returns the ids of a page, newest first, and one additional id if there is one. With `before` or `last`, the
 * additional id is the first of the result, otherwise the last. Reads about as many rows as the page shows. A search
 * first scans the nearest rows, which suffice for frequent terms. For rare terms, it then reads the search index and
 * sorts the rows.
 */
export async function readNewestIds(
  db: Db,
  { table, conditions, search, page }: ListQuery,
): Promise<string[]> {
  const isBackwards = page.before !== undefined || page.last === true
  const from = sql.table(table)
  const order = isBackwards ? sql`asc` : sql`desc`
  const limit = page.size + 1
  const where = sql.join([...conditions, ...cursorConditions(page)], sql` and `)

  async function query(ids: RawBuilder<{ id: string }>): Promise<string[]> {
    const { rows } = await ids.execute(db)
    return isBackwards ? rows.map(({ id }) => id).reverse() : rows.map(({ id }) => id)
  }

  if (!search)
    return query(sql`select id from ${from} where ${where} order by id ${order} limit ${limit}`)
  const nearest = await query(sql`
    select id from (
      select * from ${from} where ${where} order by id ${order} limit ${SCANNED_ROWS}
    ) ${from} where ${search.matchesRow} order by id ${order} limit ${limit}`)
  if (nearest.length === limit) return nearest
  // No index can sort by a row value, so PostgreSQL must use the search index.
  return query(sql`
    select id from ${from} where ${where} and ${search.byIndex}
    order by row (id) ${order} limit ${limit}`)
}

function cursorConditions({ after, before }: PageQuery): Expression<SqlBool>[] {
  if (after) return [sql<SqlBool>`id < ${after}`]
  return [before ? sql<SqlBool>`id > ${before}` : sql<SqlBool>`true`]
}
