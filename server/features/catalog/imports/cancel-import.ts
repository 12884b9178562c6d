import type { PartImport } from '@freehub/contract/catalog/imports'
import { isRefusal, type Refusal, refuse } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { readImport } from './read-import.ts'

/** Cancels an import that is not finished. Rows that were already applied stay applied. */
export async function cancelImport(db: Db, id: string): Promise<PartImport | Refusal> {
  await abortImport(db, id, 'Staff stopped the import.')
  const found = await readImport(db, id)
  return isRefusal(found) || found.state === 'cancelled' ? found : refuse('import_over')
}

/**
 * Cancels an unfinished import with a reason and deletes its uploaded file. Batches that have not committed roll back.
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

/** Deletes incomplete uploads after an hour, and unapplied imports after a week. */
export async function deleteOldImports(db: Db): Promise<void> {
  await sql`delete from part_imports
    where (state = 'uploading' and created_at < now() - interval '1 hour')
      or (state in ('read', 'refused', 'cancelled') and applied + failed = 0
        and created_at < now() - interval '7 days')`.execute(db)
}
