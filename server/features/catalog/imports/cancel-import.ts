import type { PartImport } from '@freehub/contract/catalog/imports'
import { isRefusal, type Refusal, refuse } from '@freehub/contract/refusals'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { readImport } from './read-import.ts'

/** Ends an import that is not over yet. Of one that is being applied, what is done stays. */
export async function cancelImport(db: Db, id: string): Promise<PartImport | Refusal> {
  await endImport(db, id, 'It was stopped by hand.')
  const found = await readImport(db, id)
  return isRefusal(found) || found.state === 'cancelled' ? found : refuse('import_over')
}

/** Ends it for a reason, and lets its file go. Whoever works on it finds out before his next rows. */
export async function endImport(db: Db, id: string, why: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const ended = await tx
      .updateTable('part_imports')
      .set({ state: 'cancelled', refusal: why })
      .where('id', '=', id)
      .where('state', 'in', ['reading', 'read', 'applying'])
      .executeTakeFirst()
    if (ended.numUpdatedRows === 0n) return
    await tx.deleteFrom('part_import_pieces').where('import_id', '=', id).execute()
  })
}
