import { type ImportRow, PART_COLUMNS, type RowFate } from '@freehub/contract/catalog/imports'
import { isRefusal, type Refusal } from '@freehub/contract/refusals'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { readFamilyNames } from '../list/listed-parts.ts'
import { type FamilyNames, type FieldValue, partColumns } from '../parts/part-columns.ts'
import { readImport } from './read-import.ts'

interface RowsWanted {
  fate?: RowFate | 'failed' | undefined
  /** Rows after the one of this number. */
  after?: number | undefined
  size: number
}

/** So many rows of an import in the order of the file, and one more if there is one. */
export async function listImportRows(
  db: Db,
  importId: string,
  { fate, after = 0, size }: RowsWanted,
): Promise<ImportRow[] | Refusal> {
  const found = await readImport(db, importId)
  if (isRefusal(found)) return found
  const families = await readFamilyNames(db)
  const rows = await db
    .selectFrom('part_import_rows')
    .select(['row', 'fate', 'name', 'sku', 'given', 'was', 'errors', 'applied_at', 'refusal'])
    .where('import_id', '=', importId)
    .where('row', '>', after)
    .$if(fate === 'failed', (query) => query.where('refusal', 'is not', null))
    .$if(fate !== undefined && fate !== 'failed', (query) =>
      query.where('fate', '=', fate as RowFate),
    )
    .orderBy('row')
    .limit(size + 1)
    .execute()
  return rows.map(({ applied_at, given, was, ...row }) => ({
    ...row,
    changes: row.fate === 'change' ? changesIn(given, was, families) : [],
    applied: applied_at !== null,
  }))
}

/** As the cells of the list say it. */
function changesIn(
  given: Record<string, unknown>,
  was: Record<string, unknown>,
  families: FamilyNames,
): ImportRow['changes'] {
  const said = (values: Record<string, unknown>, column: keyof typeof partColumns) => {
    const { field, write } = partColumns[column]
    const value = values[field] as FieldValue
    return value === null ? '' : write(value, families)
  }
  return PART_COLUMNS.filter((column) => partColumns[column].field in given).map((column) => ({
    column,
    from: said(was, column),
    to: said(given, column),
  }))
}
