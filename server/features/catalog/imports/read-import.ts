import {
  type ImportRow,
  PART_COLUMNS,
  type PartColumn,
  type PartImport,
  type RowResult,
} from '@freehub/contract/catalog/imports'
import { isRefusal, type Refusal, refuse } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { inPeriod, type PeriodPage } from '../../../platform/database/in-period.ts'
import { staffName } from '../../../platform/database/staff-name.ts'
import { type CsvNames, type FieldValue, partColumns } from '../csv/part-columns.ts'
import { readCsvNames } from '../csv/select-csv-parts.ts'

export async function readImport(db: Db, id: string): Promise<PartImport | Refusal> {
  const row = await selectImports(db).where('part_imports.id', '=', id).executeTakeFirst()
  return row ? toImport(row) : refuse('import_missing')
}

/** Lists a page of the imports, newest first. */
export async function listImports(
  db: Db,
  { size, after, ...period }: PeriodPage,
): Promise<PartImport[]> {
  const rows = await selectImports(db)
    .where((eb) =>
      eb.and([
        ...(after ? [eb('part_imports.id', '<', after)] : []),
        ...inPeriod(period, { time: 'part_imports.created_at', id: 'part_imports.id' }),
      ]),
    )
    .orderBy('part_imports.id', 'desc')
    .limit(size)
    .execute()
  return rows.map(toImport)
}

interface RowsQuery {
  result?: RowResult | 'failed' | undefined
  after?: number | undefined
  size: number
}

/**
 * Lists a page of an import's rows in the sequence of the file. `after` is the number of the last row of the previous
 * page. With the result `failed`, lists the rows that could not be applied.
 */
export async function listImportRows(
  db: Db,
  importId: string,
  { result, after = 0, size }: RowsQuery,
): Promise<ImportRow[] | Refusal> {
  const found = await readImport(db, importId)
  if (isRefusal(found)) return found
  const names = await readCsvNames(db)
  const rows = await db
    .selectFrom('part_import_rows')
    .select(['row', 'fate', 'name', 'sku', 'new_values', 'old_values'])
    .select(['errors', 'applied_at', 'refusal'])
    .where('import_id', '=', importId)
    .where('row', '>', after)
    .$if(result === 'failed', (query) => query.where('refusal', 'is not', null))
    .$if(result !== undefined && result !== 'failed', (query) =>
      query.where('fate', '=', result as RowResult),
    )
    .orderBy('row')
    .limit(size)
    .execute()
  return rows.map(({ applied_at, new_values, old_values, ...row }) => ({
    ...row,
    changes: listChanges(row.fate, { new_values, old_values }, names),
    applied: applied_at !== null,
  }))
}

const LONG_COLUMNS: PartColumn[] = ['description', 'img']
const SEPARATE_COLUMNS: PartColumn[] = ['id', 'sku', 'name', ...LONG_COLUMNS]

/** Columns that the list of rows shows for a new part, besides its name and SKU. Empty values are not shown. */
const NEW_PART_COLUMNS = [
  ...PART_COLUMNS.filter((column) => !SEPARATE_COLUMNS.includes(column)),
  ...LONG_COLUMNS,
]

type Values = Record<string, unknown>

function listChanges(
  result: RowResult,
  { new_values: newValues, old_values: oldValues }: { new_values: Values; old_values: Values },
  names: CsvNames,
): ImportRow['changes'] {
  const formatCell = (values: Values, column: keyof typeof partColumns) => {
    const { field, format } = partColumns[column]
    const value = (values[field] ?? null) as FieldValue
    return value === null ? '' : format(value, names)
  }
  const isChanged = (column: PartColumn) => {
    const { field } = partColumns[column]
    return newValues[field] !== oldValues[field]
  }
  if (result === 'add') {
    return NEW_PART_COLUMNS.map((column) => ({
      column,
      from: '',
      to: formatCell(newValues, column),
    })).filter(({ to }) => to !== '')
  }
  if (result !== 'change') return []
  return PART_COLUMNS.filter(isChanged).map((column) => ({
    column,
    from: formatCell(oldValues, column),
    to: formatCell(newValues, column),
  }))
}

/** Selects the imports whose upload is complete. `by` is the user who applied the import, or else uploaded it. */
function selectImports(db: Db) {
  return db
    .selectFrom('part_imports')
    .leftJoin('users', (join) =>
      join.on('users.id', '=', sql<string>`coalesce(applied_by, by_user)`),
    )
    .selectAll('part_imports')
    .select(staffName.as('by'))
    .where('state', '!=', 'uploading')
}

type Row = Awaited<ReturnType<ReturnType<typeof selectImports>['execute']>>[number]

function toImport(row: Row): PartImport {
  return {
    _id: row.id,
    fileName: row.file_name,
    by: row.by,
    // `selectImports` excludes `uploading`, but the type of the column has it.
    state: row.state === 'uploading' ? 'reading' : row.state,
    refusal: row.refusal,
    counts: { add: row.to_add, change: row.to_change, same: row.same, wrong: row.wrong },
    restocked: row.restocked,
    applied: row.applied,
    failed: row.failed,
    createdAt: row.created_at.toISOString(),
    appliedAt: row.applied_at?.toISOString() ?? null,
  }
}
