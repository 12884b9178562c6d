import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { takeTime, WITHIN_A_MINUTE } from '../../../tests/resilience/patience.ts'
import { type Scene, setScene } from '../../../tests/resilience/scene.ts'
import { trade } from '../../../tests/resilience/trade.ts'
import { createTestDatabase, dropDatabase } from '../../../tests/support/database/database.ts'
import { checkBooks } from '../../../tests/support/shop/books.ts'
import { addPart } from '../../../tests/support/shop/parts.ts'
import { addPeople } from '../../../tests/support/shop/people.ts'
import { pictureOf, sendPhoto } from '../../../tests/support/shop/photos.ts'
import { startTestShop, type TestShop } from '../../../tests/support/shop/shop.ts'
import { COMPILED } from '../../../tests/support/shop/shop-process.ts'
import { waitUntil } from '../../../tests/support/wait-until.ts'
import { connect } from '../../platform/database/connections/connect.ts'
import { openSession } from '../../platform/database/connections/session.ts'
import { migrate, migrationNames } from '../../platform/database/migrate/migrate.ts'
import { readTables } from './contents.ts'
import { noteFrame } from './frames.ts'
import { restoreBackup } from './restore-backup.ts'
import { writeSealed } from './sealed-file.ts'
import { takeBackup } from './take-backup.ts'

takeTime()

const program = path.resolve(import.meta.dirname, '../shop.ts')
const say = () => {}

let folder: string
let shop: TestShop
let scene: Scene
const made: string[] = []

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'freehub-backup-'))
  // Mails cannot be sent: all of them wait.
  const settings = { SMTP_URL: 'smtp://127.0.0.1:1', LOG_LEVEL: 'fatal' }
  shop = await startTestShop({ sandbox: true, settings })
  scene = await setScene(shop)
})
afterAll(async () => {
  await shop.close()
  for (const name of made) await dropDatabase(name)
  await rm(folder, { recursive: true })
})

/** A database with nothing in it. */
async function emptyDatabase(): Promise<string> {
  const name = `test_restored_${randomBytes(6).toString('hex')}`
  await administrate(`create database ${name} template template0`)
  made.push(name)
  const url = new URL(inject('templateDatabaseUrl'))
  url.pathname = `/${name}`
  return url.href
}

function administrate(statement: string) {
  const server = new URL(inject('templateDatabaseUrl'))
  server.pathname = '/postgres'
  return ask(server.href, statement)
}

async function ask(databaseUrl: string, statement: string) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  return (await client.query(statement).finally(() => client.end())).rows
}

/** Runs `npm run shop -- …` as a process of its own. */
async function command(databaseUrl: string, ...words: string[]) {
  const env = { ...process.env, NODE_COMPILE_CACHE: COMPILED, DATABASE_URL: databaseUrl }
  const child = execFile(process.execPath, [program, ...words], { env })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (said += text))
  const [code] = await once(child, 'close')
  return { code, said }
}

/** All that guards and finds the data, and whether it does. */
const safeguards = (databaseUrl: string) =>
  ask(
    databaseUrl,
    `select pg_get_indexdef(indexrelid) as what, indisvalid::text as how from pg_index
      where indrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
    union all select conrelid::regclass || conname || pg_get_constraintdef(oid), convalidated::text
      from pg_constraint where connamespace = 'public'::regnamespace
    union all select pg_get_triggerdef(oid), tgenabled::text from pg_trigger where not tgisinternal
    union all select sequencename || last_value, '' from pg_sequences where schemaname = 'public'
    order by 1`,
  )

/** Live orders of which a mail is lost or doubled. Those of cancelled ones are not true any more. */
const mailsAmiss = (databaseUrl: string) =>
  ask(
    databaseUrl,
    `select o.id, due.kind, count(job.id) from orders o
    cross join lateral (values ('order-placed', o.placed_at), ('order-paid', o.paid_at),
      ('order-shipped', o.shipped_at)) due (kind, at)
    left join pgboss.job on job.name = 'mail' and data ->> 'orderId' = o.id::text
      and data ->> 'kind' = due.kind
    where o.cancelled_at is null and due.at is not null
    group by o.id, due.kind having count(job.id) <> 1`,
  )

test('a backup taken in a lively trade has all that was acknowledged before, and nothing half', async () => {
  const file = path.join(folder, 'lively.backup')
  const photo = await sendPhoto(shop.url, scene.admin, await pictureOf(640, 480))
  expect(photo.status).toBe(201)
  const trading = trade(scene, await addPeople(shop, 4))
  const sold = (more: number) => {
    const enough = trading.told.placed.length + more
    return waitUntil('it is sold', () => trading.told.placed.length >= enough, WITHIN_A_MINUTE)
  }
  await sold(8)
  const stock = { pieces: 7, reason: 'Delivery' }
  await scene.admin.call('POST', `/api/parts/${scene.part}/stock`, stock)
  const { placed, paid, shipped, cancelled } = structuredClone({
    ...trading.told,
    placed: trading.told.placed.map(({ id }) => id),
    unanswered: [],
  })
  const taken = await command(shop.databaseUrl, 'backup', file)
  expect(taken.said).toContain('The backup is in')
  expect(taken.code).toBe(0)
  await sold(1)
  await trading.stop()
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await readdir(folder)).toEqual(['lively.backup'])

  const databaseUrl = await emptyDatabase()
  const restored = await command(databaseUrl, 'restore', file)
  expect(restored.said).toContain('The books are right.')
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
    await checkBooks({ db })
    expect(await mailsAmiss(databaseUrl)).toEqual([])
    const photos =
      "select md5(string_agg(md5(bytes), '' order by photo_id, format, width)) from photo_files"
    expect(await ask(databaseUrl, photos)).toEqual(await ask(shop.databaseUrl, photos))
    expect(await db.selectFrom('sessions').select('id').execute()).toEqual([])
    expect(await safeguards(databaseUrl)).toEqual(await safeguards(shop.databaseUrl))
    await expect(db.updateTable('order_events').set({ kind: 'paid' }).execute()).rejects.toThrow(
      'order_events is append-only',
    )
    await addPart({ db })
  } finally {
    await db.destroy()
  }
})

test('a file that was cut off, altered, or is something else is refused before anything is written', async () => {
  const databaseUrl = await emptyDatabase()
  const whole = path.join(folder, 'whole.backup')
  await takeBackup(whole, { databaseDirectUrl: shop.databaseUrl, say })
  const bytes = await readFile(whole)
  const altered = Buffer.from(bytes)
  altered.writeUInt8(altered.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1)
  const files: [Buffer, string][] = [
    [bytes.subarray(0, -1), 'it was cut off, or altered'],
    [bytes.subarray(0, bytes.length >> 1), 'it was cut off, or altered'],
    [altered, 'it was cut off, or altered'],
    [bytes.subarray(0, 20), 'is no backup of the shop'],
    [Buffer.from('-- PostgreSQL database dump\n'.repeat(10)), 'is no backup of the shop'],
  ]
  const file = path.join(folder, 'wrong.backup')
  for (const [content, sentence] of files) {
    await writeFile(file, content)
    await expect(restoreBackup(file, { databaseDirectUrl: databaseUrl, say })).rejects.toThrow(
      sentence,
    )
  }
  expect(await ask(databaseUrl, "select from pg_tables where schemaname = 'public'")).toEqual([])
})

test('neither a file nor a shop is written over', async () => {
  const file = path.join(folder, 'once.backup')
  const ways = { databaseDirectUrl: shop.databaseUrl, say }
  // A process of the same id was killed while it wrote one.
  await writeFile(`${file}.unfinished-${process.pid}`, 'half')
  await takeBackup(file, ways)
  const before = await readFile(file)
  await expect(takeBackup(file, ways)).rejects.toThrow('is there already')
  expect((await readFile(file)).equals(before)).toBe(true)
  await expect(restoreBackup(file, ways)).rejects.toThrow('This database is not empty')
  const foreign = await emptyDatabase()
  await ask(foreign, 'create table theirs (id int)')
  await expect(restoreBackup(file, { databaseDirectUrl: foreign, say })).rejects.toThrow(
    'This database is not empty',
  )
})

test('what somebody has put beside the shop into its database stops no restore, and is told of', async () => {
  const [theirs, restored] = [await createTestDatabase(), await createTestDatabase()]
  const file = path.join(folder, 'beside.backup')
  await ask(
    theirs.databaseUrl,
    `create table orders_before_cleanup as select 'of 2019' as note;
    create sequence "Their numbers";
    alter table families add column "Colour" int[] not null default '{1}';
    insert into families (code, name) values ('99', 'Bells');`,
  )
  await takeBackup(file, { databaseDirectUrl: theirs.databaseUrl, say })
  await theirs.drop()
  const said: string[] = []
  const tell = (line: string) => said.push(line)
  await restoreBackup(file, { databaseDirectUrl: restored.databaseUrl, say: tell })
  expect(said).toContain("  orders_before_cleanup is not the shop's: left out")
  expect(said).toContain("  families.Colour is not the shop's: left out")
  const bells = await ask(restored.databaseUrl, "select name from families where code = '99'")
  expect(bells).toEqual([{ name: 'Bells' }])
  await restored.drop()
})

test('who signs up while a backup is being restored is not wiped out', async () => {
  const { databaseUrl, drop } = await createTestDatabase()
  const file = path.join(folder, 'meanwhile.backup')
  await takeBackup(file, { databaseDirectUrl: shop.databaseUrl, say })
  const customer = new pg.Client({ connectionString: databaseUrl })
  await customer.connect()
  await customer.query(
    `begin; insert into users (id, name, email) values (gen_random_uuid(), 'Eve', 'eve@dealer.example')`,
  )
  const restored = restoreBackup(file, { databaseDirectUrl: databaseUrl, say })
  restored.catch(() => {})
  await waitUntil('the restore waits for her', async () => {
    const waiting = `select from pg_locks where relation = 'users'::regclass and not granted
      and database = (select oid from pg_database where datname = current_database())`
    return (await ask(databaseUrl, waiting)).length > 0
  })
  await customer.query('commit')
  await customer.end()
  await expect(restored).rejects.toThrow('This database is not empty')
  expect(await ask(databaseUrl, 'select name from users')).toEqual([{ name: 'Eve' }])
  await drop()
})

test('a backup of a newer shop is refused, and one that lacks something leaves nothing behind', async () => {
  const { databaseUrl, drop } = await createTestDatabase()
  const session = await openSession(databaseUrl, 'test')
  const tables = await readTables(session)
  await session.end()
  const about = {
    takenAt: '2026-01-01T00:00:00.000Z',
    migrations: await migrationNames(),
    tables,
    sequences: [],
  }
  const restored = async (name: string, ...notes: Record<string, unknown>[]) => {
    const file = path.join(folder, name)
    const frames = notes.map(noteFrame)
    await writeSealed(
      file,
      (async function* () {
        yield* frames
      })(),
    )
    return restoreBackup(file, { databaseDirectUrl: databaseUrl, say })
  }
  const newer = { ...about, migrations: [...about.migrations, '9999-of-tomorrow.sql'] }
  await expect(restored('newer', { about: newer })).rejects.toThrow('is of a newer version')
  const withoutOrders = { ...about, tables: tables.filter(({ name }) => name !== 'orders') }
  await expect(restored('without-a-table', { about: withoutOrders })).rejects.toThrow(
    'The backup lacks orders, which a shop of its version has: nothing is restored.',
  )
  const withoutSkus = {
    ...about,
    tables: tables.map(({ name, columns }) => ({
      name,
      columns: columns.filter((column) => `${name}.${column}` !== 'parts.sku'),
    })),
  }
  await expect(restored('without-a-column', { about: withoutSkus })).rejects.toThrow(
    'The backup lacks parts.sku, which',
  )
  const [first = { name: '' }] = tables
  await expect(restored('lacking', { about }, { table: first.name }, { rows: 1 })).rejects.toThrow(
    `Of ${first.name} 0 rows came, and not 1.`,
  )
  const empty = tables.flatMap(({ name }) => [{ table: name }, { rows: 0 }])
  await restored('whole', { about }, ...empty, { end: {} })
  await drop()
})

test('a backup of an older shop is brought to this version, by what its migrations make of it', async () => {
  const [older, newer] = [await emptyDatabase(), await emptyDatabase()]
  const file = path.join(folder, 'older.backup')
  const names = await migrationNames()
  await migrate(older, names.slice(0, 4))
  // A first try to restore was broken off.
  await migrate(newer, names.slice(0, 2))
  await ask(
    older,
    `insert into users (id, name, email, banned_at, ban_reason) values
      ('01890000-0000-7000-8000-000000000000', 'Ada', 'ada@example.com', now(), 'Fraud')`,
  )
  await takeBackup(file, { databaseDirectUrl: older, say })
  await restoreBackup(file, { databaseDirectUrl: newer, say })
  expect(await ask(newer, 'select name from migrations order by name')).toEqual(
    names.map((name) => ({ name })),
  )
  expect(await ask(newer, 'select banned, reason from ban_changes')).toEqual([
    { banned: true, reason: 'Fraud' },
  ])
})
