import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkBooks } from '../testing/books.ts'
import { type Cards, cardsOf } from '../testing/cards.ts'
import { beginPayment, placeOrder } from '../testing/orders.ts'
import { addPart, stockOf } from '../testing/parts.ts'
import { addPeople, type Person } from '../testing/people.ts'
import { startTestShop, type TestShop } from '../testing/shop.ts'
import { waitUntil } from '../testing/wait-until.ts'

const PAIRS = 20

let shop: TestShop
let cards: Cards
let customers: Person[]

beforeAll(async () => {
  shop = await startTestShop({ sandbox: true })
  cards = cardsOf(shop)
  customers = await addPeople(shop, PAIRS)
})
afterAll(() => shop.close())

const delivered = () =>
  waitUntil('all webhooks are delivered', async () =>
    (await cards.webhooks()).every(({ deliveredAt }) => deliveredAt !== null),
  )

test('who cancels and pays at the same moment gets exactly one of the two', async () => {
  const part = await addPart(shop, { stock: 1000 })
  const outcomes = await Promise.all(
    customers.map(async ({ call, email }) => {
      const id = await placeOrder(call, part, 10)
      const secret = await beginPayment(call, id)
      const [cancelled, paid] = await Promise.all([
        call('DELETE', `/booking/${id}?client=${email}`),
        cards.pay(secret).then(async (paid) => {
          await call('PATCH', `/booking/${id}`, {})
          return paid
        }),
      ])
      return {
        cancelled: cancelled.body.deletedCount === 1,
        paid: paid.status === 'succeeded',
        id,
        call,
      }
    }),
  )
  await delivered()
  for (const { cancelled, paid, id, call } of outcomes) {
    const order = await call('GET', `/booking/${id}`)
    expect([cancelled, paid]).toEqual([!paid, !cancelled])
    expect([order.status, order.body.status]).toEqual(cancelled ? [404, 404] : [200, 'Paid'])
  }
  const kept = outcomes.filter(({ paid }) => paid).length
  expect(await stockOf(shop, part)).toEqual({ onHand: 1000, reserved: kept * 10 })
  await checkBooks(shop)
})

test('who begins to pay while he cancels does not pay for nothing', async () => {
  const part = await addPart(shop, { stock: 1000 })
  const orders = await Promise.all(
    customers.map(async ({ call, email }) => {
      const id = await placeOrder(call, part, 10)
      const [, begun] = await Promise.all([
        call('DELETE', `/booking/${id}?client=${email}`),
        call('POST', '/create-payment-intent', { totalPrice: 25, bookingId: id }),
      ])
      if (begun.status === 200) await cards.pay(begun.body.clientSecret)
      return { id, call }
    }),
  )
  await delivered()
  for (const { id, call } of orders) {
    const { body } = await call('GET', `/booking/${id}`)
    const taken = (await cards.intentsOf(id)).filter(({ amount_received }) => amount_received > 0)
    expect(taken).toHaveLength(body.paid ? 1 : 0)
  }
  await checkBooks(shop)
})
