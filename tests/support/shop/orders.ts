import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../../server/platform/database/connections/connect.ts'
import type { Call } from './calls.ts'
import type { Cards } from './cards.ts'
import type { Person } from './people.ts'

/** What the purchase form sends. */
export function bookingOf(productId: string, quantity = 10, more: object = {}) {
  return {
    productId,
    quantity,
    phone: '+880 1711 000000',
    address: '12 Wheel Lane, Dhaka',
    ...more,
  }
}

/** Places an order as a customer does; answers its id. */
export async function placeOrder(
  call: Call,
  productId: string,
  quantity = 10,
  more: object = {},
): Promise<string> {
  const placed = await call('POST', '/booking', bookingOf(productId, quantity, more))
  if (placed.status !== 201) throw new Error(JSON.stringify(placed.body))
  return placed.body.result.insertedId
}

/** Gets the client secret with which an order is paid. */
export async function beginPayment(call: Call, orderId: string): Promise<string> {
  const { body: order } = await call('GET', `/booking/${orderId}`)
  const answer = await call('POST', '/create-payment-intent', {
    totalPrice: order.totalPrice,
    bookingId: orderId,
  })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.body.clientSecret
}

/** Places an order, pays it with a good card and lets the shop look: the whole way to paid. */
export async function placePaidOrder(
  call: Call,
  cards: Cards,
  productId: string,
  quantity = 10,
  more: object = {},
) {
  const id = await placeOrder(call, productId, quantity, more)
  const secret = await beginPayment(call, id)
  await cards.pay(secret)
  await call('PATCH', `/booking/${id}`, { bookingId: id })
  return id
}

/** Adds a shipped order of a user directly in the database, without its part: reviews only ask whether there is one. */
export async function addShippedOrder({ db }: { db: Db }, { id, email, name }: Person) {
  const orderId = randomUUIDv7()
  await db
    .insertInto('orders')
    .values({
      ...{ id: orderId, user_id: id, email, name, phone: '1', address: 'Here', total_cents: 2500 },
      ...{ transaction_id: `pi_${orderId}`, shipped_by: id },
      reserved_until: sql<Date>`now()`,
      paid_at: sql<Date>`now()`,
      shipped_at: sql<Date>`now()`,
    })
    .execute()
  return orderId
}
