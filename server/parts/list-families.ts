import type { Family } from '@freehub/contract/parts'
import { FOUND_UP_TO } from '@freehub/contract/parts-wanted'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../database/connect.ts'
import { LONG_LIST } from '../database/list-counter.ts'
import { isWanted, type PartFilter } from './part-filter.ts'
import { FEW } from './parts-in-order.ts'
import { countFound, foundIn } from './search/count-found.ts'

/**
 * The families that have parts on sale, with the figure of their first drawing and how many of
 * their parts are wanted, counted no further than the list of these is.
 */
export async function listFamilies(db: Db, filter: PartFilter): Promise<Family[]> {
  const { rows } = await sql<Family>`
    select slug, name, coalesce(count, 0) as count, coalesce((
      select drawing->>'figure' from parts
      where family_code = code and deleted_at is null and drawing is not null
      order by position limit 1
    ), 'box') as figure
    from families left join (${await counts(db, filter)}) counted using (code)
    where exists (select from parts where family_code = code and deleted_at is null)
    order by code`.execute(db)
  return rows
}

/** How many parts are wanted of each family, by its code. */
async function counts(db: Db, filter: PartFilter): Promise<RawBuilder<unknown>> {
  const { search, isFew, ...narrowing } = filter
  if (!search) {
    return sql`select code, (select count(*) from (
      select from parts where family_code = code and ${isWanted(filter)} limit ${LONG_LIST}
    ) listed) as count from families`
  }
  const isShort = isFew || (await countFound(db, search.counted, narrowing, FEW + 1)) <= FEW
  return isShort
    ? sql`select family_code as code, least(count(*), ${FOUND_UP_TO}) as count
        from parts where ${isWanted(filter)} group by family_code`
    : sql`select code, ${foundIn(sql`array[code]`, search.counted, narrowing, FOUND_UP_TO)} as count
        from families`
}
