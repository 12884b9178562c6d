import { sql } from 'kysely'
import { fillCatalog } from '../../dev/sample-data/fill-catalog.ts'
import { connect, type Db, type Tx } from '../../server/platform/database/connections/connect.ts'

/** Number of copies of each part of the sample catalog. */
const COPIES_PER_PART = 30
/** Number of parts to read. It exceeds the number of pages that the shop caches. */
const PARTS_READ = 320
const VISITORS = 4

/** Timeouts of the inserts, which take more than a minute on a busy machine. */
const TIMEOUTS = { connectMs: 60_000, statementMs: 600_000, lockMs: 60_000, idleMs: 60_000 }

/** Fills the catalog with the sample parts and some thousand copies of them. */
export async function fillLargeCatalog(databaseUrl: string): Promise<void> {
  const { db } = connect(databaseUrl, () => {}, TIMEOUTS)
  try {
    await db.transaction().execute(async (tx) => {
      await fillCatalog(tx)
      await addCopies(tx)
    })
    await sql`analyze`.execute(db)
  } finally {
    await db.destroy()
  }
}

async function addCopies(tx: Tx): Promise<void> {
  await sql`
    with copies as (
      insert into parts (id, sku, family_code, name, description, img, unit_price_cents, minimum_order,
        on_hand, pack_size, carton_size, weight_g, lead_time_days, hs_code, attributes, drawing)
      select gen_random_uuid(), sku || '-' || n, family_code, name || ', batch ' || n,
        description, img, unit_price_cents + n, minimum_order, on_hand, pack_size, carton_size,
        weight_g, lead_time_days, hs_code, attributes, drawing
      from parts, generate_series(1, ${COPIES_PER_PART}) n where sku is not null
      returning id, on_hand
    )
    insert into stock_movements (id, part_id, kind, pieces)
    select gen_random_uuid(), id, 'initial', on_hand from copies`.execute(tx)
}

/** Reads more part pages than the shop caches, and one search for each page. */
export async function readManyPages({ db, url }: { db: Db; url: string }): Promise<void> {
  const parts = await db.selectFrom('parts').select('id').limit(PARTS_READ).execute()
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
