import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../../server/platform/database/connections/connect.ts'
import { waitUntil } from '../wait-until.ts'
import type { ApiClient } from './api-client.ts'
import type { CardClient } from './cards.ts'
import type { TestUser } from './users.ts'

/** Builds the body that the purchase form sends. */
export function buildBooking(productId: string, quantity = 10, overrides: object = {}) {
  return {
    productId,
    quantity,
    phone: '+880 1711 000000',
    address: '12 Wheel Lane, Dhaka',
    ...overrides,
  }
}

/** Places an order. Returns its id. */
export async function placeOrder(
  call: ApiClient,
  productId: string,
  quantity = 10,
  overrides: object = {},
): Promise<string> {
  const response = await call('POST', '/booking', buildBooking(productId, quantity, overrides))
  if (response.status !== 201) throw new Error(JSON.stringify(response.body))
  return response.body.result.insertedId
}

/** Orders a part. Returns the response, also if it is a refusal. */
export const tryPlaceOrder = ({ call }: Pick<TestUser, 'call'>, part: string, quantity = 10) =>
  call('POST', '/booking', buildBooking(part, quantity))

export const tryCancelOrder = ({ call, email }: Pick<TestUser, 'call' | 'email'>, id: string) =>
  call('DELETE', `/booking/${id}?client=${encodeURIComponent(email)}`)

/** Starts a payment. Returns its client secret. */
export async function startPayment(call: ApiClient, orderId: string): Promise<string> {
  const { body: order } = await call('GET', `/booking/${orderId}`)
  const response = await call('POST', '/create-payment-intent', {
    totalPrice: order.totalPrice,
    bookingId: orderId,
  })
  if (response.status !== 200) throw new Error(JSON.stringify(response.body))
  return response.body.clientSecret
}

/** Places an order, pays it and reports the payment to the shop. Returns the order's id. */
export async function placePaidOrder(
  call: ApiClient,
  cards: CardClient,
  productId: string,
  quantity = 10,
  overrides: object = {},
) {
  const id = await placeOrder(call, productId, quantity, overrides)
  await payOrder(call, cards, id)
  return id
}

/** Pays an order and reports the payment to the shop. */
export async function payOrder(call: ApiClient, cards: CardClient, id: string): Promise<void> {
  await cards.pay(await startPayment(call, id))
  await call('PATCH', `/booking/${id}`, { bookingId: id })
}

/** Adds a shipped order of a user directly in the database, without order lines: reviews only need its existence. */
export async function addShippedOrder({ db }: { db: Db }, { id, email, name }: TestUser) {
  const orderId = randomUUIDv7()
  await db
    .insertInto('orders')
    .values({
      id: orderId,
      user_id: id,
      email,
      name,
      phone: '1',
      address: 'Here',
      total_cents: 2500,
      transaction_id: `pi_${orderId}`,
      shipped_by: id,
      reserved_until: sql<Date>`now()`,
      paid_at: sql<Date>`now()`,
      shipped_at: sql<Date>`now()`,
    })
    .execute()
  return orderId
}

/** Waits until the outbox is empty. The outbox locks the orders of its mails, and scheduled jobs skip locked orders. */
export function waitForOutbox(db: Db): Promise<unknown> {
  return waitUntil('the outbox is empty', async () => {
    const waiting = await db.selectFrom('order_outbox').select('order_id').execute()
    return waiting.length === 0
  })
}
