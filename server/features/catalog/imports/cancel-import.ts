import type { PartImport } from '@freehub/contract/catalog/imports'
import { isRefusal, type Refusal, refuse } from '@freehub/contract/refusals'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { readImport } from './read-import.ts'

/** Cancels an import that is not finished. Rows that were already applied stay applied. */
export async function cancelImport(db: Db, id: string): Promise<PartImport | Refusal> {
  await endImport(db, id, 'The import was cancelled by staff.')
  const found = await readImport(db, id)
  return isRefusal(found) || found.state === 'cancelled' ? found : refuse('import_over')
}

/** Ends an import and deletes its file. A worker notices this before its next rows. */
export async function endImport(db: Db, id: string, reason: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const ended = await tx
      .updateTable('part_imports')
      .set({ state: 'cancelled', refusal: reason })
      .where('id', '=', id)
      .where('state', 'in', ['reading', 'read', 'applying'])
      .executeTakeFirst()
    if (ended.numUpdatedRows === 0n) return
    await tx.deleteFrom('part_import_chunks').where('import_id', '=', id).execute()
  })
}
