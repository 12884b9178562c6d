import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import {
  createFixture,
  extendTestTimeouts,
  RECOVERY_TIMEOUT_MS,
} from '../../../tests/resilience/fixture.ts'
import { startWorkload } from '../../../tests/resilience/workload.ts'
import { waitForBlockedConnections } from '../../../tests/support/database/locks.ts'
import { createTestDatabase, dropDatabase } from '../../../tests/support/database/test-database.ts'
import { expectConsistentLedger } from '../../../tests/support/shop/ledger.ts'
import { addPart } from '../../../tests/support/shop/parts.ts'
import { createImageFile, uploadPhoto } from '../../../tests/support/shop/photos.ts'
import { startTestShop } from '../../../tests/support/shop/shop.ts'
import { addUsers } from '../../../tests/support/shop/users.ts'
import { waitUntil } from '../../../tests/support/wait-until.ts'
import { connect } from '../../platform/database/connections/connect.ts'
import { openDirectConnection } from '../../platform/database/connections/direct-connection.ts'
import { listMigrations, migrate } from '../../platform/database/migrate/migrate.ts'
import { readTables } from './backup-contents.ts'
import { entryFrame, writeBackupFile } from './backup-file.ts'
import { restoreBackup } from './restore-backup.ts'
import { takeBackup } from './take-backup.ts'

extendTestTimeouts()

const program = path.resolve(import.meta.dirname, '../shop.ts')
const print = () => {}

const createdDatabases: string[] = []

const folder = await mkdtemp(path.join(tmpdir(), 'freehub-backup-'))
// No mail can be sent, so all of them stay pending.
const settings = { SMTP_URL: 'smtp://127.0.0.1:1', LOG_LEVEL: 'fatal' }
const shop = await startTestShop({ sandbox: true, settings })
const fixture = await createFixture(shop)
afterAll(async () => {
  await shop.close()
  for (const name of createdDatabases) await dropDatabase(name)
  await rm(folder, { recursive: true })
})

/** Creates an empty database. */
async function createEmptyDatabase(): Promise<string> {
  const name = `test_restored_${randomBytes(6).toString('hex')}`
  await administrate(`create database ${name} template template0`)
  createdDatabases.push(name)
  const url = new URL(inject('templateDatabaseUrl'))
  url.pathname = `/${name}`
  return url.href
}

function administrate(statement: string) {
  const server = new URL(inject('templateDatabaseUrl'))
  server.pathname = '/postgres'
  return query(server.href, statement)
}

async function query(databaseUrl: string, statement: string) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  return (await client.query(statement).finally(() => client.end())).rows
}

/** Runs `npm run shop -- …` as a child process. */
async function runCommand(databaseUrl: string, ...args: string[]) {
  const env = { ...process.env, DATABASE_URL: databaseUrl }
  const child = execFile(process.execPath, [program, ...args], { env })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += text))
  const [code] = await once(child, 'close')
  return { code, output }
}

/** Lists indexes, constraints, triggers and sequences with their state. */
const listSchemaObjects = (databaseUrl: string) =>
  query(
    databaseUrl,
    `select pg_get_indexdef(indexrelid) as what, indisvalid::text as how from pg_index
      where indrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
    union all select conrelid::regclass || conname || pg_get_constraintdef(oid), convalidated::text
      from pg_constraint where connamespace = 'public'::regnamespace
    union all select pg_get_triggerdef(oid), tgenabled::text from pg_trigger where not tgisinternal
    union all select sequencename || last_value, '' from pg_sequences
      where schemaname = 'public' and sequencename <> 'order_numbers'
    order by 1`,
  )

/** Lists active orders with a lost or duplicate mail. */
const listWrongMails = (databaseUrl: string) =>
  query(
    databaseUrl,
    `select o.id, expected.kind, count(mail.id) from orders o
    cross join lateral (values ('order-placed', o.placed_at), ('order-paid', o.paid_at),
      ('order-shipped', o.shipped_at)) expected (kind, at)
    left join (
      select data ->> 'orderId' as id, data ->> 'kind' as kind from pgboss.job where name = 'mail'
      union all select order_id::text, 'order-placed' from order_outbox
    ) mail on mail.id = o.id::text and mail.kind = expected.kind
    where o.cancelled_at is null and expected.at is not null
    group by o.id, expected.kind having count(mail.id) <> 1`,
  )

test('backs up a consistent state under load, with all orders placed before the backup', async () => {
  const file = path.join(folder, 'lively.backup')
  const photo = await uploadPhoto(shop.url, fixture.admin, await createImageFile(640, 480))
  expect(photo.status).toBe(201)
  const workload = startWorkload(fixture, await addUsers(shop, 4))
  const waitForOrders = (more: number) => {
    const target = workload.outcomes.placed.length + more
    return waitUntil(
      'orders are placed',
      () => workload.outcomes.placed.length >= target,
      RECOVERY_TIMEOUT_MS,
    )
  }
  await waitForOrders(8)
  const stock = { pieces: 7, reason: 'Delivery' }
  await fixture.admin.call('POST', `/api/parts/${fixture.part}/stock`, stock)
  const { placed, paid, shipped, cancelled } = structuredClone({
    ...workload.outcomes,
    placed: workload.outcomes.placed.map(({ id }) => id),
    unanswered: [],
  })
  const taken = await runCommand(shop.databaseUrl, 'backup', file)
  expect(taken.output).toContain('Wrote ')
  expect(taken.code).toBe(0)
  await waitForOrders(1)
  await workload.stop()
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await readdir(folder)).toEqual(['lively.backup'])

  const databaseUrl = await createEmptyDatabase()
  const restored = await runCommand(databaseUrl, 'restore', file)
  expect(restored.output).toContain('The ledger is consistent.')
  expect(restored.code).toBe(0)
  const { db } = connect(databaseUrl, () => {})
  try {
    const orders = await db
      .selectFrom('orders')
      .select(['id', 'paid_at', 'shipped_at', 'cancelled_at'])
      .execute()
    const facts = new Map(orders.map((order) => [order.id, order]))
    expect(placed.filter((id) => !facts.has(id))).toEqual([])
    expect(paid.filter((id) => !facts.get(id)?.paid_at)).toEqual([])
    expect(shipped.filter((id) => !facts.get(id)?.shipped_at)).toEqual([])
    expect(cancelled.filter((id) => !facts.get(id)?.cancelled_at)).toEqual([])
    await expectConsistentLedger({ db })
    expect(await listWrongMails(databaseUrl)).toEqual([])
    const photos =
      "select md5(string_agg(md5(bytes), '' order by photo_id, format, width)) from photo_files"
    expect(await query(databaseUrl, photos)).toEqual(await query(shop.databaseUrl, photos))
    expect(await db.selectFrom('sessions').select('id').execute()).toEqual([])
    const reused = 'select number from orders where number > (select last_value from order_numbers)'
    expect(await query(databaseUrl, reused)).toEqual([])
    expect(await listSchemaObjects(databaseUrl)).toEqual(await listSchemaObjects(shop.databaseUrl))
    await expect(db.updateTable('order_events').set({ kind: 'paid' }).execute()).rejects.toThrow(
      'order_events is append-only',
    )
    await addPart({ db })
  } finally {
    await db.destroy()
  }
})

test('refuses a truncated, altered or unrelated file before writing anything', async () => {
  const databaseUrl = await createEmptyDatabase()
  const intact = path.join(folder, 'whole.backup')
  await takeBackup(intact, { databaseDirectUrl: shop.databaseUrl, print })
  const bytes = await readFile(intact)
  const altered = Buffer.from(bytes)
  altered.writeUInt8(altered.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1)
  const files = [
    bytes.subarray(0, -1),
    bytes.subarray(0, bytes.length >> 1),
    altered,
    bytes.subarray(0, 20),
    Buffer.from('-- PostgreSQL database dump\n'.repeat(10)),
  ]
  const file = path.join(folder, 'wrong.backup')
  for (const content of files) {
    await writeFile(file, content)
    await expect(restoreBackup(file, { databaseDirectUrl: databaseUrl, print })).rejects.toThrow(
      'is not an intact backup',
    )
  }
  expect(await query(databaseUrl, "select from pg_tables where schemaname = 'public'")).toEqual([])
})

test('overwrites neither an existing file nor a database with data', async () => {
  const file = path.join(folder, 'once.backup')
  const options = { databaseDirectUrl: shop.databaseUrl, print }
  // A killed backup left an unfinished file.
  await writeFile(`${file}.unfinished-${process.pid}`, 'half')
  await takeBackup(file, options)
  const before = await readFile(file)
  await expect(takeBackup(file, options)).rejects.toThrow('already exists')
  expect((await readFile(file)).equals(before)).toBe(true)
  await expect(restoreBackup(file, options)).rejects.toThrow('This database is not empty')
  const other = await createEmptyDatabase()
  await query(other, 'create table theirs (id int)')
  await expect(restoreBackup(file, { databaseDirectUrl: other, print })).rejects.toThrow(
    'This database is not empty',
  )
})

test('stops a backup that waits for the lock of a migration', async () => {
  const file = path.join(folder, 'waiting.backup')
  const abort = new AbortController()
  const options = { databaseDirectUrl: shop.databaseUrl, print, signal: abort.signal }
  await shop.db.transaction().execute(async (tx) => {
    await sql`lock table families in access exclusive mode`.execute(tx)
    const backup = takeBackup(file, options)
    backup.catch(() => {})
    await waitForBlockedConnections(shop.db, tx)
    abort.abort()
    await expect(backup).rejects.toThrow()
  })
})

test('a restore skips and reports tables and columns that are not part of the shop', async () => {
  const [source, restored] = [await createTestDatabase(), await createTestDatabase()]
  const file = path.join(folder, 'beside.backup')
  await query(
    source.databaseUrl,
    `create table orders_before_cleanup as select 'of 2019' as note;
    create sequence "Their numbers";
    alter table families add column "Colour" int[] not null default '{1}';
    insert into families (code, name) values ('99', 'Bells');`,
  )
  await takeBackup(file, { databaseDirectUrl: source.databaseUrl, print })
  await source.drop()
  const lines: string[] = []
  await restoreBackup(file, {
    databaseDirectUrl: restored.databaseUrl,
    print: (line) => lines.push(line),
  })
  expect(lines).toContain('  orders_before_cleanup is not part of the shop: skipped')
  expect(lines).toContain('  families.Colour is not part of the shop: skipped')
  const bells = await query(restored.databaseUrl, "select name from families where code = '99'")
  expect(bells).toEqual([{ name: 'Bells' }])
  await restored.drop()
})

test('refuses a restore if a user signs up during it, and keeps the user', async () => {
  const { databaseUrl, drop } = await createTestDatabase()
  const file = path.join(folder, 'meanwhile.backup')
  await takeBackup(file, { databaseDirectUrl: shop.databaseUrl, print })
  const customer = new pg.Client({ connectionString: databaseUrl })
  await customer.connect()
  await customer.query(
    `begin; insert into users (id, name, email) values (gen_random_uuid(), 'Eve', 'eve@dealer.example')`,
  )
  const restored = restoreBackup(file, { databaseDirectUrl: databaseUrl, print })
  restored.catch(() => {})
  await waitUntil('the restore waits for the user', async () => {
    const waiting = `select from pg_locks where relation = 'users'::regclass and not granted
      and database = (select oid from pg_database where datname = current_database())`
    return (await query(databaseUrl, waiting)).length > 0
  })
  await customer.query('commit')
  await customer.end()
  await expect(restored).rejects.toThrow('This database is not empty')
  expect(await query(databaseUrl, 'select name from users')).toEqual([{ name: 'Eve' }])
  await drop()
})

test('refuses a backup of a newer version, and an incomplete backup without leaving data', async () => {
  const { databaseUrl, drop } = await createTestDatabase()
  const client = await openDirectConnection(databaseUrl, 'test')
  const tables = await readTables(client)
  await client.end()
  const about = {
    takenAt: '2026-01-01T00:00:00.000Z',
    migrations: await listMigrations(),
    tables,
    sequences: [],
  }
  const restoreEntries = async (name: string, ...entries: Record<string, unknown>[]) => {
    const file = path.join(folder, name)
    const frames = entries.map(entryFrame)
    await writeBackupFile(
      file,
      (async function* () {
        yield* frames
      })(),
    )
    return restoreBackup(file, { databaseDirectUrl: databaseUrl, print })
  }
  const newer = { ...about, migrations: [...about.migrations, '9999-of-tomorrow.sql'] }
  await expect(restoreEntries('newer', { about: newer })).rejects.toThrow('is from a newer version')
  const withoutOrders = { ...about, tables: tables.filter(({ name }) => name !== 'orders') }
  await expect(restoreEntries('without-a-table', { about: withoutOrders })).rejects.toThrow(
    'The backup lacks orders, which its version of the shop has: nothing was restored.',
  )
  const withoutSkus = {
    ...about,
    tables: tables.map(({ name, columns }) => ({
      name,
      columns: columns.filter((column) => `${name}.${column}` !== 'parts.sku'),
    })),
  }
  await expect(restoreEntries('without-a-column', { about: withoutSkus })).rejects.toThrow(
    'The backup lacks parts.sku, which',
  )
  const [first = { name: '' }] = tables
  await expect(
    restoreEntries('lacking', { about }, { table: first.name }, { rows: 1 }),
  ).rejects.toThrow(`${first.name} has 0 rows instead of 1.`)
  const empty = tables.flatMap(({ name }) => [{ table: name }, { rows: 0 }])
  await restoreEntries('whole', { about }, ...empty, { end: {} })
  await drop()
})

test('migrates a backup of an older version', async () => {
  const [older, newer] = [await createEmptyDatabase(), await createEmptyDatabase()]
  const file = path.join(folder, 'older.backup')
  const names = await listMigrations()
  await migrate(older, { names: names.slice(0, -1) })
  // An interrupted restore has left the first tables.
  await migrate(newer, { names: names.slice(0, 2) })
  await query(
    older,
    `insert into users (id, name, email) values
      ('01890000-0000-7000-8000-000000000000', 'Ada', 'ada@example.com')`,
  )
  await takeBackup(file, { databaseDirectUrl: older, print })
  await restoreBackup(file, { databaseDirectUrl: newer, print })
  expect(await query(newer, 'select name from migrations order by name')).toEqual(
    names.map((name) => ({ name })),
  )
  expect(await query(newer, 'select email from users')).toEqual([{ email: 'ada@example.com' }])
})
