import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../../tests/support/database/database.ts'
import { waitUntil } from '../../../../tests/support/wait-until.ts'
import { migrate } from './migrate.ts'

const folder = new URL('../../../migrations/', import.meta.url)
const PAID = '0197a000-0000-7000-8000-000000000001'
const REFUNDED = '0197a000-0000-7000-8000-000000000002'

/** Other sessions, such as autovacuum, may block the migration first. */
const TIMEOUT_MS = 45_000

let database: Awaited<ReturnType<typeof createTestDatabase>>
let client: pg.Client
let customer: pg.Client
let newSchema: unknown[]

/**
 * Creates a database of an older version with a ban, paid and refunded orders and an interrupted index build.
 * Then migrates it while a customer is being served.
 */
beforeAll(async () => {
  database = await createTestDatabase()
  client = await connect()
  customer = await connect()
  newSchema = await describeSchema(client)
  await client.query('drop schema public cascade; create schema public')
  await client.query(
    'create table migrations (name text primary key, applied_at timestamptz not null default now())',
  )
  for (const name of (await readdir(folder)).filter((one) => one < '0005').sort()) {
    await client.query(await readFile(new URL(name, folder), 'utf8'))
    await client.query('insert into migrations values ($1)', [name])
  }
  await client.query(`
    insert into parts (id, name, description, img, unit_price_cents, minimum_order, on_hand)
      values (gen_random_uuid(), 'Chain', 'Long.', '/a.svg', 100, 1, 10);
    insert into users (id, name, email) select gen_random_uuid(), 'Ada', n || '@dealer.example'
      from generate_series(1, 2) n;
    update users set banned_at = now(), ban_reason = 'Thief' where email like '1%';
    insert into orders (id, user_id, email, name, phone, address, total_cents, reserved_until,
        paid_at, transaction_id)
      select n, users.id, email, name, '1', 'Here', 100, now(), now(), n
      from users, unnest(array['${PAID}', '${REFUNDED}']::uuid[]) n where banned_at is null;
    update orders set refund_began_at = now(), refunded_at = now(), cancelled_at = now(),
      cancellation_began_at = now() where id = '${REFUNDED}'`)
  const failing = client.query('create unique index concurrently users_in_order on users (name)')
  await expect(failing).rejects.toThrow('could not create unique index')
  await migrateWhileServing()
})
afterAll(async () => {
  await client.end()
  await customer.end()
  await database.drop()
})

async function connect() {
  const opened = new pg.Client({ connectionString: database.databaseUrl })
  await opened.connect()
  return opened
}

/** Locks a part, then an order, while the migration has locked the orders and waits for the part. */
async function migrateWhileServing() {
  await customer.query('begin; update parts set reserved = reserved')
  const migrated = migrate(database.databaseUrl)
  await waitUntil(
    'the migration waits for the part',
    async () => {
      const { rows } = await client.query(
        `select from pg_locks where relation = 'parts'::regclass and not granted
          and database = (select oid from pg_database where datname = current_database())`,
      )
      return rows.length > 0
    },
    TIMEOUT_MS,
  )
  const change = `update orders set address = 'There' where id = '${PAID}'; commit`
  await customer.query(change).catch(async (error) => {
    // PostgreSQL may resolve the deadlock against the customer. The shop then responds with 503, and the client retries.
    if (error.code !== '40P01') throw error
    await customer.query('rollback')
    await customer.query(change)
  })
  await migrated
}

/** Lists all columns, indexes, constraints and triggers, as PostgreSQL describes them. */
async function describeSchema(session: pg.Client): Promise<unknown[]> {
  const { rows } = await session.query(`
    select table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' '
      || coalesce(column_default, '') as item from information_schema.columns where table_schema = 'public'
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select conrelid::regclass || pg_get_constraintdef(oid) from pg_constraint
      where connamespace = 'public'::regnamespace
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all select 'invalid ' || indexrelid::regclass from pg_index where not indisvalid
    order by item`)
  return rows.map(({ item }) => item)
}

test('migrates while a request of the previous version is served', async () => {
  const { rows } = await client.query('select address from orders where id = $1', [PAID])
  expect(rows).toEqual([{ address: 'There' }])
})

test('migrates to the schema of a new database, also after an interrupted migration', async () => {
  expect(await describeSchema(client)).toEqual(newSchema)
})

test('queues invoices of existing orders and records an existing ban', async () => {
  const { rows: due } = await client.query('select order_id, kind from invoices_due order by 1, 2')
  expect(due).toEqual([
    { order_id: PAID, kind: 'invoice' },
    { order_id: REFUNDED, kind: 'credit_note' },
    { order_id: REFUNDED, kind: 'invoice' },
  ])
  const { rows: bans } = await client.query('select banned, reason from ban_changes')
  expect(bans).toEqual([{ banned: true, reason: 'Thief' }])
})

test('records a ban that the previous version makes', async () => {
  await client.query(
    "update users set banned_at = now(), ban_reason = 'Late', banned_by = id where banned_at is null",
  )
  const { rows } = await client.query(
    "select by_user = user_id as by from ban_changes where reason = 'Late'",
  )
  expect(rows).toEqual([{ by: true }])
})

test('indexes existing parts like new ones', async () => {
  const { rows } = await client.query(
    'select name, words = words_of(parts) as found from parts join part_words on part_id = id',
  )
  expect(rows).toEqual([{ name: 'Chain', found: true }])
})

test('completes an interrupted indexing and keeps existing entries', async () => {
  await client.query(`
    insert into parts (id, name, description, img, unit_price_cents, minimum_order, on_hand)
      values (gen_random_uuid(), 'Lever', 'Short.', '/a.svg', 100, 1, 10);
    update part_words set words = 'lever' where part_id = (select id from parts where name = 'Lever')`)
  await customer.query("begin; select from parts where name = 'Chain' for update")
  await client.query("set lock_timeout = '5s'")
  await client.query('call place_all_words()')
  await customer.query('rollback')
  const { rows } = await client.query(
    'select words = words_of(parts) as found from parts join part_words on part_id = id',
  )
  expect(rows).toEqual([{ found: true }, { found: true }])
})
