import { sql } from 'kysely'
import { afterAll, afterEach, expect, test } from 'vitest'
import { createCardClient } from '../../../tests/support/shop/cards.ts'
import { addToCart, buildCartOrder, sameQuantityOf } from '../../../tests/support/shop/carts.ts'
import { closeWithConsistentLedger } from '../../../tests/support/shop/ledger.ts'
import { placeOrder, placePaidOrder, startPayment } from '../../../tests/support/shop/orders.ts'
import { addPart, addParts } from '../../../tests/support/shop/parts.ts'
import { startTestShop } from '../../../tests/support/shop/shop.ts'
import { addAdmin, addCustomer, type TestUser } from '../../../tests/support/shop/users.ts'

const shop = await startTestShop({ sandbox: true })
const cards = createCardClient(shop)
await cards.setFaults({ holdWebhooks: true })
const admin = await addAdmin(shop)
const customer = await addCustomer(shop)
// The sequence also counts the attempts that are rolled back.
await sql`create sequence conflicts`.execute(shop.db)
afterEach(() => sql`drop function if exists raise_conflict() cascade`.execute(shop.db))
afterAll(() => closeWithConsistentLedger(shop))

/** Lets the next writes of a table fail with these SQLSTATEs, one write each. */
async function plantConflicts(table: string, ...codes: string[]) {
  await sql`alter sequence conflicts restart`.execute(shop.db)
  const body = `declare code text := (array['${codes.join("','")}'])[nextval('conflicts')::int];
    begin if code is not null then raise exception 'planted' using errcode = code; end if; return new; end`
  await sql
    .raw(`create function raise_conflict() returns trigger language plpgsql as $$ ${body} $$`)
    .execute(shop.db)
  await sql`create trigger planted before insert or update on ${sql.table(table)}
    for each row execute function raise_conflict()`.execute(shop.db)
}

const change = (part: string) => () =>
  customer.call('PATCH', '/api/cart', { changes: [{ productId: part, add: 10 }] })

async function prepareOrder() {
  await addToCart(customer.call, sameQuantityOf(await addParts(shop, 2)))
  const order = await buildCartOrder(customer.call)
  return () => customer.call('POST', '/api/orders', order)
}

async function preparePaid(send: (id: string) => ReturnType<TestUser['call']>) {
  const id = await placePaidOrder(customer.call, cards, await addPart(shop))
  return () => send(id)
}

async function prepareCancellation() {
  const id = await placeOrder(customer.call, await addPart(shop))
  return () => customer.call('DELETE', `/booking/${id}?client=${customer.email}`)
}

async function preparePayment() {
  const id = await placeOrder(customer.call, await addPart(shop))
  await cards.pay(await startPayment(customer.call, id))
  return () => customer.call('PATCH', `/booking/${id}`, { bookingId: id })
}

const ship = (id: string) => admin.call('PATCH', `/shipped/${id}`)
const refund = (id: string) => admin.call('POST', `/api/orders/${id}/refund`)

test.each([
  ['a change of the cart', 'cart_lines', async () => change(await addPart(shop))],
  ['an order', 'orders', prepareOrder],
  ['a claim of stock', 'parts', prepareOrder],
  ['the start of a cancellation', 'orders', prepareCancellation],
  ['the release of stock', 'parts', prepareCancellation],
  ['a payment', 'payment_intents', preparePayment],
  ['a shipment', 'orders', () => preparePaid(ship)],
  ['the start of a refund', 'orders', () => preparePaid(refund)],
  ['a refund', 'payment_intents', () => preparePaid(refund)],
])('repeats %s after three conflicts', async (_, table, prepare) => {
  const send = await prepare()
  await plantConflicts(table, '40P01', '40001', '40P01')
  const { status, body } = await send()
  expect(status, JSON.stringify(body)).toBeLessThan(300)
})

test.each(['40P01', '40001'])('responds with 503 after four conflicts: %s', async (code) => {
  const part = await addPart(shop)
  await plantConflicts('cart_lines', code, code, code, code)
  const { status, body } = await change(part)()
  expect([status, body.code]).toEqual([503, 'database_unavailable'])
  // The log limits how often it contains an outage.
  shop.errors.splice(0)
  expect((await change(part)()).status).toBe(200)
})
