import type { PartColumn, RowResult } from '@freehub/contract/catalog/imports'
import { sql } from 'kysely'
import { readCsvRows, UnreadableCsvError } from '../../../platform/csv/read-csv-rows.ts'
import { withAsyncCommit } from '../../../platform/database/async-commit.ts'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { readCsvNames } from '../csv/select-csv-parts.ts'
import { type CheckedRow, checkRow, readExistingParts, type SeenRows } from './check-row.ts'
import { parseRows } from './parse-rows.ts'

const BATCH_SIZE = 250

/** Checks each row of a file and stores its result. Stops between batches once `canContinue` returns false. */
export async function readImportFile(db: Db, importId: string, canContinue: () => boolean) {
  if (!(await restartReading(db, importId))) return
  const names = await readCsvNames(db)
  const seen: SeenRows = { parts: new Map(), skus: new Map() }
  try {
    const csvRows = readCsvRows(readChunks(db, importId))
    let pendingWrite = Promise.resolve()
    let count = 0
    for await (const rows of parseRows(csvRows, BATCH_SIZE)) {
      const existing = await readExistingParts(db, rows)
      const checked = rows.map((row) => checkRow(row, existing, seen, names))
      // The previous batch is written while this one is read and checked.
      await pendingWrite
      if (!canContinue()) return
      const columns = [...(rows[0]?.cells.keys() ?? [])]
      pendingWrite = writeRows(db, importId, columns, checked)
      // The next batch awaits this write. Until then, a rejection must not count as unhandled.
      pendingWrite.catch(() => {})
      count += checked.length
    }
    await pendingWrite
    await finishReading(db, importId, count)
  } catch (error) {
    if (error instanceof ImportEnded) return
    if (!(error instanceof UnreadableCsvError)) throw error
    await refuseImport(db, importId, error.message)
  }
}

/** Thrown if the import is no longer in the state `reading`: cancelled, or finished by another process. */
class ImportEnded extends Error {}

/** Deletes the rows of an interrupted read. Returns false if the import is not in the state `reading`. */
async function restartReading(db: Db, importId: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const started = await tx
      .updateTable('part_imports')
      .set({ to_add: 0, to_change: 0, same: 0, wrong: 0, restocked: 0 })
      .where('id', '=', importId)
      .where('state', '=', 'reading')
      .executeTakeFirst()
    if (started.numUpdatedRows === 0n) return false
    await tx.deleteFrom('part_import_rows').where('import_id', '=', importId).execute()
    return true
  })
}

async function* readChunks(db: Db, importId: string): AsyncGenerator<Buffer> {
  for (let n = 0; ; n++) {
    const chunk = await db
      .selectFrom('part_import_chunks')
      .select('bytes')
      .where('import_id', '=', importId)
      .where('n', '=', n)
      .executeTakeFirst()
    if (!chunk) return
    yield chunk.bytes
  }
}

async function writeRows(db: Db, importId: string, columns: PartColumn[], rows: CheckedRow[]) {
  const count = (result: RowResult) => rows.filter((row) => row.fate === result).length
  const stockChanges = rows.filter(
    ({ fate, newValues }) => fate === 'change' && 'available' in newValues,
  )
  await withAsyncCommit(db, async (tx) => {
    // Lock the import before its rows, as `restartReading` does.
    const { numAffectedRows } = await sql`update part_imports set to_add = to_add + ${count('add')},
        to_change = to_change + ${count('change')}, same = same + ${count('same')},
        wrong = wrong + ${count('wrong')}, restocked = restocked + ${stockChanges.length}, columns = ${columns}
      where id = ${importId} and state = 'reading'`.execute(tx)
    if (numAffectedRows === 0n) throw new ImportEnded()
    await sql`
      insert into part_import_rows
        (import_id, row, fate, part_id, name, sku, new_values, old_values, errors, cells)
      select ${importId}::uuid, row, fate, "partId", name, sku, "newValues", "oldValues", errors, cells
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as checked
        (row int, fate text, "partId" uuid, name text, sku text, "newValues" jsonb, "oldValues" jsonb,
          errors jsonb, cells text[])
    `.execute(tx)
  })
}

/** Marks the import as read. Throws ImportEnded, or an error if a process that lost its lock has deleted rows. */
async function finishReading(db: Db, importId: string, count: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { numAffectedRows } = await sql`
      update part_imports set state = 'read' where id = ${importId} and state = 'reading'
        and to_add + to_change + same + wrong = ${count}
        and (select count(*) from part_import_rows where import_id = ${importId}) = ${count}`.execute(
      tx,
    )
    if (numAffectedRows === 0n) {
      const { rows } =
        await sql`select from part_imports where id = ${importId} and state = 'reading'`.execute(tx)
      throw rows.length > 0 ? new Error('Rows of the import are missing.') : new ImportEnded()
    }
    await tx.deleteFrom('part_import_chunks').where('import_id', '=', importId).execute()
  })
}

async function refuseImport(db: Db, importId: string, refusal: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('part_imports')
      .set({ state: 'refused', refusal })
      .where('id', '=', importId)
      .where('state', '=', 'reading')
      .execute()
    await tx.deleteFrom('part_import_chunks').where('import_id', '=', importId).execute()
  })
}
