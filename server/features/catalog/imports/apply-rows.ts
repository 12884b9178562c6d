import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/connections/connect.ts'
import { importRows } from '../../../platform/metrics/metrics.ts'
import { namesMissingPhoto } from '../parts/refuse-missing-photo.ts'
import { addParts } from './add-parts.ts'
import type { Application, DueRow, Failures } from './application.ts'
import { changeParts } from './change-parts.ts'
import { withoutWaiting } from './without-waiting.ts'

/** So few that nobody waits long for a part that is among them. */
const ROWS_AT_ONCE = 250
/** So many in a row, and something else is wrong. */
const DEADLOCKS = 5

/**
 * The next rows of an import that are not applied yet, after one of this number; none once it is cancelled.
 * New parts have their places in the catalogue already, in the order of the file.
 */
export async function readDueRows(
  db: Db,
  { importId }: Application,
  after: number,
): Promise<DueRow[]> {
  const { rows } = await sql<DueRow>`
    select row, fate, part_id as "partId", given, was,
      case fate when 'add' then nextval('parts_position') end as position
    from (
      select * from part_import_rows
      where import_id = ${importId} and row > ${after} and fate in ('add', 'change')
        and applied_at is null and refusal is null
        and exists (select from part_imports where id = import_id and state = 'applying')
      order by row limit ${ROWS_AT_ONCE}
    ) due`.execute(db)
  return rows
}

/**
 * Applies some rows in short transactions: parts, their stock's ledger, their words, and that the rows are
 * done. Answers the parts that are others now. New parts and changed ones do not share a transaction: it
 * would hold words of the first while it waits for the others, and others wait for those words.
 */
export async function applyRows(
  db: Db,
  application: Application,
  due: DueRow[],
): Promise<string[]> {
  const partIds: string[] = []
  for (const fate of ['add', 'change']) {
    const rows = due.filter((row) => row.fate === fate)
    if (rows.length > 0) partIds.push(...(await applyAlike(db, application, rows)))
  }
  return partIds
}

/** What the database's own rules refuse is left out, and said of its row alone. */
async function applyAlike(db: Db, application: Application, due: DueRow[]): Promise<string[]> {
  try {
    return await applyPatiently(db, application, due)
  } catch (error) {
    if (!isRefusedByRules(error)) throw error
    const first = due[0] as DueRow
    if (due.length === 1) return leaveOut(db, application, first, whyRefused(error))
    const partIds: string[] = []
    for (const row of due) partIds.push(...(await applyAlike(db, application, [row])))
    return partIds
  }
}

/** Whoever changes parts by hand may have locked them in another order: then these begin again. */
async function applyPatiently(
  db: Db,
  application: Application,
  due: DueRow[],
  tries = DEADLOCKS,
): Promise<string[]> {
  try {
    return await applyAtOnce(db, application, due)
  } catch (error) {
    if (tries === 0 || (error as { code?: unknown }).code !== '40P01') throw error
    return applyPatiently(db, application, due, tries - 1)
  }
}

async function applyAtOnce(db: Db, application: Application, due: DueRow[]): Promise<string[]> {
  const { importId, byUser } = application
  const { partIds, leftOut } = await withoutWaiting(db, async (tx) => {
    // Before any part: an admin who orders locks himself first, and then his part.
    await sql`select from users where id = ${byUser} for key share`.execute(tx)
    const rows = await stillDue(tx, importId, due)
    const failures: Failures = new Map([
      ...(await addParts(
        tx,
        application,
        rows.filter(({ fate }) => fate === 'add'),
      )),
      ...(await changeParts(
        tx,
        application,
        rows.filter(({ fate }) => fate === 'change'),
      )),
    ])
    await writeOutcome(tx, importId, rows, failures)
    const applied = rows.filter(({ row }) => !failures.has(row))
    return { partIds: applied.map(({ partId }) => partId), leftOut: failures.size }
  })
  importRows.inc({ outcome: 'applied' }, partIds.length)
  importRows.inc({ outcome: 'left_out' }, leftOut)
  return partIds
}

/** Whoever else works on the same rows waits, and then finds them done. */
async function stillDue(tx: Tx, importId: string, due: DueRow[]): Promise<DueRow[]> {
  const rows = await tx
    .selectFrom('part_import_rows')
    .select('row')
    .where('import_id', '=', importId)
    .where(sql<boolean>`row = any (${due.map(({ row }) => row)}::int[])`)
    .where('applied_at', 'is', null)
    .where('refusal', 'is', null)
    .orderBy('row')
    .forUpdate()
    .execute()
  const numbers = new Set(rows.map(({ row }) => row))
  return due.filter(({ row }) => numbers.has(row))
}

async function leaveOut(
  db: Db,
  { importId }: Application,
  row: DueRow,
  why: string,
): Promise<string[]> {
  await withoutWaiting(db, async (tx) => {
    const rows = await stillDue(tx, importId, [row])
    const failures = new Map([[row.row, why]])
    if (rows.length > 0) await writeOutcome(tx, importId, rows, failures)
  })
  importRows.inc({ outcome: 'left_out' })
  return []
}

async function writeOutcome(
  tx: Tx,
  importId: string,
  rows: DueRow[],
  failures: Failures,
): Promise<void> {
  const refusals = rows.map(({ row }) => failures.get(row) ?? null)
  await sql`
    update part_import_rows set refusal = done.refusal,
      applied_at = case when done.refusal is null then now() end
    from unnest(${rows.map(({ row }) => row)}::int[], ${refusals}::text[]) as done (row, refusal)
    where import_id = ${importId} and part_import_rows.row = done.row`.execute(tx)
  await sql`
    update part_imports set applied = applied + ${rows.length - failures.size},
      failed = failed + ${failures.size} where id = ${importId}`.execute(tx)
}

/** What the database's own rules refuse, and would again. */
function isRefusedByRules(error: unknown): boolean {
  return /^(22|23)/.test(String((error as { code?: unknown }).code))
}

function whyRefused(error: unknown): string {
  return namesMissingPhoto(error)
    ? 'Its picture is a photo that is not there.'
    : 'The shop could not take this row as it is.'
}
