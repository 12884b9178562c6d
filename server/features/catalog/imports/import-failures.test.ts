import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, expect, test } from 'vitest'
import {
  runInLockOrder,
  waitForBlockedConnections,
} from '../../../../tests/support/database/locks.ts'
import { closeWithConsistentLedger } from '../../../../tests/support/shop/ledger.ts'
import {
  applyImport,
  uploadPartList,
  waitForImport,
} from '../../../../tests/support/shop/part-imports.ts'
import { startTestShop } from '../../../../tests/support/shop/shop.ts'
import { addAdmin, addCustomer } from '../../../../tests/support/shop/users.ts'
import { waitUntil } from '../../../../tests/support/wait-until.ts'
import { IMPORT_LOCK } from '../../../platform/database/advisory-lock-keys.ts'
import { openDirectConnection } from '../../../platform/database/connections/direct-connection.ts'
import { readImportFile } from './read-import-file.ts'

const shop = await startTestShop({ jobsEveryMs: 250 })
const admin = await addAdmin(shop)
const customer = await addCustomer(shop)
afterEach(async () => {
  await sql`drop trigger if exists trouble on parts`.execute(shop.db)
  await sql`drop trigger if exists delay on parts`.execute(shop.db)
  await sql`drop trigger if exists trouble on part_import_rows`.execute(shop.db)
})
afterAll(() => closeWithConsistentLedger(shop))

const HEADINGS = 'sku,name,description,img,price,minimumOrder,availableQuantity'
const formatRow = (sku: string, { name = 'Chain', price = '2.68', stock = '500' } = {}) =>
  `${sku},${name},Nickel-plated.,/a.svg,${price},10,${stock}`
const send = (...rows: string[]) => uploadPartList(admin, [HEADINGS, ...rows].join('\n'), shop.url)
const apply = (id: string, body?: object) =>
  admin.call('POST', `/api/imports/${id}/application`, body)
const cancel = (id: string) => admin.call('POST', `/api/imports/${id}/cancellation`)
const readRows = async (id: string) => (await admin.call('GET', `/api/imports/${id}/rows`)).body
const findPart = (sku: string) =>
  shop.db.selectFrom('parts').selectAll().where('sku', '=', sku).executeTakeFirstOrThrow()

/** Adds a trigger with this body to inserts into a table. */
async function addInsertTrigger(body: string, table: 'parts' | 'part_import_rows' = 'parts') {
  await sql`create or replace function trouble() returns trigger language plpgsql as ${sql.raw(`$$ begin ${body} return new; end $$`)}`.execute(
    shop.db,
  )
  await sql`create trigger trouble before insert on ${sql.table(table)} for each row execute function trouble()`.execute(
    shop.db,
  )
}

test('avoids a deadlock with a concurrent change of an imported product', async () => {
  await applyImport(admin, (await send(formatRow('L-1')))._id)
  const { id } = await findPart('L-1')
  const read = await send(
    formatRow('L-2', { name: 'Zebrafinch' }),
    formatRow('L-1', { price: '3.00' }),
  )
  await shop.db.transaction().execute(async (tx) => {
    // The import must not hold a lock on the words of the new product.
    await sql`set local lock_timeout = '300ms'`.execute(tx)
    await sql`select from parts where id = ${id} for update`.execute(tx)
    await apply(read._id)
    await waitForBlockedConnections(shop.db, tx)
    await sql`insert into vocabulary values ('zebrafinch', true)
      on conflict (word) do update set naming = true`.execute(tx)
  })
  expect(await waitForImport(admin.call, read._id, ['applied'])).toMatchObject({
    applied: 2,
    failed: 0,
  })
})

test('retries a batch immediately after a deadlock', async () => {
  await sql`create sequence if not exists tries`.execute(shop.db)
  await addInsertTrigger(
    `if nextval('tries') < 4 then raise exception 'deadlock' using errcode = '40P01'; end if;`,
  )
  const read = await send(formatRow('P-1'))
  expect(await applyImport(admin, read._id)).toMatchObject({ applied: 1, failed: 0 })
  expect(shop.errors).toEqual([])
})

test('opens no connection while another process holds the import lock', async () => {
  const connections = sql`select from pg_stat_activity
    where datname = current_database() and application_name = 'freehub-import'`
  const other = await openDirectConnection(shop.databaseUrl, 'test')
  await other.query('select pg_advisory_lock($1)', [IMPORT_LOCK])
  // The connection of the previous import ends after it has released the lock.
  await waitUntil('no import connection is open', async () => {
    return (await connections.execute(shop.db)).rows.length === 0
  })
  const reading = send(formatRow('W-1'))
  await waitUntil('the import is stored', async () => {
    const { rows } = await sql`select from part_imports where state = 'reading'`.execute(shop.db)
    return rows.length > 0
  })
  for (const until = Date.now() + 1_200; Date.now() < until; ) {
    expect((await connections.execute(shop.db)).rows).toEqual([])
  }
  await other.end()
  expect((await reading).counts).toMatchObject({ add: 1 })
})

test('reports a row whose photo does not exist as failed, and applies the others', async () => {
  const { _id } = await send(
    formatRow('F-1').replace('/a.svg', '/photos/none/160.webp'),
    formatRow('F-2'),
  )
  expect(await applyImport(admin, _id)).toMatchObject({ applied: 1, failed: 1 })
  const refusals = (await readRows(_id)).map(({ refusal }: { refusal: string | null }) => refusal)
  expect(refusals).toContain('The image of this product does not exist.')
})

test('ends an import that fails repeatedly, and starts the next one', async () => {
  await addInsertTrigger(`if new.sku = 'B-1' then raise exception 'no'; end if;`)
  const read = await send(formatRow('B-1'))
  await apply(read._id)
  const ended = await waitForImport(admin.call, read._id, ['cancelled'])
  expect(ended).toMatchObject({
    applied: 0,
    refusal: expect.stringContaining('failed several times'),
  })
  // The last failure is logged after the import has ended.
  await waitUntil('each failure is logged', async () => shop.errors.length >= 5)
  expect(shop.errors).toHaveLength(5)
  shop.errors.length = 0
  expect(await applyImport(admin, (await send(formatRow('B-2')))._id)).toMatchObject({ applied: 1 })
})

test('cancels an import before and while its rows are applied, and keeps the applied rows', async () => {
  const unapplied = await send(formatRow('C-1'))
  expect((await customer.call('POST', `/api/imports/${unapplied._id}/cancellation`)).status).toBe(
    403,
  )
  expect((await cancel(unapplied._id)).body.state).toBe('cancelled')
  expect((await apply(unapplied._id)).body.code).toBe('import_applied')

  const skus = Array.from({ length: 1000 }, (_, n) => `C-${n + 2}`)
  const read = await send(...skus.map((sku) => formatRow(sku)))
  // The first batch of 250 rows can commit.
  await addInsertTrigger(
    `if new.sku like 'C-%' and substr(new.sku, 3)::int > 251 then
      perform pg_advisory_xact_lock_shared(600);
    end if;`,
  )
  const cancelled = await shop.db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(600)`.execute(tx)
    await apply(read._id)
    // Two batches run at a time. Both wait until the import is cancelled.
    await waitForBlockedConnections(shop.db, tx, 2)
    return (await cancel(read._id)).body
  })
  expect(cancelled).toMatchObject({ state: 'cancelled', applied: 250 })
  await applyImport(admin, (await send(formatRow('C-0')))._id)
  expect((await admin.call('GET', `/api/imports/${read._id}`)).body).toEqual(cancelled)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from parts where sku = any (${skus})`.execute(shop.db)
  expect(rows[0]?.count).toBe(cancelled.applied)
  expect(shop.errors).toEqual([])
  expect((await cancel((await send(formatRow('C-0')))._id)).status).toBe(200)
})

test('counts a batch that commits before the cancellation', async () => {
  // Delays the commit of the batch, after it has counted its rows.
  await sql`create or replace function delay() returns trigger language plpgsql
    as $$ begin perform pg_advisory_xact_lock_shared(600); return new; end $$`.execute(shop.db)
  await sql`create constraint trigger delay after insert on parts initially deferred
    for each row execute function delay()`.execute(shop.db)
  // The second batch waits until the cancellation has returned. Otherwise the import could finish first.
  await addInsertTrigger(
    `if new.sku = 'G-251' then perform pg_advisory_xact_lock_shared(601); end if;`,
  )
  const read = await send(...Array.from({ length: 251 }, (_, n) => formatRow(`G-${n + 1}`)))
  const responses = await shop.db.transaction().execute(async (second) => {
    await sql`select pg_advisory_xact_lock(601)`.execute(second)
    return runInLockOrder(shop.db, (tx) => sql`select pg_advisory_xact_lock(600)`.execute(tx), [
      () => apply(read._id),
      () => cancel(read._id),
    ])
  })
  expect(responses[1]?.body).toMatchObject({ state: 'cancelled', applied: 250 })
  await findPart('G-1')
})

test('logs no error if an import is cancelled after its last row is read', async () => {
  await addInsertTrigger(
    `update part_imports set state = 'cancelled' where id = new.import_id;`,
    'part_import_rows',
  )
  expect((await send(formatRow('D-1'))).state).toBe('cancelled')
  await sql`drop trigger trouble on part_import_rows`.execute(shop.db)
  // An error would be logged before the next import is read.
  await send(formatRow('D-1'))
  expect(shop.errors).toEqual([])
})

test('refuses to cancel a finished import', async () => {
  const read = await send(formatRow('E-1'))
  await applyImport(admin, read._id)
  expect((await cancel(read._id)).body.code).toBe('import_over')
  expect((await cancel(randomUUIDv7())).body.code).toBe('import_missing')
})

test('counts stock changes in the dry run, and leaves stock unchanged on request', async () => {
  await applyImport(admin, (await send(formatRow('S-1'), formatRow('S-2'), formatRow('S-3')))._id)
  const read = await send(
    formatRow('S-1', { stock: '450' }),
    formatRow('S-2', { stock: '450', price: '3.00' }),
    formatRow('S-3', { price: '3.00' }),
    formatRow('S-4', { stock: '70' }),
  )
  expect(read).toMatchObject({ restocked: 2, counts: { add: 1, change: 3, same: 0 } })
  const applying = await apply(read._id, { leaveStock: true })
  expect(applying.body).toMatchObject({ restocked: 0, counts: { add: 1, change: 2, same: 1 } })
  expect(await waitForImport(admin.call, read._id, ['applied'])).toMatchObject({
    applied: 3,
    failed: 0,
  })
  const parts = await Promise.all(['S-1', 'S-2', 'S-3', 'S-4'].map(findPart))
  expect(parts.map((part) => [part.on_hand, part.unit_price_cents])).toEqual([
    [500, 268],
    [500, 300],
    [500, 300],
    [70, 268],
  ])
  expect((await readRows(read._id))[0]).toMatchObject({ fate: 'same', changes: [] })
})

test('fails when rows of the import are missing, and leaves the import to the next run', async () => {
  const id = randomUUIDv7()
  const list = [HEADINGS, ...Array.from({ length: 600 }, (_, n) => formatRow(`T-${n}`))].join('\n')
  const { db } = shop
  await addInsertTrigger(
    `if new.row = 400 then
      delete from part_import_rows where import_id = new.import_id and row < 100;
    end if;`,
    'part_import_rows',
  )
  await db
    .insertInto('part_imports')
    .values({ id, file_name: 'x', state: 'uploading', by_user: admin.id })
    .execute()
  await db
    .insertInto('part_import_chunks')
    .values({ import_id: id, n: 0, bytes: Buffer.from(list) })
    .execute()
  await db.connection().execute(async (connection) => {
    // The import runner of the shop waits for this lock.
    await sql`select pg_advisory_lock(${IMPORT_LOCK})`.execute(connection)
    await db.updateTable('part_imports').set({ state: 'reading' }).where('id', '=', id).execute()
    await expect(readImportFile(db, id, () => true)).rejects.toThrow('missing')
    await sql`drop trigger trouble on part_import_rows`.execute(db)
    await sql`select pg_advisory_unlock(${IMPORT_LOCK})`.execute(connection)
  })
  const read = await waitForImport(admin.call, id, ['read'])
  expect(read.counts.add).toBe(600)
  expect(await readRows(id)).toHaveLength(100)
})
