import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { expectConsistentLedger } from '../../../../tests/support/shop/ledger.ts'
import { buildBooking } from '../../../../tests/support/shop/orders.ts'
import { uploadPartList, waitForImport } from '../../../../tests/support/shop/part-imports.ts'
import { addPart, readStock } from '../../../../tests/support/shop/parts.ts'
import { startTestShop } from '../../../../tests/support/shop/shop.ts'
import { addAdmin, addCustomer } from '../../../../tests/support/shop/users.ts'
import { waitUntil } from '../../../../tests/support/wait-until.ts'

/** Enough rows to interrupt an import in the middle. */
const ROWS = 2000
const TIMEOUT_MS = 60_000

let shop = await startTestShop({ jobsEveryMs: 200, settings: { UNPAID_ORDERS_MAX: '100000' } })
afterAll(() => shop.close())

test('resumes an interrupted import and applies each row once while orders are placed', async () => {
  const admin = await addAdmin(shop)
  const customer = await addCustomer(shop)
  const orderedPart = await addPart(shop, { stock: 100_000, minimum: 1 })
  const list = ['id,sku,name,description,img,price,minimumOrder,availableQuantity']
  for (let n = 0; n < ROWS; n++) list.push(`,K-${n},Chain ${n},Nickel-plated.,/a.svg,2.68,10,500`)
  list.push(`${orderedPart},,Chain 10-speed,Nickel-plated.,/a.svg,2.68,1,100500`)
  const read = await uploadPartList(admin, list.join('\n'), shop.url)
  expect(read.counts).toEqual({ add: ROWS, change: 1, same: 0, wrong: 0 })

  await admin.call('POST', `/api/imports/${read._id}/application`)
  const readAppliedCount = async () =>
    (await admin.call('GET', `/api/imports/${read._id}`)).body.applied
  await waitUntil('some rows are applied', readAppliedCount)
  // Interrupts the import twice: its connections are terminated, then the server closes. Both lose the
  // transaction in flight.
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'freehub' and pid <> pg_backend_pid()
      and datname = current_database() and query like '%part%' and state <> 'idle'`.execute(shop.db)
  // The request that reads the count may be cut off as well.
  const before = await waitUntil('the count can be read', readAppliedCount)
  await waitUntil(
    'the import continues',
    async () => {
      const applied = await readAppliedCount()
      return applied > before || applied === ROWS + 1
    },
    TIMEOUT_MS,
  )
  await shop.app.close()
  // The interruption was logged if it hit the import.
  shop.errors.length = 0
  shop = await shop.reopen()
  let orders = 0
  const finished = waitForImport(admin.call, read._id, ['applied'], TIMEOUT_MS)
  let isDone = false
  void finished.then(() => {
    isDone = true
  })
  do {
    const response = await customer.call('POST', '/booking', buildBooking(orderedPart, 1))
    expect(response.status).toBe(201)
    orders += 1
  } while (!isDone)

  expect(await finished).toMatchObject({ applied: ROWS + 1, failed: 0 })
  expect(await readStock(shop, orderedPart)).toEqual({ onHand: 100_500, reserved: orders })
  const { rows } = await sql<{ parts: number; movements: number }>`
    select count(distinct sku)::int as parts, count(*)::int as movements
    from parts join stock_movements on part_id = parts.id
    where sku like 'K-%'`.execute(shop.db)
  expect(rows).toEqual([{ parts: ROWS, movements: ROWS }])
  const found = await shop.call('GET', `/parts?search=${encodeURIComponent(`Chain ${ROWS - 1}`)}`)
  expect(found.body[0].name).toBe(`Chain ${ROWS - 1}`)
  await expectConsistentLedger(shop)
})
