import type { PartImport } from '@freehub/contract/catalog/imports'
import { type Refusal, refuse } from '@freehub/contract/refusals'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { importOf, selectImports } from './import-row.ts'

const LISTED = 20

/** How far an import is. */
export async function readImport(db: Db, id: string): Promise<PartImport | Refusal> {
  const row = await selectImports(db).where('part_imports.id', '=', id).executeTakeFirst()
  return row ? importOf(row) : refuse('import_missing')
}

/** The last imports, newest first. */
export async function listImports(db: Db): Promise<PartImport[]> {
  const rows = await selectImports(db).orderBy('part_imports.id', 'desc').limit(LISTED).execute()
  return rows.map(importOf)
}
