import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { lockRow, runInLockOrder } from '../../../../tests/support/database/locks.ts'
import {
  callIdentity,
  exchangeSession,
  GOOD_PASSWORD,
  signUp,
} from '../../../../tests/support/identity/sign-in.ts'
import { createApiClient } from '../../../../tests/support/shop/api-client.ts'
import { getInbox } from '../../../../tests/support/shop/inbox.ts'
import { closeWithConsistentLedger } from '../../../../tests/support/shop/ledger.ts'
import {
  buildBooking,
  placeOrder,
  tryCancelOrder,
  tryPlaceOrder,
  waitForOutbox,
} from '../../../../tests/support/shop/orders.ts'
import { addPart, addParts } from '../../../../tests/support/shop/parts.ts'
import {
  HOUR_MS,
  measureReservation,
  readReservation,
} from '../../../../tests/support/shop/reservations.ts'
import { defaultOrderLimits } from '../../../../tests/support/shop/settings.ts'
import { startTestShop } from '../../../../tests/support/shop/shop.ts'
import {
  addAdmin,
  addCustomer,
  addUsers,
  confirmEmail,
  type TestUser,
} from '../../../../tests/support/shop/users.ts'
import { waitUntil } from '../../../../tests/support/wait-until.ts'
import { expireOrders } from '../reservations/expire-orders.ts'

const shop = await startTestShop({ sandbox: true, settings: defaultOrderLimits })
const admin = await addAdmin(shop)
afterAll(() => closeWithConsistentLedger(shop))

const addUnconfirmed = (overrides: object = {}) =>
  addCustomer(shop, { emailConfirmed: false, ...overrides })

test('keeps parts available when six unconfirmed accounts try to order all stock of 19 parts', async () => {
  const parts = await addParts(shop, 20, { stock: 5_400, minimum: 100, cents: 95 })
  const customers = await addUsers(shop, 6, { emailConfirmed: false })
  for (let n = 0; n < 19; n++) {
    const customer = customers[n % 6] as TestUser
    await tryPlaceOrder(customer, parts[n] as string, 5_400)
    await tryPlaceOrder(customer, parts[n] as string, 2_700)
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
    const { status, body } = await tryPlaceOrder(customer, part)
    expect(status).toBe(201)
    const id = body.result.insertedId
    expect(await measureReservation(shop, id)).toBe(HOUR_MS)
    expect(body.confirmEmailBy).toBe((await readReservation(shop, id)).reserved_until.toISOString())
    const second = await tryPlaceOrder(customer, part)
    expect([second.status, second.body.code]).toEqual([409, 'unconfirmed_orders_too_many'])
    expect(second.body.detail).toBe(
      'Until your email is confirmed you can have 1 unpaid order. Confirm your email to place more orders.',
    )
    await tryCancelOrder(customer, id)
    expect((await tryPlaceOrder(customer, part)).status).toBe(201)
  })

  test('gets the same response for a repeated idempotency key', async () => {
    const [customer, part] = [await addUnconfirmed(), await addPart(shop, { stock: 1000 })]
    const key = { 'idempotency-key': 'the-same' }
    const first = await customer.call('POST', '/booking', buildBooking(part), key)
    const again = await customer.call('POST', '/booking', buildBooking(part), key)
    expect(again.body).toEqual(first.body)
    expect(first.body.confirmEmailBy).toBeDefined()
  })

  test('places up to five orders a day, including cancelled orders', async () => {
    const [customer, part] = [await addUnconfirmed(), await addPart(shop, { stock: 1000 })]
    let id = await placeOrder(customer.call, part)
    for (let n = 0; n < 4; n++) {
      await tryCancelOrder(customer, id)
      id = await placeOrder(customer.call, part)
    }
    await tryCancelOrder(customer, id)
    const sixth = await tryPlaceOrder(customer, part)
    expect([sixth.status, sixth.body.code]).toEqual([409, 'unconfirmed_orders_too_many'])
    expect(sixth.body.detail).toBe(
      'Until your email is confirmed you can place 5 orders a day. Confirm your email to place more orders.',
    )
    expect((await customer.call('DELETE', '/api/account')).status).toBe(200)
    const { email } = customer
    expect((await tryPlaceOrder(await addUnconfirmed({ email }), part)).status).toBe(409)
    await confirmEmail(shop, email)
  })

  test('sees the daily limit of one order in the singular', async () => {
    const settings = { ...defaultOrderLimits, UNCONFIRMED_ORDERS_PER_DAY_MAX: '1' }
    const strictShop = await startTestShop({ settings })
    try {
      const customer = await addCustomer(strictShop, { emailConfirmed: false })
      const part = await addPart(strictShop, { stock: 1000 })
      await tryCancelOrder(customer, await placeOrder(customer.call, part))
      expect((await tryPlaceOrder(customer, part)).body.detail).toBe(
        'Until your email is confirmed you can place 1 order a day. Confirm your email to place more orders.',
      )
    } finally {
      await strictShop.close()
    }
  })

  test('cannot extend the reservation before the email is confirmed', async () => {
    const [customer, part] = [await addUnconfirmed(), await addPart(shop, { stock: 1000 })]
    const id = await placeOrder(customer.call, part)
    const refused = await customer.call('POST', `/api/orders/${id}/extension`)
    expect([refused.status, refused.body.code]).toEqual([409, 'email_not_confirmed'])
    const { body } = await customer.call('GET', `/api/orders/${id}`)
    const { placed_at } = await readReservation(shop, id)
    expect(body.extendableTo).toBeNull()
    expect(Date.parse(body.reservedUntilIfConfirmed) - placed_at.getTime()).toBe(72 * HOUR_MS)
    await confirmEmail(shop, customer.email)
    expect((await customer.call('POST', `/api/orders/${id}/extension`)).status).toBe(200)
    expect(await measureReservation(shop, id)).toBe(108 * HOUR_MS)
    const { body: after } = await customer.call('GET', `/api/orders/${id}`)
    expect(after.reservedUntilIfConfirmed).toBeNull()
  })

  test('gets the regular reservation time if the email is confirmed while the order is placed', async () => {
    const [customer, part] = [await addUnconfirmed(), await addPart(shop, { stock: 1000 })]
    const [, id] = await runInLockOrder(shop.db, lockRow('users', customer.id), [
      async () => void (await confirmEmail(shop, customer.email)),
      () => placeOrder(customer.call, part),
    ])
    expect(await measureReservation(shop, id as string)).toBe(72 * HOUR_MS)
    const { body } = await customer.call('GET', `/api/orders/${id}`)
    expect(body.reservedUntilIfConfirmed).toBeNull()
  })

  test('may place no second order after a change of the email, until the new email is confirmed', async () => {
    const [customer, part] = [await addCustomer(shop), await addPart(shop, { stock: 1000 })]
    await placeOrder(customer.call, part)
    await sql`update users set email_verified = false where id = ${customer.id}`.execute(shop.db)
    expect((await tryPlaceOrder(customer, part)).body.code).toBe('unconfirmed_orders_too_many')
    await confirmEmail(shop, customer.email)
    expect((await tryPlaceOrder(customer, part)).status).toBe(201)
  })
})

describe('the reservation of an unconfirmed customer', () => {
  test.each([
    ['the link in the mail', confirmByLink],
    ['a password reset', confirmByNewPassword],
    ['another way', ({ email }: { email: string }) => confirmEmail(shop, email)],
  ])(
    'is extended to the regular length when the email is confirmed by %s',
    async (_, confirmEmail) => {
      const user = await signUp(shop)
      const { body } = await exchangeSession(shop, user.email, user.cookie)
      const call = createApiClient(shop.url, body.token)
      const id = await placeOrder(call, await addPart(shop))
      expect(await measureReservation(shop, id)).toBe(HOUR_MS)
      await confirmEmail(user)
      expect(await measureReservation(shop, id)).toBe(72 * HOUR_MS)
    },
  )

  test('is not extended after it has expired', async () => {
    const [customer, part] = [await addUnconfirmed(), await addPart(shop)]
    const id = await placeOrder(customer.call, part)
    await waitForOutbox(shop.db)
    await sql`update orders set reserved_until = now() - interval '1 second'
      where id = ${id}`.execute(shop.db)
    await confirmEmail(shop, customer.email)
    const deps = { db: shop.db, log: shop.app.log }
    const cancelExpired = async (orderId: string) => {
      await admin.call('DELETE', `/booking/${orderId}`)
      return { cancelled: 1 } as const
    }
    await expireOrders({ ...deps, cancel: cancelExpired })
    expect((await readReservation(shop, id)).cancelled_at).not.toBeNull()
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
    (await getInbox(shop).mailsTo(email)).find((one) => subject.test(one.subject)),
  )
  return new URL(/https?:\/\/\S+/.exec(mail.text)?.[0] ?? '')
}
