import type { Findings } from '@freehub/contract/palette'
import { sql } from 'kysely'
import type { Db } from '../database/connect.ts'
import { containing } from '../database/containing.ts'

/** So many of those that contain the words are looked at, that what everybody has costs no more. */
const LOOKED_AT = 200

/** People whose e-mail or name contain these words; first those whose e-mail begins so. */
export async function findPeople(
  db: Db,
  search: string,
  most: number,
): Promise<Findings['people']> {
  const { rows } = await sql<Findings['people'][number]>`
    select email, name from (
      select email, name, searched from users
      where deleted_at is null and searched like lower(${containing(search)}) limit ${LOOKED_AT}
    ) found
    order by not starts_with(searched, lower(${search})), email limit ${most}`.execute(db)
  return rows
}
