import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lockRow, queueForLock } from '../../../../tests/support/database/locks.ts'
import {
  callIdentity,
  exchangeSession,
  GOOD_PASSWORD,
  signUp,
} from '../../../../tests/support/identity/sign-in.ts'
import { countOutcomes, createApiClient } from '../../../../tests/support/shop/api-client.ts'
import { type CardSandbox, getCardSandbox } from '../../../../tests/support/shop/cards.ts'
import { addToCart, eachOf, orderCart } from '../../../../tests/support/shop/carts.ts'
import { getInbox } from '../../../../tests/support/shop/inbox.ts'
import { expectConsistentLedger } from '../../../../tests/support/shop/ledger.ts'
import {
  buildBooking,
  placeOrder,
  placePaidOrder,
  waitForOutbox,
} from '../../../../tests/support/shop/orders.ts'
import { addPart, addParts } from '../../../../tests/support/shop/parts.ts'
import {
  addAdmin,
  addCustomer,
  addPeople,
  type Person,
} from '../../../../tests/support/shop/people.ts'
import { startTestShop, type TestShop } from '../../../../tests/support/shop/shop.ts'
import { waitUntil } from '../../../../tests/support/wait-until.ts'
import { expireOrders } from '../reservations/expire-orders.ts'

/** Restores the defaults of these settings, which the test shop raises. */
const DEFAULTS = { NEW_CUSTOMER_UNPAID_VALUE_MAX: '', NEW_CUSTOMER_STOCK_SHARE_PERCENT: '' }

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

let shop: TestShop
let cards: CardSandbox
let admin: Person

beforeAll(async () => {
  shop = await startTestShop({ sandbox: true, settings: DEFAULTS })
  cards = getCardSandbox(shop)
  admin = await addAdmin(shop)
})
afterAll(async () => {
  await expectConsistentLedger(shop)
  await shop.close()
})

const book = ({ call }: Pick<Person, 'call'>, part: string, quantity = 10) =>
  call('POST', '/booking', buildBooking(part, quantity))

const cancel = ({ call, email }: Pick<Person, 'call' | 'email'>, id: string) =>
  call('DELETE', `/booking/${id}?client=${encodeURIComponent(email)}`)

const addUnconfirmed = (overrides: object = {}) =>
  addCustomer(shop, { emailConfirmed: false, ...overrides })

const confirm = (email: string) =>
  sql`update users set email_verified = true where email = ${email}`.execute(shop.db)

const orderOf = (id: string) =>
  shop.db
    .selectFrom('orders')
    .select(['placed_at', 'reserved_until', 'reserved_until_if_confirmed', 'cancelled_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** Returns the length of an order's reservation in milliseconds. */
async function reservationOf(id: string) {
  const { placed_at, reserved_until } = await orderOf(id)
  return reserved_until.getTime() - placed_at.getTime()
}

test('keeps parts available when six unconfirmed accounts order all stock of 19 parts', async () => {
  const parts = await addParts(shop, 20, { stock: 5_400, minimum: 100, cents: 95 })
  const customers = await addPeople(shop, 6, { emailConfirmed: false })
  for (let n = 0; n < 19; n++) {
    const customer = customers[n % 6] as Person
    await book(customer, parts[n] as string, 5_400)
    await book(customer, parts[n] as string, 2_700)
  }
  const { rows } = await sql<{ orderable: number; reserved: number; unpaid: number }>`
    select count(*) filter (where on_hand - reserved >= minimum_order) as orderable,
      sum(reserved) as reserved,
      (select count(*) from orders where cancelled_at is null) as unpaid
    from parts`.execute(shop.db)
  expect(rows).toEqual([{ orderable: 20, reserved: 6 * 2_700, unpaid: 6 }])
})

describe('an unconfirmed customer', () => {
  test('has one unpaid order at a time, reserved for an hour', async () => {
    const [customer, part] = [await addUnconfirmed(), await addPart(shop, { stock: 1000 })]
    const { status, body } = await book(customer, part)
    expect(status).toBe(201)
    const id = body.result.insertedId
    expect(await reservationOf(id)).toBe(HOUR_MS)
    expect(body.confirmEmailBy).toBe((await orderOf(id)).reserved_until.toISOString())
    const second = await book(customer, part)
    expect([second.status, second.body.code]).toEqual([409, 'unconfirmed_orders_too_many'])
    expect(second.body.detail).toBe(
      'Until your email is confirmed you can have 1 unpaid order. Confirm your email to place more orders.',
    )
    await cancel(customer, id)
    expect((await book(customer, part)).status).toBe(201)
  })

  test('gets the same response when a key is repeated', async () => {
    const [customer, part] = [await addUnconfirmed(), await addPart(shop, { stock: 1000 })]
    const key = { 'idempotency-key': 'the-same' }
    const first = await customer.call('POST', '/booking', buildBooking(part), key)
    const again = await customer.call('POST', '/booking', buildBooking(part), key)
    expect(again.body).toEqual(first.body)
    expect(first.body.confirmEmailBy).toBeDefined()
  })

  test('places up to five orders a day, including cancelled ones', async () => {
    const [customer, part] = [await addUnconfirmed(), await addPart(shop, { stock: 1000 })]
    let id = await placeOrder(customer.call, part)
    for (let n = 0; n < 4; n++) {
      await cancel(customer, id)
      id = await placeOrder(customer.call, part)
    }
    await cancel(customer, id)
    const sixth = await book(customer, part)
    expect([sixth.status, sixth.body.code]).toEqual([409, 'unconfirmed_orders_too_many'])
    expect(sixth.body.detail).toBe(
      'Until your email is confirmed you can place 5 orders a day. Confirm your email to place more orders.',
    )
    expect((await customer.call('DELETE', '/api/account')).status).toBe(200)
    const { email } = customer
    expect((await book(await addUnconfirmed({ email }), part)).status).toBe(409)
    await confirm(email)
  })

  test('cannot extend the reservation', async () => {
    const [customer, part] = [await addUnconfirmed(), await addPart(shop, { stock: 1000 })]
    const id = await placeOrder(customer.call, part)
    const refused = await customer.call('POST', `/api/orders/${id}/extension`)
    expect([refused.status, refused.body.code]).toEqual([409, 'email_not_confirmed'])
    const { body } = await customer.call('GET', `/api/orders/${id}`)
    const { placed_at } = await orderOf(id)
    expect(body.extendableTo).toBeNull()
    expect(Date.parse(body.reservedUntilIfConfirmed) - placed_at.getTime()).toBe(72 * HOUR_MS)
    await confirm(customer.email)
    expect((await customer.call('POST', `/api/orders/${id}/extension`)).status).toBe(200)
    expect(await reservationOf(id)).toBe(108 * HOUR_MS)
    const { body: after } = await customer.call('GET', `/api/orders/${id}`)
    expect(after.reservedUntilIfConfirmed).toBeNull()
  })

  test('is limited after changing a confirmed email, until it is confirmed again', async () => {
    const [customer, part] = [await addCustomer(shop), await addPart(shop, { stock: 1000 })]
    await placeOrder(customer.call, part)
    await sql`update users set email_verified = false where id = ${customer.id}`.execute(shop.db)
    expect((await book(customer, part)).body.code).toBe('unconfirmed_orders_too_many')
    await confirm(customer.email)
    expect((await book(customer, part)).status).toBe(201)
  })
})

describe('the reservation of an unconfirmed customer', () => {
  test.each([
    ['the link of the mail', confirmByLink],
    ['a new password', confirmByNewPassword],
    ['another way', ({ email }: { email: string }) => confirm(email)],
  ])(
    'is extended to the regular length when the email is confirmed by %s',
    async (_, confirmEmail) => {
      const user = await signUp(shop)
      const { body } = await exchangeSession(shop, user.email, user.cookie)
      const call = createApiClient(shop.url, body.token)
      const id = await placeOrder(call, await addPart(shop))
      expect(await reservationOf(id)).toBe(HOUR_MS)
      await confirmEmail(user)
      expect(await reservationOf(id)).toBe(72 * HOUR_MS)
    },
  )

  test('is not extended after it has expired', async () => {
    const [customer, part] = [await addUnconfirmed(), await addPart(shop)]
    const id = await placeOrder(customer.call, part)
    await waitForOutbox(shop.db)
    await sql`update orders set reserved_until = now() - interval '1 second'
      where id = ${id}`.execute(shop.db)
    await confirm(customer.email)
    const deps = { db: shop.db, log: shop.app.log }
    const cancelExpired = async (orderId: string) => {
      await admin.call('DELETE', `/booking/${orderId}`)
      return { cancelled: 1 } as const
    }
    await expireOrders({ ...deps, cancel: cancelExpired })
    expect((await orderOf(id)).cancelled_at).not.toBeNull()
  })
})

describe('a customer without payment history', () => {
  test('has unpaid orders of up to 50,000 dollars, and sees the possible quantity', async () => {
    const customer = await addCustomer(shop)
    const parts = await addParts(shop, 2, { stock: 10_000, minimum: 10, cents: 1000 })
    expect((await book(customer, parts[0] as string, 4_900)).status).toBe(201)
    const refused = await book(customer, parts[1] as string, 101)
    expect([refused.status, refused.body.code]).toEqual([409, 'unpaid_value_too_high'])
    expect(refused.body.detail).toBe(
      'Before your first payment, unpaid orders can be worth $50,000.00 together: you can order 100 pieces. Pay an open order first, or ask us to trust your account.',
    )
    expect(refused.body.errors).toEqual({ quantity: refused.body.detail })
    expect((await book(customer, parts[1] as string, 100)).status).toBe(201)
    const none = await book(customer, parts[1] as string)
    expect(none.body.detail).toContain('you cannot order this part now')
  })

  test('reserves up to half of a part in all unpaid orders, but always the minimum', async () => {
    const customer = await addCustomer(shop)
    const part = await addPart(shop, { stock: 101, minimum: 10 })
    const refused = await book(customer, part, 51)
    expect([refused.status, refused.body.code]).toEqual([409, 'stock_share_too_high'])
    expect(refused.body.detail).toBe(
      'Before your first payment, unpaid orders can reserve 50 % of the stock of a part: you can order 50 pieces. Pay an open order first, or ask us to trust your account.',
    )
    expect((await book(customer, part, 30)).status).toBe(201)
    expect((await book(customer, part, 21)).body.detail).toContain('you can order 20 pieces')
    expect((await book(customer, part, 20)).status).toBe(201)
    expect((await book(customer, part, 10)).body.code).toBe('stock_share_too_high')
    const few = await addPart(shop, { stock: 12, minimum: 10 })
    expect((await book(customer, few, 12)).body.code).toBe('stock_share_too_high')
    expect((await book(customer, few, 10)).status).toBe(201)
  })

  test('orders the minimum of a part that exceeds the limit once', async () => {
    const customer = await addCustomer(shop)
    const part = await addPart(shop, { stock: 1000, minimum: 10, cents: 900_000 })
    expect((await book(customer, part, 11)).body.detail).toContain('you can order 10 pieces')
    expect((await book(customer, part, 10)).status).toBe(201)
    expect((await book(customer, part, 10)).body.code).toBe('unpaid_value_too_high')
  })

  test('sees the quantity messages of the specification before those of the limits', async () => {
    const customer = await addCustomer(shop)
    const part = await addPart(shop, { stock: 100, minimum: 10 })
    expect((await book(customer, part, 101)).body.detail).toBe('You can order maximum 100 pieces')
    expect((await book(customer, part, 9)).body.detail).toBe('You have to order minimum 10 pieces')
  })

  test('has no limits after a payment until it is refunded, even if unconfirmed', async () => {
    const customer = await addUnconfirmed()
    const part = await addPart(shop, { stock: 100_000, minimum: 10, cents: 1000 })
    const paid = await placePaidOrder(customer.call, cards, part)
    const largeOrder = (await book(customer, part, 99_990)).body.result.insertedId
    expect(await reservationOf(largeOrder)).toBe(72 * HOUR_MS)
    await cancel(customer, largeOrder)
    const others = await addParts(shop, 6)
    for (const other of others) expect((await book(customer, other, 100)).status).toBe(201)
    expect((await admin.call('POST', `/api/orders/${paid}/refund`)).status).toBe(200)
    expect((await book(customer, part)).body.code).toBe('unconfirmed_orders_too_many')
    await confirm(customer.email)
    expect((await book(customer, part, 99_990)).body.code).toBe('unpaid_value_too_high')
  })

  test('has no limits while staff trust the account', async () => {
    const customer = await addCustomer(shop)
    const part = await addPart(shop, { stock: 10_000, minimum: 10, cents: 1000 })
    await admin.call('PUT', `/api/users/${customer.email}/trust`)
    const { body } = await book(customer, part, 10_000)
    await cancel(customer, body.result.insertedId)
    await admin.call('DELETE', `/api/users/${customer.email}/trust`)
    expect((await book(customer, part, 10_000)).body.code).toBe('unpaid_value_too_high')
  })
})

describe('an order of several lines', () => {
  test('of an unconfirmed customer is reserved for an hour, and counts as one order', async () => {
    const customer = await addUnconfirmed()
    const parts = await addParts(shop, 3, { stock: 1000 })
    await addToCart(customer.call, eachOf(parts))
    const { status, body } = await orderCart(customer.call)
    expect(status).toBe(201)
    expect(await reservationOf(body.orderId)).toBe(HOUR_MS)
    expect(body.confirmEmailBy).toBe((await orderOf(body.orderId)).reserved_until.toISOString())
    await addToCart(customer.call, eachOf(parts))
    const second = await orderCart(customer.call)
    expect([second.status, second.body.code]).toEqual([409, 'unconfirmed_orders_too_many'])
    expect((await customer.call('GET', '/api/cart')).body.lines).toHaveLength(3)
  })

  test('names the lines that would reserve too much, and claims nothing', async () => {
    const customer = await addCustomer(shop)
    const [plenty, few, none] = (await addParts(shop, 3, { stock: 100 })) as [
      string,
      string,
      string,
    ]
    await book(customer, few, 40)
    await book(customer, none, 50)
    await addToCart(customer.call, { [plenty]: 50, [few]: 11, [none]: 10 })
    const { status, body } = await orderCart(customer.call)
    expect([status, body.code]).toEqual([409, 'stock_share_too_high'])
    expect(body.lines).toMatchObject([
      { productId: few, code: 'stock_share_too_high', available: 10 },
      { productId: none, code: 'stock_share_too_high', available: 0 },
    ])
    expect(
      (await orderCart(customer.call, { leaveOut: [few, none], totalCents: 12_500 })).status,
    ).toBe(201)
  })

  test('is worth up to 50,000 dollars with all unpaid orders, and has no exception for the minimum', async () => {
    const customer = await addCustomer(shop)
    const parts = await addParts(shop, 2, { stock: 10_000, minimum: 10, cents: 300_000 })
    await addToCart(customer.call, eachOf(parts))
    const { status, body } = await orderCart(customer.call)
    expect([status, body.code]).toEqual([409, 'unpaid_value_too_high'])
    expect(body.detail).toBe(
      'Before your first payment, unpaid orders can be worth $50,000.00 together. Order less, pay an open order first, or ask us to trust your account.',
    )
    await admin.call('PUT', `/api/users/${customer.email}/trust`)
    expect((await orderCart(customer.call)).status).toBe(201)
  })
})

describe.each([
  ['without keys', (): Record<string, string> => ({})],
  ['under different keys', () => ({ 'idempotency-key': randomUUID() })],
])('two concurrent orders %s', (_, keyOf) => {
  test.each([
    ['unconfirmed_orders_too_many', false, 10, 10],
    ['unpaid_value_too_high', true, 300, 10_000],
    ['stock_share_too_high', true, 300, 10],
  ])('accept one and refuse the other: %s', async (code, emailConfirmed, quantity, cents) => {
    const customer = await addCustomer(shop, { emailConfirmed })
    const stock = cents === 10_000 ? 10_000 : 1000
    const part = await addPart(shop, { stock, cents })
    // Concurrent orders of one part wait for each other anyway.
    const other = code === 'stock_share_too_high' ? part : await addPart(shop, { stock, cents })
    const order = (id: string) => () =>
      customer.call('POST', '/booking', buildBooking(id, quantity), keyOf())
    const responses = await queueForLock(
      shop.db,
      async (tx) => {
        await lockRow('parts', part)(tx)
        await lockRow('parts', other)(tx)
      },
      [order(part), order(other)],
    )
    expect(countOutcomes(responses)).toEqual({ '201': 1, [code]: 1 })
  })
})

async function confirmByLink({ email }: { email: string }) {
  const link = await linkTo(email, /^Confirm your email for/)
  const token = link.searchParams.get('token')
  const proof = { token, password: GOOD_PASSWORD }
  expect((await callIdentity(shop, '/follow-email-link', proof)).status).toBe(200)
}

async function confirmByNewPassword({ email }: { email: string }) {
  await callIdentity(shop, '/request-password-reset', { email, redirectTo: '/login/reset' })
  const link = await linkTo(email, /^Reset your Freehub password/)
  const token = link.pathname.split('/').at(-1)
  const newPassword = 'eleven speeds backward'
  expect((await callIdentity(shop, '/reset-password', { token, newPassword })).status).toBe(200)
}

async function linkTo(email: string, subject: RegExp) {
  const mail = await waitUntil('the mail has arrived', async () =>
    (await getInbox(shop).to(email)).find((one) => subject.test(one.subject)),
  )
  return new URL(/https?:\/\/\S+/.exec(mail.text)?.[0] ?? '')
}
