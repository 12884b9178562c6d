import { sql } from 'kysely'
import type { Db } from '../../platform/database/connections/connect.ts'
import { prepared } from '../../platform/database/connections/prepared-statements.ts'

/** The kinds of codes, by priority. */
export const CODE_KINDS = ['own', 'sku', 'gtin', 'superseded', 'competitor'] as const

/** A part that a key identifies. */
export interface CodeHit {
  key: string
  partId: string
  kind: (typeof CODE_KINDS)[number]
  /** Empty unless `kind` is `competitor`. */
  brand: string
  /** The code as stored. */
  code: string
}

/** Maximum number of codes with one key, besides an own number. More parts would be too many to choose from. */
const MAX_HITS_PER_KEY = 10

/** The key of a competitor's number after its brand: `KMCX11`. Must equal the index of migration 0034. */
const brandedKey = sql`upper(regexp_replace(brand, '[^[:alnum:]]+', '', 'g')) || key`

/**
 * Finds the parts of keys, by key, among the user's own numbers and all codes. Finds competitors' numbers also after
 * their brand. Includes deleted parts.
 */
export async function lookUpKeys(
  db: Db,
  userId: string,
  keys: string[],
): Promise<Map<string, CodeHit[]>> {
  if (keys.length === 0) return new Map()
  // One text needs no escaping, unlike an array of keys.
  const { rows } = await sql<CodeHit>`${prepared}
    with given as materialized (select string_to_array(${keys.join(' ')}, ' ') as keys)
    select key, part_id as "partId", 'own' as kind, '' as brand, code from own_numbers
    where user_id = ${userId} and key = any ((select keys from given)::text[])
    union all
    select key, part_id, kind, brand, code from (
      select *, row_number() over (partition by key
        order by array_position(${[...CODE_KINDS]}::text[], kind), brand, part_id) as rank
      from (
        select part_id, kind, brand, key, code from part_codes
        where key = any ((select keys from given)::text[])
        union all
        select part_id, kind, brand, ${brandedKey}, code from part_codes
        where kind = 'competitor' and ${brandedKey} = any ((select keys from given)::text[])
      ) found
    ) ranked where rank <= ${MAX_HITS_PER_KEY}`.execute(db)
  return Map.groupBy(rows, ({ key }) => key)
}
