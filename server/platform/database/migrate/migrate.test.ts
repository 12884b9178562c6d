import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../../../tests/support/database/test-database.ts'
import { waitUntil } from '../../../../tests/support/wait-until.ts'
import { migrate } from './migrate.ts'

/** Other sessions, such as autovacuum, may block the migration first. */
const TIMEOUT_MS = 45_000

let database: Awaited<ReturnType<typeof createTestDatabase>>
let client: pg.Client
let customer: pg.Client
let folder: string

beforeEach(async () => {
  database = await createTestDatabase()
  client = await connect()
  customer = await connect()
  folder = await mkdtemp(path.join(tmpdir(), 'freehub-migrations-'))
  await client.query(`
    insert into users (id, name, email) values (gen_random_uuid(), 'Ada', 'ada@example.com'),
      (gen_random_uuid(), 'Ada', 'bob@example.com');
    insert into parts (id, name, description, img, unit_price_cents, minimum_order, on_hand)
      values (gen_random_uuid(), 'Chain', 'Long.', '/a.svg', 100, 1, 10)`)
})
afterEach(async () => {
  await client.end()
  await customer.end()
  await database.drop()
  await rm(folder, { recursive: true })
})

async function connect() {
  const opened = new pg.Client({ connectionString: database.databaseUrl })
  await opened.connect()
  return opened
}

const addMigration = (name: string, sql: string) => writeFile(path.join(folder, name), sql)

const migrateFolder = () => migrate(database.databaseUrl, { folder: pathToFileURL(`${folder}/`) })

test('applies the files in the order of their names, each once', async () => {
  await addMigration('9002-add-row.sql', 'insert into notes select count(*) from notes')
  await addMigration('9001-create-table.sql', 'create table notes (n int)')
  await migrateFolder()
  await addMigration('9003-add-row.sql', 'insert into notes select count(*) from notes')
  await migrateFolder()
  const { rows } = await client.query('select n from notes order by n')
  expect(rows).toEqual([{ n: 0 }, { n: 1 }])
})

test('rolls back a failed file, names it, and keeps the changes of earlier files', async () => {
  await addMigration('9001-users.sql', 'alter table users add column seen_at timestamptz')
  await addMigration('9002-parts.sql', 'alter table parts add column note text; select 1 / 0')
  await expect(migrateFolder()).rejects.toThrow('Migration 9002-parts.sql failed: division by zero')
  const { rows } = await client.query(
    "select column_name from information_schema.columns where table_name in ('users', 'parts') and column_name in ('seen_at', 'note')",
  )
  expect(rows).toEqual([{ column_name: 'seen_at' }])
})

test('migrates while a request of the previous version is served', async () => {
  await addMigration(
    '9001-lock.sql',
    `set local lock_timeout = '1500ms';
    lock table users, parts in access exclusive mode;
    alter table parts add column note text;`,
  )
  await customer.query('begin; update parts set reserved = reserved')
  const migrated = migrateFolder()
  await waitUntil('the migration waits for the part', () => hasWaitingLock('parts'), TIMEOUT_MS)
  // The migration has locked the users. PostgreSQL ends one of the two transactions of the deadlock.
  const change = "update users set address = 'There'; commit"
  await customer.query(change).catch(async (error) => {
    // The shop would respond with 503, and the client would retry.
    if (error.code !== '40P01') throw error
    await customer.query('rollback')
    await customer.query(change)
  })
  await migrated
  const { rows } = await client.query('select distinct address, note from users, parts')
  expect(rows).toEqual([{ address: 'There', note: null }])
})

test('repeats an interrupted migration that uses no transaction, and replaces its invalid index', async () => {
  const failing = client.query('create unique index concurrently users_by_name on users (name)')
  await expect(failing).rejects.toThrow('could not create unique index')
  await addMigration(
    '9001-index.sql',
    `-- Without a transaction: the index is built concurrently.

create index concurrently if not exists parts_by_img on parts (img);
create index concurrently if not exists users_by_name on users (name);
drop index concurrently if exists parts_by_img;`,
  )
  await migrateFolder()
  const { rows } = await client.query(
    "select indisvalid, indisunique from pg_index where indexrelid = 'users_by_name'::regclass",
  )
  expect(rows).toEqual([{ indisvalid: true, indisunique: false }])
})

async function hasWaitingLock(table: string): Promise<boolean> {
  const { rows } = await client.query(
    `select from pg_locks where relation = $1::regclass and not granted
      and database = (select oid from pg_database where datname = current_database())`,
    [table],
  )
  return rows.length > 0
}
