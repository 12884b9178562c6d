import { afterAll, expect, test } from 'vitest'
import { lockRow, runInLockOrder } from '../../../../tests/support/database/locks.ts'
import { createCardClient } from '../../../../tests/support/shop/cards.ts'
import { closeWithConsistentLedger } from '../../../../tests/support/shop/ledger.ts'
import { placeOrder, placePaidOrder, startPayment } from '../../../../tests/support/shop/orders.ts'
import { addPart, readStock } from '../../../../tests/support/shop/parts.ts'
import { startTestShop } from '../../../../tests/support/shop/shop.ts'
import { addAdmin, addCustomer, type TestUser } from '../../../../tests/support/shop/users.ts'

const shop = await startTestShop({ sandbox: true })
const cards = createCardClient(shop)
const admin = await addAdmin(shop)
const part = await addPart(shop, { stock: 100_000 })
afterAll(() => closeWithConsistentLedger(shop))

const release = ({ email }: Pick<TestUser, 'email'>, by = admin) =>
  by.call('POST', `/api/users/${email}/release-reservations`)

async function placeOrders(customer: TestUser, count: number) {
  const ids: string[] = []
  for (let n = 0; n < count; n++) ids.push(await placeOrder(customer.call, part))
  return ids
}

test('cancels all unpaid orders of a customer in one call, but no paid order', async () => {
  const [customer, other] = [await addCustomer(shop), await addCustomer(shop)]
  const paid = await placePaidOrder(customer.call, cards, part)
  const [first = ''] = await placeOrders(customer, 3)
  const [othersOrder = ''] = await placeOrders(other, 1)
  await startPayment(customer.call, first)
  expect((await admin.call('GET', `/api/people/${customer.id}`)).body).toMatchObject({
    unpaidOrders: 3,
    unpaidQuantity: 30,
    unpaidCents: 7500,
  })
  const { status, body } = await release({ email: customer.email.toUpperCase() })
  expect([status, body]).toEqual([200, { cancelled: 3, notCancelled: 0 }])
  expect(await readStock(shop, part)).toMatchObject({ reserved: 20 })
  expect((await customer.call('GET', `/booking/${paid}`)).status).toBe(200)
  expect((await other.call('GET', `/booking/${othersOrder}`)).status).toBe(200)
  const { body: history } = await admin.call('GET', `/api/orders/${first}`)
  expect(history.steps.at(-1)).toMatchObject({ kind: 'cancelled', by: 'staff' })
  expect((await release(customer)).body).toEqual({ cancelled: 0, notCancelled: 0 })
})

test('cancels each order once in two concurrent calls', async () => {
  const customer = await addCustomer(shop)
  const [first = ''] = await placeOrders(customer, 5)
  const responses = await runInLockOrder(shop.db, lockRow('orders', first), [
    () => release(customer),
    () => release(customer),
  ])
  const sum = responses.reduce((all, { body }) => all + body.cancelled, 0)
  expect([sum, responses.map(({ body }) => body.notCancelled)]).toEqual([5, [0, 0]])
})

test('keeps an order whose payment is processing, and counts it as not cancelled', async () => {
  const customer = await addCustomer(shop)
  const [first = '', second = ''] = await placeOrders(customer, 3)
  await cards.setFaults({ holdProcessing: true })
  await cards.pay(await startPayment(customer.call, first))
  expect((await release(customer)).body).toEqual({ cancelled: 2, notCancelled: 1 })
  expect((await customer.call('GET', `/booking/${first}`)).status).toBe(200)
  expect((await customer.call('GET', `/booking/${second}`)).status).toBe(404)
  await cards.releaseProcessing()
  await cards.clearFaults()
  await customer.call('PATCH', `/booking/${first}`, {})
})

test('cancels orders without an open payment while the card provider is unavailable', async () => {
  const customer = await addCustomer(shop)
  const [first = '', second = ''] = await placeOrders(customer, 4)
  await startPayment(customer.call, first)
  await startPayment(customer.call, second)
  await cards.setFaults({ failNext: { count: 100, status: 500 } })
  expect((await release(customer)).body).toEqual({ cancelled: 2, notCancelled: 2 })
  await cards.clearFaults()
  expect((await release(customer)).body).toEqual({ cancelled: 2, notCancelled: 0 })
})

test('lets only admins release reservations, and refuses an unknown customer', async () => {
  const customer = await addCustomer(shop)
  expect((await release(customer, customer)).body.code).toBe('role_insufficient')
  expect((await release({ email: 'unknown@example.com' })).body.code).toBe('user_missing')
})
