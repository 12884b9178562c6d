import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { untilWaiting } from '../../../../tests/support/database/locks.ts'
import { checkBooks } from '../../../../tests/support/shop/books.ts'
import { applyList, sendList, settled } from '../../../../tests/support/shop/imports.ts'
import { addAdmin, addCustomer, type Person } from '../../../../tests/support/shop/people.ts'
import { startTestShop, type TestShop } from '../../../../tests/support/shop/shop.ts'
import { waitUntil } from '../../../../tests/support/wait-until.ts'
import { openSession } from '../../../platform/database/connections/session.ts'
import { IMPORT_LOCK } from '../../../platform/database/locks.ts'
import { readImportFile } from './read-import-file.ts'

let shop: TestShop
let admin: Person
let customer: Person

beforeAll(async () => {
  shop = await startTestShop({ roundsEveryMs: 100 })
  admin = await addAdmin(shop)
  customer = await addCustomer(shop)
})
afterEach(async () => {
  await sql`drop trigger if exists trouble on parts`.execute(shop.db)
  await sql`drop trigger if exists trouble on part_import_rows`.execute(shop.db)
})
afterAll(async () => {
  await checkBooks(shop)
  await shop.close()
})

const HEADINGS = 'sku,name,description,img,price,minimumOrder,availableQuantity'
const rowOf = (sku: string, { name = 'Chain', price = '2.68', stock = '500' } = {}) =>
  `${sku},${name},Nickel-plated.,/a.svg,${price},10,${stock}`
const send = (...rows: string[]) => sendList(admin, [HEADINGS, ...rows].join('\n'), shop.url)
const apply = (id: string, body?: object) =>
  admin.call('POST', `/api/imports/${id}/application`, body)
const cancel = (id: string) => admin.call('POST', `/api/imports/${id}/cancellation`)
const rowsOf = async (id: string) => (await admin.call('GET', `/api/imports/${id}/rows`)).body
const partWith = (sku: string) =>
  shop.db.selectFrom('parts').selectAll().where('sku', '=', sku).executeTakeFirstOrThrow()

/** Lets parts be written as this says. */
async function trouble(body: string) {
  await sql`create or replace function trouble() returns trigger language plpgsql as ${sql.raw(`$$ begin ${body} return new; end $$`)}`.execute(
    shop.db,
  )
  await sql`create trigger trouble before insert on parts for each row execute function trouble()`.execute(
    shop.db,
  )
}

test('a list of new and changed products and whoever changes one of them do not wait for each other for ever', async () => {
  await applyList(admin, (await send(rowOf('L-1')))._id)
  const { id } = await partWith('L-1')
  const read = await send(rowOf('L-2', { name: 'Zebrafinch' }), rowOf('L-1', { price: '3.00' }))
  await shop.db.transaction().execute(async (tx) => {
    // Nothing is to be waited for: the words of the new product are there already.
    await sql`set local lock_timeout = '300ms'`.execute(tx)
    await sql`select from parts where id = ${id} for update`.execute(tx)
    await apply(read._id)
    await untilWaiting(shop.db, tx)
    await sql`insert into vocabulary values ('zebrafinch', true)
      on conflict (word) do update set naming = true`.execute(tx)
  })
  expect(await settled(admin.call, read._id, ['applied'])).toMatchObject({ applied: 2, failed: 0 })
})

test('an import that the database breaks off for another’s sake begins again at once', async () => {
  await sql`create sequence if not exists tries`.execute(shop.db)
  await trouble(
    `if nextval('tries') < 4 then raise exception 'deadlock' using errcode = '40P01'; end if;`,
  )
  const read = await send(rowOf('P-1'))
  expect(await applyList(admin, read._id)).toMatchObject({ applied: 1, failed: 0 })
  expect(shop.errors).toEqual([])
})

test('who waits until another process is done with its import opens no sessions meanwhile, and then begins', async () => {
  const sessions = sql`select from pg_stat_activity
    where datname = current_database() and application_name = 'freehub-import'`
  const other = await openSession(shop.databaseUrl, 'test')
  await other.query('select pg_advisory_lock($1)', [IMPORT_LOCK])
  // The session of the import before ends after it has let go of the lock.
  await waitUntil('nobody else is at it', async () => {
    return (await sessions.execute(shop.db)).rows.length === 0
  })
  const reading = send(rowOf('W-1'))
  await waitUntil('it is there', async () => {
    const { rows } = await sql`select from part_imports where state = 'reading'`.execute(shop.db)
    return rows.length > 0
  })
  for (const until = Date.now() + 1_200; Date.now() < until; ) {
    expect((await sessions.execute(shop.db)).rows).toEqual([])
  }
  await other.end()
  expect((await reading).counts).toMatchObject({ add: 1 })
})

test('a row whose picture is a photo that is not there is left out, and says so', async () => {
  const { _id } = await send(rowOf('F-1').replace('/a.svg', '/photos/none/160.webp'), rowOf('F-2'))
  expect(await applyList(admin, _id)).toMatchObject({ applied: 1, failed: 1 })
  const said = (await rowsOf(_id)).map(({ refusal }: { refusal: string | null }) => refusal)
  expect(said).toContain('Its picture is a photo that is not there.')
})

test('an import that breaks off again and again is ended, says so, and lets others begin', async () => {
  await trouble(`if new.sku = 'B-1' then raise exception 'no'; end if;`)
  const read = await send(rowOf('B-1'))
  await apply(read._id)
  const ended = await settled(admin.call, read._id, ['cancelled'])
  expect(ended).toMatchObject({
    applied: 0,
    refusal: expect.stringContaining('broke off several times'),
  })
  // The last is logged after it is said to be over.
  await waitUntil('each break is in the log', async () => shop.errors.length >= 5)
  expect(shop.errors).toHaveLength(5)
  shop.errors.length = 0
  expect(await applyList(admin, (await send(rowOf('B-2')))._id)).toMatchObject({ applied: 1 })
})

test('the staff cancel an import that they have looked at, and one at work: what is done stays', async () => {
  const looked = await send(rowOf('C-1'))
  expect((await customer.call('POST', `/api/imports/${looked._id}/cancellation`)).status).toBe(403)
  expect((await cancel(looked._id)).body.state).toBe('cancelled')
  expect((await apply(looked._id)).body.code).toBe('import_applied')

  const skus = Array.from({ length: 1500 }, (_, n) => `C-${n + 2}`)
  const read = await send(...skus.map((sku) => rowOf(sku)))
  await trouble('perform pg_sleep(0.002);')
  await apply(read._id)
  const look = async () => (await admin.call('GET', `/api/imports/${read._id}`)).body
  await waitUntil('some are imported', async () => (await look()).applied > 0)
  expect((await cancel(read._id)).body.state).toBe('cancelled')
  await applyList(admin, (await send(rowOf('C-0')))._id)
  const { applied, state } = await look()
  expect(state).toBe('cancelled')
  expect(applied).toBeLessThan(1500)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from parts where sku = any (${skus})`.execute(shop.db)
  expect(rows[0]?.count).toBe(applied)
  expect((await cancel((await send(rowOf('C-0')))._id)).status).toBe(200)
})

test('an import that is over is not cancelled', async () => {
  const read = await send(rowOf('E-1'))
  await applyList(admin, read._id)
  expect((await cancel(read._id)).body.code).toBe('import_over')
  expect((await cancel(randomUUIDv7())).body.code).toBe('import_missing')
})

test('the dry run says how many get another stock, and stock can be left as it is', async () => {
  await applyList(admin, (await send(rowOf('S-1'), rowOf('S-2'), rowOf('S-3')))._id)
  const read = await send(
    rowOf('S-1', { stock: '450' }),
    rowOf('S-2', { stock: '450', price: '3.00' }),
    rowOf('S-3', { price: '3.00' }),
    rowOf('S-4', { stock: '70' }),
  )
  expect(read).toMatchObject({ restocked: 2, counts: { add: 1, change: 3, same: 0 } })
  const applying = await apply(read._id, { leaveStock: true })
  expect(applying.body).toMatchObject({ restocked: 0, counts: { add: 1, change: 2, same: 1 } })
  expect(await settled(admin.call, read._id, ['applied'])).toMatchObject({ applied: 3, failed: 0 })
  const parts = await Promise.all(['S-1', 'S-2', 'S-3', 'S-4'].map(partWith))
  expect(parts.map((part) => [part.on_hand, part.unit_price_cents])).toEqual([
    [500, 268],
    [500, 300],
    [500, 300],
    [70, 268],
  ])
  expect((await rowsOf(read._id))[0]).toMatchObject({ fate: 'same', changes: [] })
})

test('a list that somebody else began to read anew meanwhile is not taken for read', async () => {
  const id = randomUUIDv7()
  const list = [HEADINGS, ...Array.from({ length: 600 }, (_, n) => rowOf(`T-${n}`))].join('\n')
  const { db } = shop
  await sql`create or replace function forget() returns trigger language plpgsql as $$ begin
    delete from part_import_rows where import_id = new.import_id and row < 100; return new; end $$`.execute(
    db,
  )
  await sql`create trigger trouble before insert on part_import_rows for each row
    when (new.row = 400) execute function forget()`.execute(db)
  await db
    .insertInto('part_imports')
    .values({ id, file_name: 'x', state: 'uploading', by_user: admin.id })
    .execute()
  await db
    .insertInto('part_import_pieces')
    .values({ import_id: id, n: 0, bytes: Buffer.from(list) })
    .execute()
  await db.connection().execute(async (connection) => {
    // The shop's own work on imports waits for this lock.
    await sql`select pg_advisory_lock(${IMPORT_LOCK})`.execute(connection)
    await db.updateTable('part_imports').set({ state: 'reading' }).where('id', '=', id).execute()
    await expect(readImportFile(db, id, () => true)).rejects.toThrow('not all there')
    await sql`drop trigger trouble on part_import_rows`.execute(db)
    await sql`select pg_advisory_unlock(${IMPORT_LOCK})`.execute(connection)
  })
  const read = await settled(admin.call, id, ['read'])
  expect(read.counts.add).toBe(600)
  expect(await rowsOf(id)).toHaveLength(100)
})
