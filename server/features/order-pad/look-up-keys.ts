import { sql } from 'kysely'
import { prepared } from '../../platform/database/connections/client.ts'
import type { Db } from '../../platform/database/connections/connect.ts'

/** The kinds of numbers, the most trusted first. */
export const CODE_KINDS = ['own', 'sku', 'gtin', 'superseded', 'competitor'] as const

/** A part that a key identifies. */
export interface CodeHit {
  key: string
  partId: string
  kind: (typeof CODE_KINDS)[number]
  /** Empty unless `kind` is `competitor`. */
  brand: string
  /** The number as it is stored. */
  code: string
}

/** Further parts of a key are ignored: a user cannot choose between more of them. */
const HITS_PER_KEY = 10

/** Looks up all keys in one statement, also numbers of deleted parts and the user's own ones. */
export async function lookUpKeys(
  db: Db,
  userId: string,
  keys: string[],
): Promise<Map<string, CodeHit[]>> {
  if (keys.length === 0) return new Map()
  const { rows } = await sql<CodeHit>`${prepared}
    select key, part_id as "partId", 'own' as kind, '' as brand, code
    from own_numbers where user_id = ${userId} and key = any (${keys}::text[])
    union all
    select given.key, hit.* from unnest(${keys}::text[]) given (key) cross join lateral (
      select part_id, kind, brand, code from part_codes c where c.key = given.key
      order by array_position(${[...CODE_KINDS]}::text[], kind), brand, part_id limit ${HITS_PER_KEY}
    ) hit`.execute(db)
  return Map.groupBy(rows, ({ key }) => key)
}
