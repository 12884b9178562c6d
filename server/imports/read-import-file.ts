import type { RowFate } from '@freehub/contract/imports'
import { sql } from 'kysely'
import { CsvUnreadable, readRecords } from '../csv/read-records.ts'
import type { Db } from '../database/connect.ts'
import { readFamilyNames } from '../parts/listed-parts.ts'
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
  await forgetRows(db, importId)
  const families = await readFamilyNames(db)
  const seen: SeenRows = { parts: new Map(), skus: new Map() }
  try {
    const records = readRecords(piecesOf(db, importId))
    let written = Promise.resolve()
    for await (const rows of givenRows(records, ROWS_AT_ONCE)) {
      const known = await readKnownParts(db, rows)
      const judged = rows.map((row) => judgeRow(row, known, seen, families))
      // While these are written, the next are read.
      await written
      if (!goesOn()) return
      written = writeRows(db, importId, judged)
    }
    await written
    await finish(db, importId, { state: 'read', refusal: null })
  } catch (error) {
    if (!(error instanceof CsvUnreadable)) throw error
    await finish(db, importId, { state: 'refused', refusal: error.message })
  }
}

async function forgetRows(db: Db, importId: string): Promise<void> {
  await db.deleteFrom('part_import_rows').where('import_id', '=', importId).execute()
  await db
    .updateTable('part_imports')
    .set({ to_add: 0, to_change: 0, same: 0, wrong: 0 })
    .where('id', '=', importId)
    .execute()
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
  await withoutWaiting(db, async (tx) => {
    await sql`
      insert into part_import_rows (import_id, row, fate, part_id, name, sku, given, was, errors)
      select ${importId}::uuid, row, fate, "partId", name, sku, given, was, errors
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as judged
        (row int, fate text, "partId" uuid, name text, sku text, given jsonb, was jsonb, errors jsonb)
    `.execute(tx)
    await sql`update part_imports set to_add = to_add + ${count('add')},
        to_change = to_change + ${count('change')}, same = same + ${count('same')},
        wrong = wrong + ${count('wrong')}
      where id = ${importId}`.execute(tx)
  })
}

async function finish(
  db: Db,
  importId: string,
  outcome: { state: 'read' | 'refused'; refusal: string | null },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx.updateTable('part_imports').set(outcome).where('id', '=', importId).execute()
    await tx.deleteFrom('part_import_pieces').where('import_id', '=', importId).execute()
  })
}
