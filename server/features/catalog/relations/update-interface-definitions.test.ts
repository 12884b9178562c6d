import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../../tests/support/database/test-database.ts'
import { connect } from '../../../platform/database/connections/connect.ts'
import { readInterfaces } from '../parts/part-fits.ts'
import definitions from './interfaces.json' with { type: 'json' }
import { updateInterfaceDefinitions } from './update-interface-definitions.ts'

const database = await createTestDatabase()
const db = connect(database.databaseUrl, () => {}).db
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const update = () => updateInterfaceDefinitions(database.databaseUrl)
const readVersions = async () =>
  (await sql`select id, xmin::text from interfaces order by id`.execute(db)).rows

test('concurrent updates replace old definitions and keep those that only the database has', async () => {
  const old = { id: 'freehub.xdr', name: 'XDR', rule: 'equal', sizes: ['xdr'] }
  const own = { id: 'own.clamp', name: 'Own clamp', rule: 'equal', sizes: ['1'] }
  await sql`insert into interfaces (id, definition) values
    ('freehub.xdr', ${JSON.stringify(old)}::jsonb), ('own.clamp', ${JSON.stringify(own)}::jsonb)`.execute(
    db,
  )
  await Promise.all([update(), update(), update()])
  const interfaces = await readInterfaces(db)
  expect(interfaces.size).toBe(definitions.interfaces.length + 1)
  expect(interfaces.get('freehub.xdr')?.exclusiveGroup).toBe('rear-driver')
  expect(interfaces.get('own.clamp')).toEqual(own)
})

test('an update without changes writes nothing', async () => {
  const before = await readVersions()
  await update()
  expect(await readVersions()).toEqual(before)
})

test('a shop of an older version keeps the interfaces of a newer version', async () => {
  await sql`insert into migrations (name) values ('9999-newer.sql')`.execute(db)
  await sql`update interfaces set definition = definition || '{"name": "Newer"}' where id = 'freehub.xdr'`.execute(
    db,
  )
  await update()
  expect((await readInterfaces(db)).get('freehub.xdr')?.name).toBe('Newer')
})
