import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkBooks } from '../../../../tests/support/shop/books.ts'
import { sendList, settled } from '../../../../tests/support/shop/imports.ts'
import { bookingOf } from '../../../../tests/support/shop/orders.ts'
import { addPart, stockOf } from '../../../../tests/support/shop/parts.ts'
import { addAdmin, addCustomer } from '../../../../tests/support/shop/people.ts'
import { startTestShop, type TestShop } from '../../../../tests/support/shop/shop.ts'
import { waitUntil } from '../../../../tests/support/wait-until.ts'

/** So many that an import can be caught in the middle. */
const ROWS = 2000
/** A machine that is busy with others takes longer. */
const PATIENCE_MS = 60_000

let shop: TestShop
/** Tried again it needs other parts. */
let trial = 0

beforeAll(async () => {
  shop = await startTestShop({ roundsEveryMs: 200, settings: { UNPAID_ORDERS_MAX: '1000' } })
})
afterAll(() => shop.close())

test('an import that breaks off in the middle goes on, each row once, while orders are placed', async () => {
  trial += 1
  const admin = await addAdmin(shop)
  const customer = await addCustomer(shop)
  const booked = await addPart(shop, { stock: 100_000, minimum: 1 })
  const list = ['id,sku,name,description,img,price,minimumOrder,availableQuantity']
  for (let n = 0; n < ROWS; n++)
    list.push(`,K${trial}-${n},Chain ${n},Nickel-plated.,/a.svg,2.68,10,500`)
  list.push(`${booked},,Chain 10-speed,Nickel-plated.,/a.svg,2.68,1,100500`)
  const read = await sendList(admin, list.join('\n'), shop.url)
  expect(read.counts).toEqual({ add: ROWS, change: 1, same: 0, wrong: 0 })

  await admin.call('POST', `/api/imports/${read._id}/application`)
  const applied = async () => (await admin.call('GET', `/api/imports/${read._id}`)).body.applied
  await waitUntil('some rows are applied', applied)
  // What is at work on it is cut off, then its process ends: what is under way is lost each time.
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'freehub' and pid <> pg_backend_pid()
      and datname = current_database() and query like '%part%' and state <> 'idle'`.execute(shop.db)
  // The answer to that may be cut off as well.
  const then = await waitUntil('it is told how many', applied)
  await waitUntil('it goes on', async () => (await applied()) > then, PATIENCE_MS)
  await shop.app.close()
  // That it broke off, where the cut met it at work.
  shop.errors.length = 0
  shop = await shop.reopen()
  let orders = 0
  const finished = settled(admin.call, read._id, ['applied'], PATIENCE_MS)
  let done = false
  void finished.then(() => {
    done = true
  })
  do {
    const answer = await customer.call('POST', '/booking', bookingOf(booked, 1))
    expect(answer.status).toBe(201)
    orders += 1
  } while (!done)

  expect(await finished).toMatchObject({ applied: ROWS + 1, failed: 0 })
  expect(await stockOf(shop, booked)).toEqual({ onHand: 100_500, reserved: orders })
  const { rows } = await sql<{ parts: number; movements: number }>`
    select count(distinct sku)::int as parts, count(*)::int as movements
    from parts join stock_movements on part_id = parts.id
    where sku like ${`K${trial}-%`}`.execute(shop.db)
  expect(rows).toEqual([{ parts: ROWS, movements: ROWS }])
  const found = await shop.visit('GET', `/parts?search=${encodeURIComponent(`Chain ${ROWS - 1}`)}`)
  expect(found.body[0].name).toBe(`Chain ${ROWS - 1}`)
  await checkBooks(shop)
}, 180_000)
