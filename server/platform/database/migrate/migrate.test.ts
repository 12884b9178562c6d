import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../../../tests/support/database/database.ts'
import { waitUntil } from '../../../../tests/support/wait-until.ts'
import { migrate } from './migrate.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let client: pg.Client

/** A database from before the part search, with one part on sale. */
beforeEach(async () => {
  database = await createTestDatabase()
  client = new pg.Client({ connectionString: database.databaseUrl })
  await client.connect()
  await client.query('drop schema public cascade; create schema public')
  await client.query(
    await readFile(new URL('../../../migrations/0001-shop.sql', import.meta.url), 'utf8'),
  )
  await client.query('create table migrations (name text primary key, applied_at timestamptz)')
  await client.query("insert into migrations values ('0001-shop.sql', now())")
  await client.query("insert into families values ('31', 'Disc rotors')")
  await addPart('Rotor')
})
afterEach(async () => {
  await client.end()
  await database.drop()
})

test('indexes existing parts for search', async () => {
  await migrate(database.databaseUrl)
  const { rows } = await client.query(
    "select slug, words @@ 'rotor & disc & round' as found from part_words, families",
  )
  expect(rows).toEqual([{ slug: 'disc-rotors', found: true }])
})

test('does not block orders while indexing, and indexes parts added in the meantime', async () => {
  await client.query('begin')
  await addPart('Lever')
  const migrated = migrate(database.databaseUrl)
  await waitUntil('the migration waits for the part', async () => {
    const { rows } = await client.query(`${LOCKS} and not granted`)
    return rows.length > 0
  })
  const { rows: locks } = await client.query(`${LOCKS} and granted and pid <> pg_backend_pid()`)
  expect(locks).toEqual([{ mode: 'AccessShareLock' }, { mode: 'AccessShareLock' }])
  await client.query('commit')
  await migrated
  const { rows } = await client.query("select from part_words where words @@ 'lever & disc'")
  expect(rows).toHaveLength(1)
})

const LOCKS = `select mode from pg_locks
  where relation in ('parts'::regclass, 'families'::regclass)
  and database = (select oid from pg_database where datname = current_database())`

async function addPart(name: string) {
  await client.query(
    `insert into parts (id, family_code, name, description, img, unit_price_cents, minimum_order, on_hand)
     values (gen_random_uuid(), '31', $1, 'Round.', '/a.svg', 100, 1, 10)`,
    [name],
  )
}
