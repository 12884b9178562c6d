import { sql } from 'kysely'
import { fillCatalogue } from '../../dev/sample-data/fill-catalogue.ts'
import type { Db, Tx } from '../../server/platform/database/connections/connect.ts'

/** So many more of each part of the sample catalogue. */
const BATCHES = 30
/** More than the shop keeps pages of. */
const PARTS_SEEN = 320
const VISITORS = 4

/** Fills a catalogue with some thousand parts, which are like the sample's. */
export async function fillShelves(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // It takes as long as it takes.
    await sql`set local statement_timeout = 0`.execute(tx)
    await fillCatalogue(tx)
    await addBatches(tx)
  })
  await sql`analyze`.execute(db)
}

async function addBatches(tx: Tx): Promise<void> {
  await sql`
    with made as (
      insert into parts (id, sku, family_code, name, description, img, unit_price_cents, minimum_order,
        on_hand, pack_size, carton_size, weight_g, lead_time_days, hs_code, attributes, drawing)
      select gen_random_uuid(), sku || '-' || batch, family_code, name || ', batch ' || batch,
        description, img, unit_price_cents + batch, minimum_order, on_hand, pack_size, carton_size,
        weight_g, lead_time_days, hs_code, attributes, drawing
      from parts, generate_series(1, ${BATCHES}) batch where sku is not null
      returning id, on_hand
    )
    insert into stock_movements (id, part_id, kind, pieces)
    select gen_random_uuid(), id, 'initial', on_hand from made`.execute(tx)
}

/** Looks at more things than the shop has room for in its memory. */
export async function lookAround({ db, url }: { db: Db; url: string }): Promise<void> {
  const parts = await db.selectFrom('parts').select('id').limit(PARTS_SEEN).execute()
  const paths = parts.flatMap(({ id }, n) => [
    `/allParts/${id}`,
    `/parts?size=50&search=batch+${n}`,
  ])
  await Promise.all(
    Array.from({ length: VISITORS }, async () => {
      for (let path = paths.pop(); path; path = paths.pop()) {
        await (await fetch(url + path)).arrayBuffer()
      }
    }),
  )
}
