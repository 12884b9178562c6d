import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db } from '../database/connect.ts'
import { selectParts } from './part-row.ts'

/** Columns of `parts`, of which the last is different in every row. */
export interface Order {
  keys: readonly string[]
  direction: 'asc' | 'desc'
}

/** By the place that a part was given when it was added. */
export const CATALOGUE: Order = { keys: ['position'], direction: 'asc' }

/**
 * So many are gathered and then sorted. Of more a page is filled sooner by walking along an index in
 * the wanted order; of few that would mean to walk it all, which the database cannot foresee.
 */
const FEW = 5000

/** The first `size` rows that meet all the conditions, of which about `count` parts do. */
export function partsInOrder(
  db: Db,
  conditions: Expression<SqlBool>[],
  { keys, direction }: Order,
  { size, count }: { size: number; count: number },
) {
  const query = selectParts(db)
    .where(sql<SqlBool>`${sql.join(conditions, sql` and `)}`)
    .limit(size)
  const sorted =
    count > FEW
      ? keys.reduce((by, key) => by.orderBy(sql.raw(key), direction), query)
      : // No index has rows for its keys: this is never walked.
        query.orderBy(sql`row (${sql.raw(keys.join(', '))})`, direction)
  return sorted.execute()
}

/** The condition that a part comes after the one with this id. */
export function comesAfter(id: string, { keys, direction }: Order): Expression<SqlBool> {
  const row = sql.raw(keys.join(', '))
  const beyond = sql.raw(direction === 'asc' ? '>' : '<')
  return sql<SqlBool>`(${row}) ${beyond} (select ${row} from parts where id = ${id})`
}

/** How many parts meet all the conditions. */
export async function countParts(db: Db, conditions: Expression<SqlBool>[]): Promise<number> {
  const { count } = await db
    .selectFrom('parts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(sql<SqlBool>`${sql.join(conditions, sql` and `)}`)
    .executeTakeFirstOrThrow()
  return count
}

/** How many parts meet them, of `known` that may: it is counted no further than a few. */
export async function countAFew(
  db: Db,
  conditions: Expression<SqlBool>[],
  known: number,
): Promise<number> {
  if (known <= FEW) return known
  const { rows } = await sql<{ count: number }>`
    select count(*) from (
      select from parts where ${sql.join(conditions, sql` and `)} limit ${FEW + 1}
    ) few`.execute(db)
  return rows[0]?.count ?? 0
}
