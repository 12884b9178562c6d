import type { RowFate } from '@freehub/contract/catalog/imports'
import { sql } from 'kysely'
import { CsvUnreadable, readRecords } from '../../../platform/csv/read-records.ts'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { readFamilyNames } from '../list/listed-parts.ts'
import { givenRows } from './given-rows.ts'
import { type JudgedRow, judgeRow, type SeenRows } from './judge-rows.ts'
import { readKnownParts } from './known-parts.ts'
import { withoutWaiting } from './without-waiting.ts'

const ROWS_AT_ONCE = 250

/**
 * Reads an import's file and writes down what would become of each row. One that was begun and not
 * finished begins anew. `goesOn` is asked between the pieces; the file is left as it is once it says no.
 */
export async function readImportFile(
  db: Db,
  importId: string,
  goesOn: () => boolean,
): Promise<void> {
  if (!(await beginAnew(db, importId))) return
  const families = await readFamilyNames(db)
  const seen: SeenRows = { parts: new Map(), skus: new Map() }
  try {
    const records = readRecords(piecesOf(db, importId))
    let written = Promise.resolve()
    let count = 0
    for await (const rows of givenRows(records, ROWS_AT_ONCE)) {
      const known = await readKnownParts(db, rows)
      const judged = rows.map((row) => judgeRow(row, known, seen, families))
      // While these are written, the next are read.
      await written
      if (!goesOn()) return
      written = writeRows(db, importId, judged)
      // It is waited for later: until then nobody listens.
      written.catch(() => {})
      count += judged.length
    }
    await written
    await finish(db, importId, count)
  } catch (error) {
    if (error instanceof ImportOver) return
    if (!(error instanceof CsvUnreadable)) throw error
    await refuse(db, importId, error.message)
  }
}

/** Somebody has cancelled it, or read it to its end. */
class ImportOver extends Error {}

/** Forgets what was read of it before. Answers whether it is still to be read. */
async function beginAnew(db: Db, importId: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const begun = await tx
      .updateTable('part_imports')
      .set({ to_add: 0, to_change: 0, same: 0, wrong: 0, restocked: 0 })
      .where('id', '=', importId)
      .where('state', '=', 'reading')
      .executeTakeFirst()
    if (begun.numUpdatedRows === 0n) return false
    await tx.deleteFrom('part_import_rows').where('import_id', '=', importId).execute()
    return true
  })
}

async function* piecesOf(db: Db, importId: string): AsyncGenerator<Buffer> {
  for (let n = 0; ; n++) {
    const piece = await db
      .selectFrom('part_import_pieces')
      .select('bytes')
      .where('import_id', '=', importId)
      .where('n', '=', n)
      .executeTakeFirst()
    if (!piece) return
    yield piece.bytes
  }
}

async function writeRows(db: Db, importId: string, rows: JudgedRow[]): Promise<void> {
  const count = (fate: RowFate) => rows.filter((row) => row.fate === fate).length
  const restocked = rows.filter(({ fate, given }) => fate === 'change' && 'available' in given)
  await withoutWaiting(db, async (tx) => {
    // First, as whoever begins anew.
    const { numAffectedRows } = await sql`update part_imports set to_add = to_add + ${count('add')},
        to_change = to_change + ${count('change')}, same = same + ${count('same')},
        wrong = wrong + ${count('wrong')}, restocked = restocked + ${restocked.length}
      where id = ${importId} and state = 'reading'`.execute(tx)
    if (numAffectedRows === 0n) throw new ImportOver()
    await sql`
      insert into part_import_rows (import_id, row, fate, part_id, name, sku, given, was, errors)
      select ${importId}::uuid, row, fate, "partId", name, sku, given, was, errors
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as judged
        (row int, fate text, "partId" uuid, name text, sku text, given jsonb, was jsonb, errors jsonb)
    `.execute(tx)
  })
}

/**
 * Whoever has lost the lock without knowing may read beside another, who began anew: what is not all there
 * is not finished.
 */
async function finish(db: Db, importId: string, count: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { numAffectedRows } = await sql`
      update part_imports set state = 'read' where id = ${importId} and state = 'reading'
        and to_add + to_change + same + wrong = ${count}
        and (select count(*) from part_import_rows where import_id = ${importId}) = ${count}`.execute(
      tx,
    )
    if (numAffectedRows === 0n) throw new Error('What was read of an import is not all there.')
    await tx.deleteFrom('part_import_pieces').where('import_id', '=', importId).execute()
  })
}

async function refuse(db: Db, importId: string, refusal: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('part_imports')
      .set({ state: 'refused', refusal })
      .where('id', '=', importId)
      .where('state', '=', 'reading')
      .execute()
    await tx.deleteFrom('part_import_pieces').where('import_id', '=', importId).execute()
  })
}
