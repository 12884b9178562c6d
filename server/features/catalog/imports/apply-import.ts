import type { PartImport } from '@freehub/contract/catalog/imports'
import { isRefusal, type Refusal, refuse } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/connections/connect.ts'
import { readImport } from './read-import.ts'
import { isOtherUnderWay } from './under-way.ts'

interface Asked {
  byUser: string
  /** Of parts that are there already. */
  leaveStock?: boolean | undefined
}

/** Lets what was read become true. The work itself goes on in the background. */
export async function applyImport(
  db: Db,
  id: string,
  { byUser, leaveStock = false }: Asked,
): Promise<PartImport | Refusal> {
  const begun = await db
    .transaction()
    .execute(async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('part_imports')
        .set({ state: 'applying', applied_by: byUser })
        .where('id', '=', id)
        .where('state', '=', 'read')
        .executeTakeFirst()
      if (numUpdatedRows > 0n && leaveStock) await leaveOutStock(tx, id)
      return numUpdatedRows > 0n
    })
    .catch((error) => (isOtherUnderWay(error) ? ('other' as const) : Promise.reject(error)))
  if (begun === 'other') return refuse('import_under_way')
  const found = await readImport(db, id)
  return isRefusal(found) || begun ? found : refuse('import_applied')
}

/** What a file says of stock is as old as the file. Without it some rows change nothing. */
async function leaveOutStock(tx: Tx, id: string): Promise<void> {
  await sql`
    with restocked as (
      update part_import_rows set given = given - 'available', was = was - 'available',
        fate = case when given - 'available' = '{}' then 'same' else fate end
      where import_id = ${id} and fate = 'change' and given ? 'available'
      returning fate
    ), left_out as (
      select count(*) filter (where fate = 'same')::int as same from restocked
    )
    update part_imports set restocked = 0, to_change = to_change - left_out.same,
      same = part_imports.same + left_out.same
    from left_out where id = ${id}`.execute(tx)
}
