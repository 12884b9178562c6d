import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../../tests/support/database/test-database.ts'
import { waitUntil } from '../../../tests/support/wait-until.ts'

/** Read from the migration, because a later migration drops the procedure. */
const [CREATE_PROCEDURE = ''] =
  /create procedure add_existing_part_codes[\s\S]*?end \$\$;/.exec(
    readFileSync(new URL('../../migrations/0021-order-pad.sql', import.meta.url), 'utf8'),
  ) ?? []

let database: Awaited<ReturnType<typeof createTestDatabase>>
let client: pg.Client
let staff: pg.Client

beforeEach(async () => {
  database = await createTestDatabase()
  client = await connect()
  staff = await connect()
  await client.query(CREATE_PROCEDURE)
  await client.query(`
    alter table parts disable trigger parts_codes_added;
    insert into parts (id, sku, supersedes, name, description, img, unit_price_cents, minimum_order, on_hand)
      select gen_random_uuid(), 'A-' || n, case when n % 2 = 0 then 'B-' || n end, 'Chain', 'Long.', '/a.svg', 100, 1, 10
      from generate_series(1, 2500) n;
    alter table parts enable trigger parts_codes_added`)
})
afterEach(async () => {
  await client.end()
  await staff.end()
  await database.drop()
})

async function connect() {
  const opened = new pg.Client({ connectionString: database.databaseUrl })
  await opened.connect()
  return opened
}

const countCodes = async () =>
  (await client.query('select kind, count(*)::int from part_codes group by kind order by kind'))
    .rows

test('adds the codes of existing parts once, also after an interruption', async () => {
  await client.query(`insert into part_codes select codes.* from parts, list_part_codes(id, sku, supersedes) codes
    where sku = 'A-7'`)
  for (let run = 0; run < 2; run++) await client.query('call add_existing_part_codes()')
  expect(await countCodes()).toEqual([
    { kind: 'sku', count: 2500 },
    { kind: 'superseded', count: 1250 },
  ])
})

test('adds the code of the new SKU, not of the old one, if another transaction changes the SKU', async () => {
  await staff.query(`begin; update parts set sku = 'NEW-1' where sku = 'A-1'`)
  const added = client.query('call add_existing_part_codes()')
  await waitUntil('the procedure waits for the part', async () => {
    const { rows } = await staff.query(`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`)
    return rows.length > 0
  })
  await staff.query('commit')
  await added
  const { rows } = await client.query(`select key from part_codes where key in ('A1', 'NEW1')`)
  expect(rows).toEqual([{ key: 'NEW1' }])
})
