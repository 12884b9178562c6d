import type { PartImport } from '@freehub/contract/catalog/imports'
import { isRefusal, type Refusal, refuse } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/connections/connect.ts'
import { readImport } from './read-import.ts'

interface ApplyOptions {
  byUser: string
  /** Ignores the stock of existing parts in the file. */
  leaveStock?: boolean | undefined
}

/** Starts applying an import that was read. The import runner applies the rows in the background. */
export async function applyImport(
  db: Db,
  id: string,
  { byUser, leaveStock = false }: ApplyOptions,
): Promise<PartImport | Refusal> {
  const started = await db
    .transaction()
    .execute(async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('part_imports')
        .set({ state: 'applying', applied_by: byUser })
        .where('id', '=', id)
        .where('state', '=', 'read')
        .executeTakeFirst()
      if (numUpdatedRows > 0n && leaveStock) await excludeStock(tx, id)
      return numUpdatedRows > 0n
    })
    .catch((error) => (isOtherImportRunning(error) ? ('other' as const) : Promise.reject(error)))
  if (started === 'other') return refuse('import_under_way')
  const found = await readImport(db, id)
  return isRefusal(found) || started ? found : refuse('import_applied')
}

/** Removes the stock from the changes of the rows. A row without other changes becomes `same`. */
async function excludeStock(tx: Tx, id: string): Promise<void> {
  await sql`
    with stock_changes as (
      update part_import_rows set new_values = new_values - 'available',
        old_values = old_values - 'available',
        fate = case when new_values - 'available' = '{}' then 'same' else fate end
      where import_id = ${id} and fate = 'change' and new_values ? 'available'
      returning fate
    ), excluded as (
      select count(*) filter (where fate = 'same')::int as same from stock_changes
    )
    update part_imports set restocked = 0, to_change = to_change - excluded.same,
      same = part_imports.same + excluded.same
    from excluded where id = ${id}`.execute(tx)
}

/**
 * True if the error reports that another import is being read or applied. Only one import may be in the state
 * `reading` or `applying`.
 */
export function isOtherImportRunning(error: unknown): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string }
  return code === '23505' && constraint === 'one_active_import'
}
