import { type ImportRow, PART_COLUMNS, type RowResult } from '@freehub/contract/catalog/imports'
import { isRefusal, type Refusal } from '@freehub/contract/refusals'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { readFamilyNames } from '../list/csv-parts.ts'
import { type FamilyNames, type FieldValue, partColumns } from '../parts/part-columns.ts'
import { readImport } from './read-import.ts'

interface RowsQuery {
  fate?: RowResult | 'failed' | undefined
  /** Row number of the last row on the previous page. */
  after?: number | undefined
  size: number
}

/** Lists `size` rows of an import in file order, and one more if there is one. */
export async function listImportRows(
  db: Db,
  importId: string,
  { fate, after = 0, size }: RowsQuery,
): Promise<ImportRow[] | Refusal> {
  const found = await readImport(db, importId)
  if (isRefusal(found)) return found
  const families = await readFamilyNames(db)
  const rows = await db
    .selectFrom('part_import_rows')
    .select([
      'row',
      'fate',
      'name',
      'sku',
      'new_values',
      'old_values',
      'errors',
      'applied_at',
      'refusal',
    ])
    .where('import_id', '=', importId)
    .where('row', '>', after)
    .$if(fate === 'failed', (query) => query.where('refusal', 'is not', null))
    .$if(fate !== undefined && fate !== 'failed', (query) =>
      query.where('fate', '=', fate as RowResult),
    )
    .orderBy('row')
    .limit(size + 1)
    .execute()
  return rows.map(({ applied_at, new_values, old_values, ...row }) => ({
    ...row,
    changes: row.fate === 'change' ? listChanges(new_values, old_values, families) : [],
    applied: applied_at !== null,
  }))
}

/** Lists the changed columns with values formatted as CSV cells. */
function listChanges(
  newValues: Record<string, unknown>,
  oldValues: Record<string, unknown>,
  families: FamilyNames,
): ImportRow['changes'] {
  const formatCell = (values: Record<string, unknown>, column: keyof typeof partColumns) => {
    const { field, format } = partColumns[column]
    const value = values[field] as FieldValue
    return value === null ? '' : format(value, families)
  }
  return PART_COLUMNS.filter((column) => partColumns[column].field in newValues).map((column) => ({
    column,
    from: formatCell(oldValues, column),
    to: formatCell(newValues, column),
  }))
}
