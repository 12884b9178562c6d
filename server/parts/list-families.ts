import type { Family } from '@freehub/contract/parts'
import { sql } from 'kysely'
import type { Db } from '../database/connect.ts'
import { isWanted, type PartFilter } from './part-filter.ts'

/**
 * The families that have parts on sale, with the figure of their first drawing and how many of
 * their parts are wanted.
 */
export async function listFamilies(db: Db, filter: PartFilter): Promise<Family[]> {
  const { rows } = await sql<Family>`
    select slug, name, coalesce(count, 0) as count, coalesce((
      select drawing->>'figure' from parts
      where family_code = code and deleted_at is null and drawing is not null
      order by position limit 1
    ), 'box') as figure
    from families left join (
      select family_code as code, count(*) as count from parts
      where ${isWanted({ ...filter, families: undefined })} group by family_code
    ) wanted using (code)
    where exists (select from parts where family_code = code and deleted_at is null)
    order by code`.execute(db)
  return rows
}
