import { randomUUIDv7 } from 'node:crypto'
import { PIECES_MAXIMUM } from '@freehub/contract/constants'
import { formatCount } from '@freehub/contract/money'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/connections/connect.ts'
import { selectListedParts } from '../list/listed-parts.ts'
import type { ListedField, ListedPart } from '../parts/part-columns.ts'
import type { Application, DueRow, Failures } from './application.ts'
import { writeEdits } from './write-edits.ts'

/** A row, and its part as it stands, locked. */
interface Change extends DueRow {
  part: ListedPart & { on_hand: number; reserved: number; deleted: boolean }
}

/**
 * Changes the parts of these rows: what is said of them becomes what the file says, unless somebody has
 * changed that meanwhile; pieces come or go as many as the file's count differed from the shop's when it
 * was read, so that what was ordered since still counts.
 */
export async function changeParts(
  tx: Tx,
  application: Application,
  rows: DueRow[],
): Promise<Failures> {
  if (rows.length === 0) return new Map()
  const parts = await lockParts(tx, rows)
  const failures: Failures = new Map()
  const changes: Change[] = []
  for (const row of rows) {
    const part = parts.get(row.partId)
    const failure = part ? whyNot(row, part) : 'This product was deleted meanwhile.'
    if (failure) failures.set(row.row, failure)
    else if (part) changes.push({ ...row, part })
  }
  if (changes.length > 0) await write(tx, application, changes)
  return failures
}

/** In the order of their ids, as whoever else locks many. */
async function lockParts(tx: Tx, rows: DueRow[]): Promise<Map<string, Change['part']>> {
  const parts = await selectListedParts(tx)
    .select(['on_hand', 'reserved', sql<boolean>`deleted_at is not null`.as('deleted')])
    .where(sql<boolean>`id = any (${rows.map(({ partId }) => partId)}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return new Map(parts.map((part) => [part.id, part]))
}

function whyNot({ given, was }: DueRow, part: Change['part']): string | undefined {
  if (part.deleted) return 'This product was deleted meanwhile.'
  const fields = (Object.keys(given) as ListedField[]).filter((field) => field !== 'available')
  if (fields.some((field) => part[field] !== was[field])) {
    return 'Somebody else has changed this product meanwhile. Import the file again.'
  }
  const left = part.on_hand + piecesOf({ given, was })
  if (left < part.reserved) {
    return `${formatCount(part.reserved)} pieces are promised to orders, more than would be left.`
  }
  return left > PIECES_MAXIMUM ? 'So many pieces cannot be in stock.' : undefined
}

/** How many came, or as a negative number went. */
function piecesOf({ given, was }: Pick<DueRow, 'given' | 'was'>): number {
  return 'available' in given ? Number(given.available) - Number(was.available) : 0
}

async function write(tx: Tx, application: Application, changes: Change[]): Promise<void> {
  // Row by row the words of many would take twice as long: they are kept below, at once.
  await sql`select set_config('freehub.words', 'kept at once', true)`.execute(tx)
  await writeParts(tx, changes)
  const worded = changes.filter(({ given }) => WORDS.some((field) => field in given))
  if (worded.length > 0) {
    await sql`select keep_words_of(${worded.map(({ partId }) => partId)}::uuid[])`.execute(tx)
  }
  await sql`select set_config('freehub.words', '', true)`.execute(tx)
  await writeMovements(tx, application, changes)
  await writeEdits(tx, application.byUser, changes)
}

/** What a part is found by. */
const WORDS: ListedField[] = ['name', 'description', 'sku', 'family_code']

async function writeParts(tx: Tx, changes: Change[]): Promise<void> {
  const rows = changes.map(({ part, given, was }) => ({
    ...part,
    ...given,
    on_hand: part.on_hand + piecesOf({ given, was }),
  }))
  await sql`
    update parts set sku = n.sku, name = n.name, description = n.description, img = n.img,
      unit_price_cents = n.unit_price_cents, minimum_order = n.minimum_order, on_hand = n.on_hand,
      family_code = n.family_code, pack_size = n.pack_size, carton_size = n.carton_size,
      weight_g = n.weight_g, lead_time_days = n.lead_time_days, hs_code = n.hs_code
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (id uuid, sku text, name text,
      description text, img text, unit_price_cents int, minimum_order int, on_hand int,
      family_code text, pack_size int, carton_size int, weight_g numeric, lead_time_days int,
      hs_code text)
    where parts.id = n.id`.execute(tx)
}

async function writeMovements(
  tx: Tx,
  { byUser, fileName }: Application,
  changes: Change[],
): Promise<void> {
  const moved = changes.filter((change) => piecesOf(change) !== 0)
  if (moved.length === 0) return
  await sql`
    insert into stock_movements (id, part_id, kind, pieces, by_user, reason)
    select id, part_id, 'adjustment', pieces, ${byUser}::uuid, ${fileName}
    from unnest(${moved.map(() => randomUUIDv7())}::uuid[], ${moved.map(({ partId }) => partId)}::uuid[],
      ${moved.map(piecesOf)}::int[]) as came (id, part_id, pieces)`.execute(tx)
}
