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
    with restocked as (
      update part_import_rows set new_values = new_values - 'available',
        old_values = old_values - 'available',
        fate = case when new_values - 'available' = '{}' then 'same' else fate end
      where import_id = ${id} and fate = 'change' and new_values ? 'available'
      returning fate
    ), excluded as (
      select count(*) filter (where fate = 'same')::int as same from restocked
    )
    update part_imports set restocked = 0, to_change = to_change - excluded.same,
      same = part_imports.same + excluded.same
    from excluded where id = ${id}`.execute(tx)
}

/** Cancels an import that is not finished. Rows that were already applied stay applied. */
export async function cancelImport(db: Db, id: string): Promise<PartImport | Refusal> {
  await abortImport(db, id, 'The import was cancelled by staff.')
  const found = await readImport(db, id)
  return isRefusal(found) || found.state === 'cancelled' ? found : refuse('import_over')
}

/**
 * Cancels an unfinished import with a reason and deletes its uploaded file. The import runner notices this before
 * its next batch.
 */
export async function abortImport(db: Db, id: string, reason: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const cancelled = await tx
      .updateTable('part_imports')
      .set({ state: 'cancelled', refusal: reason })
      .where('id', '=', id)
      .where('state', 'in', ['reading', 'read', 'applying'])
      .executeTakeFirst()
    if (cancelled.numUpdatedRows === 0n) return
    await tx.deleteFrom('part_import_chunks').where('import_id', '=', id).execute()
  })
}

/** Deletes incomplete uploads after an hour, and imports without applied rows after a week. */
export async function deleteOldImports(db: Db): Promise<void> {
  await sql`delete from part_imports
    where (state = 'uploading' and created_at < now() - interval '1 hour')
      or (state in ('read', 'refused', 'cancelled') and applied + failed = 0
        and created_at < now() - interval '7 days')`.execute(db)
}

/** True if the error reports that another import is being read or applied. Only one may be at a time. */
export function isOtherImportRunning(error: unknown): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string }
  return code === '23505' && constraint === 'one_active_import'
}
