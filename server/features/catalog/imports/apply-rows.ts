import { sql } from 'kysely'
import { withAsyncCommit } from '../../../platform/database/async-commit.ts'
import type { Db, Tx } from '../../../platform/database/connections/connect.ts'
import { retryConflicts } from '../../../platform/database/run-transaction.ts'
import { importRows } from '../../../platform/metrics/metrics.ts'
import type { Shop } from '../../../platform/open-platform.ts'
import type { CsvField } from '../csv/part-columns.ts'
import { listDrawingFiles } from '../parts/derive-drawing.ts'
import {
  addParts,
  changeParts,
  type ImportContext,
  type PendingRow,
  type RowFailures,
} from './write-parts.ts'

/** Small batches, so that other requests for these parts wait only briefly. */
const BATCH_SIZE = 250
const MAX_DEADLOCK_RETRIES = 5

/** Reads the next pending rows, and assigns catalog positions to new parts. Returns no rows of a cancelled import. */
export async function takePendingRows(db: Db, { importId }: ImportContext, after: number) {
  // Each fate has its own index range: a condition for both would read and sort all remaining rows.
  const pending = (fate: PendingRow['fate']) => sql`(
    select * from part_import_rows
    where import_id = ${importId} and row > ${after} and fate = ${fate}
      and applied_at is null and refusal is null
      and (select state from part_imports where id = ${importId}) = 'applying'
    order by row limit ${BATCH_SIZE})`
  const { rows } = await sql<PendingRow>`
    select row, fate, part_id as "partId", new_values as "newValues", old_values as "oldValues",
      case fate when 'add' then nextval('parts_position') end as position
    from (
      select * from (${pending('add')} union all ${pending('change')}) rows_to_apply
      order by row limit ${BATCH_SIZE}
    ) pending`.execute(db)
  return rows
}

type Deps = Pick<Shop, 'db' | 'partsChanged'>

/** Rolls back the transaction of rows whose import has been cancelled. */
class ImportCancelledError extends Error {}

/**
 * Applies additions and changes in separate transactions, because locks on `vocabulary` could deadlock. Reports the ids
 * of parts and the files of drawings that each transaction has changed, because a later one may fail. Stops if the
 * import is cancelled.
 */
export async function applyRows(deps: Deps, context: ImportContext, pendingRows: PendingRow[]) {
  try {
    for (const fate of ['add', 'change']) {
      const rows = pendingRows.filter((row) => row.fate === fate)
      if (rows.length > 0) await applyBatch(deps, context, rows)
    }
  } catch (error) {
    if (!(error instanceof ImportCancelledError)) throw error
  }
}

/**
 * Applies rows with the same fate in one transaction. After a constraint error, applies them one by one and records
 * the rows that fail.
 */
async function applyBatch(
  deps: Deps,
  context: ImportContext,
  pendingRows: PendingRow[],
): Promise<void> {
  try {
    // Concurrent changes may lock the same words of `vocabulary` in another sequence, which can cause deadlocks.
    await retryConflicts(() => applyInTransaction(deps, context, pendingRows), MAX_DEADLOCK_RETRIES)
  } catch (error) {
    if (!isConstraintError(error)) throw error
    const first = pendingRows[0] as PendingRow
    if (pendingRows.length === 1)
      return recordFailure(deps.db, context, first, describeFailure(error))
    for (const row of pendingRows) await applyBatch(deps, context, [row])
  }
}

async function applyInTransaction(
  { db, partsChanged }: Deps,
  context: ImportContext,
  pendingRows: PendingRow[],
) {
  const { importId, byUser } = context
  const { applied, drawingFiles, failed } = await withAsyncCommit(db, async (tx) => {
    // Lock the user before any part, in the same sequence as the code that places orders.
    await sql`select from users where id = ${byUser} for key share`.execute(tx)
    const rows = await lockPendingRows(tx, importId, pendingRows)
    const writeRows = rows[0]?.fate === 'add' ? addParts : changeParts
    const failures: RowFailures = await writeRows(tx, context, rows)
    await writeOutcome(tx, importId, rows, failures)
    const applied = rows.filter(({ row }) => !failures.has(row))
    const drawingFiles = await listChangedDrawings(tx, applied)
    return { applied, drawingFiles, failed: failures.size }
  })
  importRows.inc({ outcome: 'applied' }, applied.length)
  importRows.inc({ outcome: 'failed' }, failed)
  if (applied.length > 0) partsChanged([...applied.map(({ partId }) => partId), ...drawingFiles])
}

/** A drawing contains the name of its part, has the SKU in its URL and depends on the family. */
const DRAWN_FIELDS: CsvField[] = ['name', 'sku', 'family_code']

/** Lists the files of drawings that the rows have changed, under the new and the former SKU. */
async function listChangedDrawings(tx: Tx, rows: PendingRow[]): Promise<string[]> {
  const changed = rows.filter(
    ({ fate, newValues }) => fate === 'change' && DRAWN_FIELDS.some((field) => field in newValues),
  )
  if (changed.length === 0) return []
  const parts = await tx
    .selectFrom('parts')
    .select('sku')
    .where(sql<boolean>`id = any (${changed.map(({ partId }) => partId)}::uuid[])`)
    .execute()
  const oldSkus = changed.map(({ oldValues: { sku } }) => (sku ? String(sku) : null))
  return listDrawingFiles([...parts.map(({ sku }) => sku), ...oldSkus])
}

/** Locks the rows that are still pending. Another process with the same rows waits, then finds them applied. */
async function lockPendingRows(tx: Tx, importId: string, pendingRows: PendingRow[]) {
  const rows = await tx
    .selectFrom('part_import_rows')
    .select('row')
    .where('import_id', '=', importId)
    .where(sql<boolean>`row = any (${pendingRows.map(({ row }) => row)}::int[])`)
    .where('applied_at', 'is', null)
    .where('refusal', 'is', null)
    .orderBy('row')
    .forUpdate()
    .execute()
  const numbers = new Set(rows.map(({ row }) => row))
  return pendingRows.filter(({ row }) => numbers.has(row))
}

/** Stores why a row could not be applied, unless it is no longer pending. */
async function recordFailure(db: Db, { importId }: ImportContext, row: PendingRow, reason: string) {
  const failed = await withAsyncCommit(db, async (tx) => {
    const rows = await lockPendingRows(tx, importId, [row])
    if (rows.length > 0) await writeOutcome(tx, importId, rows, new Map([[row.row, reason]]))
    return rows.length
  })
  importRows.inc({ outcome: 'failed' }, failed)
}

/**
 * Marks rows as applied or failed, and adds their numbers to the counts of the import. Throws if the import has been
 * cancelled, so that the counts that its cancellation returned stay correct.
 */
async function writeOutcome(tx: Tx, importId: string, rows: PendingRow[], failures: RowFailures) {
  const refusals = rows.map(({ row }) => failures.get(row) ?? null)
  await sql`
    update part_import_rows set refusal = outcome.refusal,
      applied_at = case when outcome.refusal is null then now() end
    from unnest(${rows.map(({ row }) => row)}::int[], ${refusals}::text[]) as outcome (row, refusal)
    where import_id = ${importId} and part_import_rows.row = outcome.row`.execute(tx)
  const { numAffectedRows } = await sql`
    update part_imports set applied = applied + ${rows.length - failures.size},
      failed = failed + ${failures.size} where id = ${importId} and state = 'applying'`.execute(tx)
  if (numAffectedRows === 0n) throw new ImportCancelledError()
}

/** True for data and constraint errors, which a retry cannot fix. */
function isConstraintError(error: unknown): boolean {
  return /^(22|23)/.test(String((error as { code?: unknown }).code))
}

function describeFailure(error: unknown): string {
  return (error as { constraint?: unknown }).constraint === 'parts_img_photo'
    ? 'The image of this product does not exist.'
    : 'This row could not be saved. Check its values.'
}
