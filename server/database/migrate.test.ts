import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../testing/database.ts'
import { migrate } from './migrate.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let client: pg.Client

/** A shop as it was before its parts could be searched, with one of them on sale. */
beforeEach(async () => {
  database = await createTestDatabase()
  client = new pg.Client({ connectionString: database.databaseUrl })
  await client.connect()
  await client.query('drop schema public cascade; create schema public')
  await client.query(
    await readFile(new URL('../migrations/0001-shop.sql', import.meta.url), 'utf8'),
  )
  await client.query('create table migrations (name text primary key, applied_at timestamptz)')
  await client.query("insert into migrations values ('0001-shop.sql', now())")
  await client.query("insert into families values ('31', 'Disc rotors')")
  await client.query(
    `insert into parts (id, family_code, name, description, img, unit_price_cents, minimum_order, on_hand)
     values ('01982f64-11aa-7e4e-8a3f-0123456789ab', '31', 'Rotor', 'Round.', '/a.svg', 100, 1, 10)`,
  )
})
afterEach(async () => {
  await client.end()
  await database.drop()
})

test('a shop that has parts already can search them once it is migrated', async () => {
  await migrate(database.databaseUrl)
  const { rows } = await client.query(
    "select slug, words @@ 'rotor & disc & round' as found from part_words, families",
  )
  expect(rows).toEqual([{ slug: 'disc-rotors', found: true }])
})
