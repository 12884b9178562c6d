import { type Refusal, refuse } from '@freehub/contract/refusals'
import type { Db } from '../../../platform/database/connections/connect.ts'

const BATCH_SIZE = 250

/** Returns the columns of the imported file. For an import of an older version, only SKU and name are known. */
export async function readImportColumns(db: Db, importId: string): Promise<string[] | Refusal> {
  const found = await db
    .selectFrom('part_imports')
    .select('columns')
    .where('id', '=', importId)
    .where('state', '!=', 'uploading')
    .executeTakeFirst()
  return found ? (found.columns ?? ['sku', 'name']) : refuse('import_missing')
}

/** Yields the invalid rows of an import as CSV rows: the errors, then the cells of the file. */
export async function* exportInvalidRows(db: Db, importId: string): AsyncGenerator<string[][]> {
  let after = 0
  for (;;) {
    const rows = await db
      .selectFrom('part_import_rows')
      .select(['row', 'sku', 'name', 'errors', 'cells'])
      .where('import_id', '=', importId)
      .where('fate', '=', 'wrong')
      .where('row', '>', after)
      .orderBy('row')
      .limit(BATCH_SIZE)
      .execute()
    yield rows.map(({ row, sku, name, errors, cells }) => [
      formatErrors(row, errors),
      ...(cells ?? [sku ?? '', name]),
    ])
    const last = rows.at(-1)
    if (!last || rows.length < BATCH_SIZE) return
    after = last.row
  }
}

function formatErrors(row: number, errors: Record<string, string>): string {
  const messages = Object.entries(errors).map(([column, message]) =>
    column === 'row' ? message : `${column}: ${message}`,
  )
  return [`Row ${row}.`, ...messages].join(' ')
}
