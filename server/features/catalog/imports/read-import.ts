import type { PartImport } from '@freehub/contract/catalog/imports'
import { type Refusal, refuse } from '@freehub/contract/refusals'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { selectImports, toImport } from './import-row.ts'

const MAX_IMPORTS = 20

export async function readImport(db: Db, id: string): Promise<PartImport | Refusal> {
  const row = await selectImports(db).where('part_imports.id', '=', id).executeTakeFirst()
  return row ? toImport(row) : refuse('import_missing')
}

/** Lists the latest imports, newest first. */
export async function listImports(db: Db): Promise<PartImport[]> {
  const rows = await selectImports(db)
    .orderBy('part_imports.id', 'desc')
    .limit(MAX_IMPORTS)
    .execute()
  return rows.map(toImport)
}
