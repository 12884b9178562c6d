import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startRelay } from '../../../../tests/support/network/relay.ts'
import { checkBooks } from '../../../../tests/support/shop/books.ts'
import { type Cards, cardsOf } from '../../../../tests/support/shop/cards.ts'
import { beginPayment, placeOrder } from '../../../../tests/support/shop/orders.ts'
import { addPart, stockOf } from '../../../../tests/support/shop/parts.ts'
import { addCustomer, type Person } from '../../../../tests/support/shop/people.ts'
import { startTestShop, type TestShop } from '../../../../tests/support/shop/shop.ts'

let shop: TestShop
let cards: Cards
let customer: Person
let part: string

beforeAll(async () => {
  shop = await startTestShop({ sandbox: true })
  cards = cardsOf(shop)
  customer = await addCustomer(shop)
  part = await addPart(shop, { stock: 10_000 })
})
afterEach(() => cards.unset())
afterAll(async () => {
  await checkBooks(shop)
  await shop.close()
})

const begin = (id: string) =>
  customer.call('POST', '/create-payment-intent', { totalPrice: 25, bookingId: id })
const cancel = (id: string) => customer.call('DELETE', `/booking/${id}?client=${customer.email}`)
const report = (id: string) => customer.call('PATCH', `/booking/${id}`, {})

const away = { count: 100, status: 503, when: 'before' } as const

test('a provider that cannot be reached at all makes paying wait, and nothing else', async () => {
  const alone = await startTestShop()
  try {
    await expectOnlyPayingToFail(alone)
  } finally {
    await alone.close()
  }
})

test('a provider that accepts calls and never answers makes paying fail after three tries, and nothing else', async () => {
  const provider = await startRelay()
  provider.leadTo(shop.sandbox?.url as string)
  const api = `http://127.0.0.1:${provider.port}`
  const alone = await startTestShop({ settings: { STRIPE_API_URL: api, STRIPE_SECONDS: '1' } })
  const answerAgain = provider.hang()
  try {
    await expectOnlyPayingToFail(alone)
    answerAgain()
    const someone = await addCustomer(alone)
    const id = await placeOrder(someone.call, await addPart(alone))
    expect(await beginPayment(someone.call, id)).toMatch(/^pi_/)
  } finally {
    answerAgain()
    await alone.close()
    await provider.close()
  }
})

async function expectOnlyPayingToFail(alone: TestShop) {
  const someone = await addCustomer(alone)
  const id = await placeOrder(someone.call, await addPart(alone))
  const answer = await someone.call('POST', '/create-payment-intent', {
    totalPrice: 25,
    bookingId: id,
  })
  expect([answer.status, answer.body.code]).toEqual([503, 'provider_unavailable'])
  expect(answer.headers.get('retry-after')).toMatch(/^\d+$/)
  expect((await someone.call('GET', `/booking/${id}`)).body.status).toBe('Pending')
  const path = `/booking/${id}?client=${someone.email}`
  expect((await someone.call('DELETE', path)).body).toEqual({ deletedCount: 1 })
  await checkBooks(alone)
}

test('while the provider fails, an order with an open payment stays as it is', async () => {
  const id = await placeOrder(customer.call, part)
  await beginPayment(customer.call, id)
  const before = await stockOf(shop, part)
  await cards.set({ failNext: away })
  for (const ask of [begin, cancel, report]) {
    const answer = await ask(id)
    expect([answer.status, answer.body.code]).toEqual([503, 'provider_unavailable'])
  }
  expect(await stockOf(shop, part)).toEqual(before)
  expect((await customer.call('GET', `/booking/${id}`)).body.status).toBe('Pending')
  await cards.unset()
  await checkBooks(shop)
})

test('when the provider is back, the same order can be paid or cancelled', async () => {
  const [one, two] = [await placeOrder(customer.call, part), await placeOrder(customer.call, part)]
  await beginPayment(customer.call, two)
  await cards.set({ failNext: away })
  await Promise.all([begin(one), cancel(two)])
  await cards.unset()
  await cards.pay(await beginPayment(customer.call, one))
  await report(one)
  expect((await customer.call('GET', `/booking/${one}`)).body.status).toBe('Paid')
  expect(await beginPayment(customer.call, two)).toMatch(/^pi_/)
  expect((await cancel(two)).body).toEqual({ deletedCount: 1 })
})

test('a provider that stumbles once is asked again, and nobody notices', async () => {
  for (const status of [500, 502, 503, 'cut'] as const) {
    const id = await placeOrder(customer.call, part)
    await cards.set({ failNext: { count: 1, status, when: 'before' } })
    expect((await begin(id)).status).toBe(200)
    await customer.call('DELETE', `/booking/${id}?client=${customer.email}`)
  }
})

test('a provider that has too much to do makes paying wait', async () => {
  const id = await placeOrder(customer.call, part)
  await cards.set({ failNext: { count: 100, status: 429, when: 'before' } })
  const { status, body } = await begin(id)
  expect([status, body.code]).toEqual([503, 'provider_unavailable'])
})

test('a cancel whose answer was lost is a cancel all the same', async () => {
  const id = await placeOrder(customer.call, part)
  await beginPayment(customer.call, id)
  await cards.set({ failNext: { count: 1, status: 'cut', when: 'after', path: '/v1/' } })
  expect((await cancel(id)).body).toEqual({ deletedCount: 1 })
})
