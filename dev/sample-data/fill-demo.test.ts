import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../tests/support/database/test-database.ts'
import { testSettings } from '../../tests/support/shop/settings.ts'
import { fillDemo } from './fill-demo.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let client: pg.Client

beforeEach(async () => {
  database = await createTestDatabase()
  client = new pg.Client({ connectionString: database.databaseUrl })
  await client.connect()
  await client.query('drop schema public cascade; create schema public')
})
afterEach(async () => {
  await client.end()
  await database.drop()
})

const fill = (settings: Record<string, string> = {}) =>
  fillDemo({ ...testSettings, DATABASE_URL: database.databaseUrl, ...settings })

const tables = async () => {
  const { rows } = await client.query<{ tablename: string }>(
    "select tablename from pg_tables where schemaname = 'public'",
  )
  return rows.map(({ tablename }) => tablename)
}

test.each([
  ['tables', 'create table customers (id bigint)', ['customers']],
  ['migrations', 'create table migrations (id serial, name text, run_on date)', ['migrations']],
])('leaves a database with %s of another application unchanged', async (_name, create, before) => {
  await client.query(create)
  await expect(fill()).rejects.toThrow(
    'This database holds tables of another program: set DATABASE_URL to an empty database.',
  )
  expect(await tables()).toEqual(before)
})

test('gives each sample part a GTIN for internal use, and some parts a number that two brands share', async () => {
  await fill()
  const { rows } = await client.query<Record<string, number>>(`select
    (select count(*)::int from parts) as parts,
    (select count(distinct key)::int from part_codes where kind = 'gtin' and key ~ '^02\\d{12}$') as gtins,
    (select count(*)::int from part_codes where kind = 'superseded') as superseded,
    (select count(*)::int from (select from part_codes where kind = 'competitor'
      group by key having count(distinct part_id) = 2 and count(distinct brand) = 2) shared) as shared`)
  expect(rows).toEqual([{ parts: 146, gtins: 146, superseded: 31, shared: 5 }])
})

test('fills an empty database once, and records the demo admin’s role change', async () => {
  const accounts = 'admin@freehub.test:sandbox-only,customer@freehub.test:sandbox-only'
  await fill({ DEMO_ACCOUNTS: accounts })
  expect(await tables()).toEqual(expect.arrayContaining(['migrations', 'sandbox_mark', 'parts']))
  await client.query(
    `insert into users (id, email, name) values (uuidv7(), 'new@dealer.example', 'New')`,
  )
  await fill({ DEMO_ACCOUNTS: accounts })
  const { rows } = await client.query('select email, role, by_email from role_changes')
  expect(rows).toEqual([{ email: 'admin@freehub.test', role: 'admin', by_email: null }])
  const orders = await client.query(
    `select line_count as lines, bool_and(unit_price_cents < list_price_cents) as discounted
     from orders join order_lines on order_id = id group by id order by number`,
  )
  expect(orders.rows).toEqual([
    { lines: 9, discounted: true },
    { lines: 2, discounted: true },
  ])
})

test('places no orders if the catalog has no price tiers', async () => {
  await fill()
  await client.query('delete from part_price_tiers')
  await fill({ DEMO_ACCOUNTS: 'customer@freehub.test:sandbox-only' })
  expect((await client.query('select from orders')).rows).toEqual([])
})
