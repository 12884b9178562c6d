import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { readIds } from '../../../../tests/support/shop/api-client.ts'
import { addToCart, sameQuantityOf } from '../../../../tests/support/shop/carts.ts'
import { closeWithConsistentLedger } from '../../../../tests/support/shop/ledger.ts'
import { addPart, addParts } from '../../../../tests/support/shop/parts.ts'
import { startTestShop } from '../../../../tests/support/shop/shop.ts'
import { addAdmin, addCustomer, type TestUser } from '../../../../tests/support/shop/users.ts'
import { waitUntil } from '../../../../tests/support/wait-until.ts'
import type { QueueMail } from '../../../platform/mail/queue-mail.ts'
import { createTermsCache } from '../../catalog/parts/part-terms.ts'
import { placeOrder } from './place-order.ts'
import { addMissingSearchTexts, createOrderOutbox } from './send-order-outbox.ts'

/** The ids of the orders whose mails these tests have queued, also in transactions that were rolled back. */
let queued: string[] = []

const shop = await startTestShop()
const admin = await addAdmin(shop)
afterAll(() => closeWithConsistentLedger(shop))

const collectMail: QueueMail = async (_, ...mails) => {
  queued.push(...mails.flatMap((mail) => ('orderId' in mail ? [mail.orderId] : [])))
}

const openOutbox = (queueMail: QueueMail = collectMail) =>
  createOrderOutbox({ db: shop.db, log: shop.app.log, queueMail })

/** Places an order with a process that ends after the commit, so that the order stays in the outbox. */
async function placeUnsent(name: string, customer?: TestUser) {
  const user = customer ?? (await addCustomer(shop))
  const part = await addPart(shop, { name, stock: 1000 })
  const deps = {
    db: shop.db,
    config: shop.config,
    terms: createTermsCache(),
    outbox: { notify() {} },
    partsChanged() {},
  }
  const { id, email } = user
  const principal = {
    id,
    email,
    name: user.name,
    role: 'customer' as const,
    emailConfirmed: true,
    sessionId: user.sessionId,
  }
  const order = { productId: part, quantity: 10, phone: '1', address: 'Here' }
  const placed = await placeOrder(deps, principal as never, order, undefined)
  if ('refused' in placed) throw new Error(placed.refused)
  return placed.orderId
}

const search = async (text: string) =>
  readIds(await admin.call('GET', `/allOrders?search=${encodeURIComponent(text)}`))

async function readSearchText(id: string): Promise<string | undefined> {
  const row = shop.db.selectFrom('order_search').select('text').where('order_id', '=', id)
  return (await row.executeTakeFirst())?.text
}

async function countUnsent() {
  const { rows } = await sql`select from order_outbox`.execute(shop.db)
  return rows.length
}

test('the search finds an order whose mail is not queued yet, and three outboxes queue the mail once', async () => {
  queued = []
  const id = await placeUnsent('Quartz headset')
  expect(await search('quartz')).toEqual([id])
  expect(await readSearchText(id)).toBeUndefined()
  const outboxes = [openOutbox(), openOutbox(), openOutbox()]
  await Promise.all(outboxes.map((outbox) => outbox.sendAll()))
  expect(queued).toEqual([id])
  expect(await search('quartz')).toEqual([id])
  expect(await readSearchText(id)).toContain('quartz headset')
  expect(await countUnsent()).toBe(0)
  await openOutbox().sendAll()
  expect(queued).toEqual([id])
})

test('queues one mail for each outbox entry when several processes run concurrently', async () => {
  queued = []
  const customer = await addCustomer(shop)
  const ids = []
  for (let n = 0; n < 15; n++) ids.push(await placeUnsent(`Axle ${n}`, customer))
  // The outbox then contains more entries than one batch.
  await sql`insert into order_outbox (order_id)
    select ${ids[0]}::uuid from generate_series(1, 385)`.execute(shop.db)
  await Promise.all([1, 2, 3].map(() => openOutbox().sendAll()))
  expect(queued).toHaveLength(400)
  expect(new Set(queued)).toEqual(new Set(ids))
  expect(await countUnsent()).toBe(0)
})

test('keeps an order whose mail cannot be queued, and sends it later', async () => {
  queued = []
  const id = await placeUnsent('Ruby pedal')
  let failures = 0
  const outbox = openOutbox(async (tx, ...mails) => {
    await collectMail(tx, ...mails)
    failures += 1
    if (failures < 3) throw new Error('The queue is unavailable.')
  })
  outbox.notify()
  await waitUntil('sending has failed', () => failures === 1)
  // Waits until the failed attempt is rolled back, because sending skips locked orders.
  await sql`select from order_outbox for update`.execute(shop.db)
  await expect(outbox.sendAll()).rejects.toThrow('The queue is unavailable.')
  expect(await countUnsent()).toBe(1)
  expect(await readSearchText(id)).toBeUndefined()
  expect(await search('ruby')).toEqual([id])
  outbox.notify()
  await waitUntil('the order is sent', async () => (await countUnsent()) === 0)
  expect(await readSearchText(id)).toContain('ruby pedal')
  await outbox.close()
})

test('sends the remaining orders when the process ends', async () => {
  queued = []
  const id = await placeUnsent('Opal rim')
  await openOutbox().close()
  expect(queued).toEqual([id])
})

test('does not pause after a slow batch when the process ends', async () => {
  await placeUnsent('Pearl rim')
  using now = vi.spyOn(performance, 'now')
  const outbox = openOutbox(async () => {
    // The batch seems to take an hour.
    const finishedAt = performance.now() + 3_600_000
    now.mockImplementation(() => finishedAt)
  })
  outbox.notify()
  await waitUntil('the order is sent', async () => (await countUnsent()) === 0)
  await outbox.close()
})

test('queues the mail of an order of the cart, and finds the order by each of its first 50 lines', async () => {
  const customer = await addCustomer(shop)
  const parts = await addParts(shop, 49, { name: 'Spoke' })
  parts.push(
    await addPart(shop, { name: 'Jade saddle' }),
    await addPart(shop, { name: 'Onyx bell' }),
  )
  await addToCart(customer.call, sameQuantityOf(parts))
  const { body: cart } = await customer.call('GET', '/api/cart')
  const contact = { phone: '1', address: 'Here' }
  const { body } = await customer.call('POST', '/api/orders', {
    version: cart.version,
    totalCents: cart.totalCents,
    ...contact,
  })
  expect(await search('jade saddle')).toEqual([body.orderId])
  await waitUntil('the order is sent', async () => (await countUnsent()) === 0)
  expect(await search('jade saddle')).toEqual([body.orderId])
  expect(await search('onyx bell')).toEqual([])
  expect(await search(body.orderNumber)).toEqual([body.orderId])
  const { rows } = await sql`select data ->> 'kind' as kind from pgboss.job
    where name = 'mail' and data ->> 'orderId' = ${body.orderId}`.execute(shop.db)
  expect(rows).toEqual([{ kind: 'order-placed' }])
})

test('keeps no data of a deleted account in the search', async () => {
  const customer = await addCustomer(shop, { name: 'Grace Hopper' })
  const [shipped, unpaid] = [
    await placeUnsent('Amber crank', customer),
    await placeUnsent('Amber cog', customer),
  ]
  const outbox = openOutbox()
  await outbox.sendAll()
  expect((await search('grace hopper')).sort()).toEqual([shipped, unpaid].sort())
  await sql`update orders set paid_at = now(), shipped_at = now(), shipped_by = ${admin.id},
    transaction_id = 'pi_amber' where id = ${shipped}`.execute(shop.db)
  const late = await placeUnsent('Amber bell', customer)
  expect((await customer.call('DELETE', '/api/account')).status).toBe(200)
  await outbox.sendAll()
  await addMissingSearchTexts(shop.db)
  expect(await search('grace hopper')).toEqual([])
  expect(await search(customer.email)).toEqual([])
  expect(await search('amber')).toEqual([shipped])
  const texts = await Promise.all([shipped, unpaid, late].map(readSearchText))
  for (const text of texts) expect(text).not.toContain('grace')
  await sql`update orders set paid_at = null, shipped_at = null, shipped_by = null,
    transaction_id = null where id = ${shipped}`.execute(shop.db)
  await sql`delete from pending_invoices where order_id = ${shipped}`.execute(shop.db)
})

test('adds the search text of an order that the previous version has placed during an upgrade', async () => {
  const id = await placeUnsent('Garnet fork')
  await sql`delete from order_outbox where order_id = ${id}`.execute(shop.db)
  await addMissingSearchTexts(shop.db, 3 * 3600 * 1000)
  expect(await readSearchText(id)).toBeUndefined()
  await addMissingSearchTexts(shop.db, 0)
  expect(await search('garnet')).toEqual([id])
  await addMissingSearchTexts(shop.db, 0)
})
