import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/connections/connect.ts'
import type { ImportContext, PendingRow, RowFailures } from './import-context.ts'

/** Adds the parts of these rows and records their initial stock in the ledger. */
export async function addParts(
  tx: Tx,
  context: ImportContext,
  rows: PendingRow[],
): Promise<RowFailures> {
  if (rows.length === 0) return new Map()
  const { rows: added } = await sql<{ id: string }>`
    insert into parts (id, position, sku, name, description, img, unit_price_cents, minimum_order, on_hand,
      family_code, pack_size, carton_size, weight_g, lead_time_days, hs_code)
    select r."partId", r.position, p.sku, p.name, p.description, p.img, p.unit_price_cents, p.minimum_order,
      p.available, p.family_code, p.pack_size, p.carton_size, p.weight_g, p.lead_time_days, p.hs_code
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r ("partId" uuid, position bigint, "newValues" jsonb)
    cross join lateral jsonb_to_record(r."newValues") as p (sku text, name text, description text, img text,
      unit_price_cents int, minimum_order int, available int, family_code text, pack_size int,
      carton_size int, weight_g numeric, lead_time_days int, hs_code text)
    on conflict (sku) do nothing
    returning id`.execute(tx)
  const ids = new Set(added.map(({ id }) => id))
  const wasAdded = ({ partId }: PendingRow) => ids.has(partId)
  await writeFirstStock(tx, context, rows.filter(wasAdded))
  return new Map(
    rows
      .filter((row) => !wasAdded(row))
      .map(({ row }) => [row, 'Another product now has this SKU.']),
  )
}

async function writeFirstStock(
  tx: Tx,
  { byUser, fileName }: ImportContext,
  rows: PendingRow[],
): Promise<void> {
  await sql`
    insert into stock_movements (id, part_id, kind, pieces, by_user, reason)
    select id, part_id, 'initial', pieces, ${byUser}::uuid, ${fileName}
    from unnest(${rows.map(() => randomUUIDv7())}::uuid[], ${rows.map(({ partId }) => partId)}::uuid[],
      ${rows.map(({ newValues }) => newValues.available)}::int[]) as added (id, part_id, pieces)`.execute(
    tx,
  )
}
