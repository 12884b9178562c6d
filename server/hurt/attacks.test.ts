import { calls } from '@freehub/contract/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Answer, Call } from '../testing/calls.ts'
import { type Cards, cardsOf } from '../testing/cards.ts'
import { postEvent, signed, succeeded } from '../testing/events.ts'
import { beginPayment, bookingOf, placeOrder, placePaidOrder } from '../testing/orders.ts'
import { addPart } from '../testing/parts.ts'
import type { Person } from '../testing/people.ts'
import { startTestShop, type TestShop } from '../testing/shop.ts'
import { closeBooks } from './close-books.ts'
import { takeTime } from './patience.ts'
import { type Scene, setScene } from './scene.ts'

takeTime()

let shop: TestShop
let cards: Cards
let scene: Scene
let victim: Person
let attacker: Person

beforeAll(async () => {
  shop = await startTestShop({ sandbox: true, settings: { UNPAID_ORDERS_MAX: '1000' } })
  cards = cardsOf(shop)
  await cards.set({ holdWebhooks: true })
  scene = await setScene(shop)
})
beforeEach(async () => {
  victim = await scene.newCustomer()
  attacker = await scene.newCustomer()
})
afterAll(() => shop.close())

const intentOf = (secret: string) => secret.split('_secret_')[0] as string
const statusOf = async (id: string) =>
  (await victim.call('GET', `/booking/${id}`)).body.status as string

/** All that the books know of an order. */
async function booksOf(id: string) {
  const { rows } = await sql`select to_jsonb(o) as facts,
      (select jsonb_agg(to_jsonb(e) order by e.id) from order_events e where order_id = o.id) as events,
      (select jsonb_agg(to_jsonb(i) order by i.id) from payment_intents i where order_id = o.id) as intents
    from orders o where id = ${id}`.execute(shop.db)
  return rows
}

/** Every call about one order that has the order in its path. */
const callsOnOrders = Object.entries(calls).filter(
  ([, { about, path }]) => (about === 'orders' || about === 'payments') && path.includes('/:id'),
)

const ask = (
  call: Call,
  { method, path, ...rest }: (typeof callsOnOrders)[number][1],
  id: string,
) => call(method, path.replace(':id', id), 'body' in rest ? {} : undefined)

test.each(callsOnOrders)('somebody else’s order stays untouched by %s', async (_, about) => {
  const unpaid = await placeOrder(victim.call, scene.part)
  await beginPayment(victim.call, unpaid)
  const paid = await placePaidOrder(victim.call, cards, scene.part)
  for (const id of [unpaid, paid]) {
    const before = await booksOf(id)
    const [stranger, visitor] = [
      await ask(attacker.call, about, id),
      await ask(shop.visit, about, id),
    ]
    expect(visitor.status).toBe(401)
    expect(about.access === 'admin' ? [403] : [403, 404]).toContain(stranger.status)
    expect(await booksOf(id)).toEqual(before)
  }
  await closeBooks(shop, 4)
})

test('somebody else’s order is not cancelled in one’s own name, nor in his', async () => {
  const id = await placeOrder(victim.call, scene.part)
  const before = await booksOf(id)
  const own = await attacker.call('DELETE', `/booking/${id}?client=${attacker.email}`)
  expect([own.status, own.body]).toEqual([200, { deletedCount: 0 }])
  const his = await attacker.call('DELETE', `/booking/${id}?client=${victim.email}`)
  expect([his.status, his.body.code]).toEqual([403, 'email_foreign'])
  expect(await booksOf(id)).toEqual(before)
  await closeBooks(shop, 2)
})

test('somebody else’s order is neither listed nor paid for', async () => {
  const id = await placeOrder(victim.call, scene.part)
  const before = await booksOf(id)
  const answers = await Promise.all([
    attacker.call('GET', `/myOrders?client=${victim.email}`),
    attacker.call('GET', '/allOrders'),
    attacker.call('POST', '/create-payment-intent', { totalPrice: 25, bookingId: id }),
    attacker.call('POST', '/create-payment-intent', { totalPrice: 25 }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 404, 409])
  expect((await attacker.call('GET', `/myOrders?client=${attacker.email}`)).body).toEqual([])
  expect(await booksOf(id)).toEqual(before)
  await closeBooks(shop, answers.length)
})

/** An intent made at the provider by hand, and paid there. */
async function payByHand(form: Record<string, string>): Promise<string> {
  const { id } = await cards.ask<{ id: string }>('POST', '/payment_intents', {
    confirm: 'true',
    payment_method: 'pm_card_visa',
    ...form,
  })
  return id
}

async function tell(intent: string): Promise<Answer> {
  const payload = succeeded(intent)
  return postEvent(shop.url, payload, signed(payload))
}

test.each<[string, Record<string, string>]>([
  ['a cent too little', { amount: '2499', currency: 'usd' }],
  ['a cent too much', { amount: '2501', currency: 'usd' }],
  ['a hundredth', { amount: '50', currency: 'usd' }],
  ['the amount in another currency', { amount: '2500', currency: 'eur' }],
])('a payment of %s does not pay an order, and goes back', async (_, form) => {
  const id = await placeOrder(victim.call, scene.part)
  const intent = await payByHand({ ...form, 'metadata[orderId]': id })
  for (let times = 0; times < 2; times += 1) {
    expect((await tell(intent)).status).toBe(200)
    expect(await statusOf(id)).toBe('Pending')
  }
  const refunds = (await cards.refunds()).filter(({ payment_intent }) => payment_intent === intent)
  expect(refunds).toMatchObject([{ amount: Number(form.amount) }])
  await closeBooks(shop, 1)
})

test.each(['', 'chain', '00000000-0000-0000-0000-000000000000', "'; drop table orders; --"])(
  'a payment that names the order %j pays nothing',
  async (orderId) => {
    const id = await placeOrder(victim.call, scene.part)
    const intent = await payByHand({
      amount: '2500',
      currency: 'usd',
      ...(orderId !== '' && { 'metadata[orderId]': orderId }),
    })
    expect((await tell(intent)).status).toBe(200)
    expect(await statusOf(id)).toBe('Pending')
    // Nobody's money is for people to give back.
    await cards.ask('POST', '/refunds', { payment_intent: intent })
    await closeBooks(shop, 1)
  },
)

/** Names another order as the one that an intent is for. */
const aimAt = (intent: string, orderId: string) =>
  cards.ask('POST', `/payment_intents/${intent}`, { 'metadata[orderId]': orderId })

test('a paid intent that is aimed at another order of the same amount does not pay that too', async () => {
  const [one, other] = [
    await placeOrder(victim.call, scene.part),
    await placeOrder(victim.call, scene.part),
  ]
  const secret = await beginPayment(victim.call, one)
  const intent = intentOf(secret)
  await cards.pay(secret)
  await victim.call('PATCH', `/booking/${one}`, {})
  await aimAt(intent, other)
  try {
    for (let times = 0; times < 2; times += 1) {
      expect((await tell(intent)).status).toBe(200)
      await victim.call('PATCH', `/booking/${other}`, { transactionId: intent, totalPrice: 25 })
      expect([await statusOf(one), await statusOf(other)]).toEqual(['Paid', 'Pending'])
    }
  } finally {
    await aimAt(intent, one)
  }
  await closeBooks(shop, 1)
})

test('a small paid order’s webhook that is aimed at a large one does not pay that', async () => {
  const small = await placeOrder(victim.call, scene.part, 10)
  const large = await placeOrder(victim.call, scene.part, 10_000)
  const largeIntent = intentOf(await beginPayment(victim.call, large))
  const secret = await beginPayment(victim.call, small)
  await cards.pay(secret)
  const payload = succeeded(intentOf(secret), {
    amount: 2_500_000,
    amount_received: 2_500_000,
    status: 'succeeded',
    metadata: { orderId: large },
  })
  expect((await postEvent(shop.url, payload, signed(payload))).status).toBe(200)
  const lie = succeeded(largeIntent, { status: 'succeeded', amount_received: 2_500_000 })
  expect((await postEvent(shop.url, lie, signed(lie))).status).toBe(200)
  await victim.call('PATCH', `/booking/${large}`, {
    bookingId: large,
    transactionId: intentOf(secret),
    totalPrice: 25_000,
  })
  expect([await statusOf(small), await statusOf(large)]).toEqual(['Paid', 'Pending'])
  await closeBooks(shop, 3)
})

test.each(['0', '-1', '1.5', '"5"', '[5]', 'true', 'null', '1e400', '-1e400', '9007199254740992'])(
  'a number that is %s is refused wherever one is asked for, and nothing is done',
  async (number) => {
    const part = await addPart(shop, { stock: 100, minimum: 1 })
    const before = await booksAll()
    const raw = (body: object, field: string) =>
      JSON.stringify({ ...body, [field]: '#' }).replace('"#"', number)
    const newPart = {
      name: 'Chain',
      description: 'A chain.',
      img: 'https://pictures.example/1.svg',
    }
    const numbers = { price: 1, minimumOrder: 1, availableQuantity: 1 }
    const answers = await Promise.all([
      attacker.call('POST', '/booking', raw(bookingOf(part), 'quantity')),
      scene.admin.call('POST', '/parts', raw({ ...newPart, ...numbers }, 'minimumOrder')),
      scene.admin.call('POST', '/reviews', raw({ comment: '', name: 'Ada' }, 'ratting')),
    ])
    expect(answers.filter(({ status }) => status !== 400)).toEqual([])
    expect(await booksAll()).toEqual(before)
    await closeBooks(shop, answers.length)
  },
)

async function booksAll() {
  const { rows } = await sql`select (select count(*) from orders) as orders,
    (select count(*) from parts) as parts, (select count(*) from reviews) as reviews,
    (select sum(reserved) from parts) as reserved`.execute(shop.db)
  return rows
}
