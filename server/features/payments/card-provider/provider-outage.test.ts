import { afterAll, afterEach, expect, test } from 'vitest'
import { startRelay } from '../../../../tests/support/network/relay.ts'
import { createCardClient } from '../../../../tests/support/shop/cards.ts'
import {
  closeWithConsistentLedger,
  expectConsistentLedger,
} from '../../../../tests/support/shop/ledger.ts'
import { placeOrder, startPayment } from '../../../../tests/support/shop/orders.ts'
import { addPart, readStock } from '../../../../tests/support/shop/parts.ts'
import { startTestShop, type TestShop } from '../../../../tests/support/shop/shop.ts'
import { addCustomer } from '../../../../tests/support/shop/users.ts'
import { waitUntil } from '../../../../tests/support/wait-until.ts'

const shop = await startTestShop({ sandbox: true })
const cards = createCardClient(shop)
const customer = await addCustomer(shop)
const part = await addPart(shop, { stock: 10_000 })
afterEach(() => cards.clearFaults())
afterAll(() => closeWithConsistentLedger(shop))

const createPayment = (id: string, { call } = customer) =>
  call('POST', '/create-payment-intent', { totalPrice: 25, bookingId: id })
const cancel = (id: string) => customer.call('DELETE', `/booking/${id}?client=${customer.email}`)
const report = (id: string) => customer.call('PATCH', `/booking/${id}`, {})

const OUTAGE = { count: 100, status: 503, when: 'before' } as const

test('refuses only payments while the provider is unreachable', async () => {
  const ownShop = await startTestShop()
  try {
    await expectOnlyPayingToFail(ownShop)
  } finally {
    await ownShop.close()
  }
})

test('refuses only payments while the provider does not respond', async () => {
  const provider = await startRelay()
  provider.redirectTo(shop.sandbox?.url as string)
  const api = `http://127.0.0.1:${provider.port}`
  const ownShop = await startTestShop({ settings: { STRIPE_API_URL: api, STRIPE_SECONDS: '1' } })
  const resume = provider.pause()
  try {
    await expectOnlyPayingToFail(ownShop)
    resume()
    const buyer = await addCustomer(ownShop)
    const id = await placeOrder(buyer.call, await addPart(ownShop))
    // On a slow machine, the provider may exceed STRIPE_SECONDS again.
    const { body } = await waitUntil('the provider responds in time', async () => {
      const response = await createPayment(id, buyer)
      return response.status !== 503 && response
    })
    expect(body.clientSecret).toMatch(/^pi_/)
  } finally {
    resume()
    await ownShop.close()
    await provider.close()
  }
})

async function expectOnlyPayingToFail(ownShop: TestShop) {
  const buyer = await addCustomer(ownShop)
  const id = await placeOrder(buyer.call, await addPart(ownShop))
  const response = await createPayment(id, buyer)
  expect([response.status, response.body.code]).toEqual([503, 'provider_unavailable'])
  expect(response.headers.get('retry-after')).toMatch(/^\d+$/)
  expect((await buyer.call('GET', `/booking/${id}`)).body.status).toBe('Pending')
  const path = `/booking/${id}?client=${buyer.email}`
  expect((await buyer.call('DELETE', path)).body).toEqual({ deletedCount: 1 })
  await expectConsistentLedger(ownShop)
}

test('keeps an order with an open payment unchanged while the provider fails', async () => {
  const id = await placeOrder(customer.call, part)
  await startPayment(customer.call, id)
  const before = await readStock(shop, part)
  await cards.setFaults({ failNext: OUTAGE })
  for (const request of [createPayment, cancel, report]) {
    const response = await request(id)
    expect([response.status, response.body.code]).toEqual([503, 'provider_unavailable'])
  }
  expect(await readStock(shop, part)).toEqual(before)
  expect((await customer.call('GET', `/booking/${id}`)).body.status).toBe('Pending')
  await cards.clearFaults()
  await expectConsistentLedger(shop)
})

test('allows the payment and the cancellation of orders after an outage that prevented them', async () => {
  const [one, two] = [await placeOrder(customer.call, part), await placeOrder(customer.call, part)]
  await startPayment(customer.call, two)
  await cards.setFaults({ failNext: OUTAGE })
  await Promise.all([createPayment(one), cancel(two)])
  await cards.clearFaults()
  await cards.pay(await startPayment(customer.call, one))
  await report(one)
  expect((await customer.call('GET', `/booking/${one}`)).body.status).toBe('Paid')
  expect(await startPayment(customer.call, two)).toMatch(/^pi_/)
  expect((await cancel(two)).body).toEqual({ deletedCount: 1 })
})

test('retries a provider call that fails once', async () => {
  for (const status of [500, 502, 503, 'cut'] as const) {
    const id = await placeOrder(customer.call, part)
    await cards.setFaults({ failNext: { count: 1, status, when: 'before' } })
    expect((await createPayment(id)).status).toBe(200)
    await customer.call('DELETE', `/booking/${id}?client=${customer.email}`)
  }
})

test('refuses payments while the provider limits requests', async () => {
  const id = await placeOrder(customer.call, part)
  await cards.setFaults({ failNext: { count: 100, status: 429, when: 'before' } })
  const { status, body } = await createPayment(id)
  expect([status, body.code]).toEqual([503, 'provider_unavailable'])
})

test('cancels an order although the provider’s response was lost', async () => {
  const id = await placeOrder(customer.call, part)
  await startPayment(customer.call, id)
  await cards.setFaults({ failNext: { count: 1, status: 'cut', when: 'after', path: '/v1/' } })
  expect((await cancel(id)).body).toEqual({ deletedCount: 1 })
})
