import type { PartImport } from '@freehub/contract/imports'
import { type Refusal, refuse } from '@freehub/contract/refusals'
import type { Db } from '../database/connect.ts'
import { readImport } from './read-import.ts'
import { isOtherUnderWay } from './under-way.ts'

/** Lets what was read become true. The work itself goes on in the background. */
export async function applyImport(
  db: Db,
  id: string,
  byUser: string,
): Promise<PartImport | Refusal> {
  const begun = await db
    .updateTable('part_imports')
    .set({ state: 'applying', applied_by: byUser })
    .where('id', '=', id)
    .where('state', '=', 'read')
    .executeTakeFirst()
    .catch((error) => (isOtherUnderWay(error) ? ('other' as const) : Promise.reject(error)))
  if (begun === 'other') return refuse('import_under_way')
  const found = await readImport(db, id)
  return 'refused' in found || begun.numUpdatedRows > 0n ? found : refuse('import_applied')
}
