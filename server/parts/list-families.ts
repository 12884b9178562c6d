import type { Family } from '@freehub/contract/parts'
import { sql } from 'kysely'
import type { Db } from '../database/connect.ts'

/** The families that have parts on sale, each with the figure of its first drawing. */
export async function listFamilies(db: Db): Promise<Family[]> {
  const { rows } = await sql<Family>`
    select slug, name, count, coalesce((
      select drawing->>'figure' from parts
      where family_code = code and deleted_at is null and drawing is not null
      order by position limit 1
    ), 'box') as figure
    from families join (
      select family_code as code, count(*) as count from parts
      where deleted_at is null group by family_code
    ) counted using (code)
    order by code`.execute(db)
  return rows
}
