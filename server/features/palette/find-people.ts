import type { Findings } from '@freehub/contract/palette/palette'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connections/connect.ts'
import { beginning, containing } from '../../platform/database/containing.ts'
import { saidOfUser } from '../../platform/database/said-of-user.ts'

/** So many that begin so, and that contain the words, are looked at: what everybody has costs no more. */
const LOOKED_AT = 200

/** People whose e-mail or name contain these words; first those whose e-mail begins so. */
export async function findPeople(
  db: Db,
  search: string,
  most: number,
): Promise<Findings['people']> {
  const { rows } = await sql<Findings['people'][number]>`
    select email, name from (${matches(beginning(search))} union ${matches(containing(search))}) found
    order by not starts_with(email, lower(${search})), email limit ${most}`.execute(db)
  return rows
}

function matches(pattern: string) {
  return sql`(select email, name from users
    where deleted_at is null and ${saidOfUser} like lower(${pattern}) limit ${LOOKED_AT})`
}
