import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { ApiResponse } from '../support/shop/api-client.ts'
import { parseIntentId } from '../support/shop/cards.ts'
import { addToCart, buildCartOrder, placeOrderOf, sameQuantityOf } from '../support/shop/carts.ts'
import {
  buildBooking,
  payOrder,
  placeOrder,
  placePaidOrder,
  startPayment,
} from '../support/shop/orders.ts'
import type { TestUser } from '../support/shop/users.ts'
import { createSucceededEvent, postEvent, signPayload } from '../support/shop/webhook-events.ts'
import type { Fixture } from './fixture.ts'

/** An operation with its preconditions in place. It can be sent again if no response arrived. */
export interface PreparedOperation {
  send(): Promise<ApiResponse>
  /** Moves the due times of the shop's pending jobs to now. */
  makeDue?(): Promise<unknown>
  /** True if the shop has no unfinished work for this operation. Undefined if it never has any. */
  isFinished?(): Promise<boolean>
  /**
   * Fails if the operation did not take effect exactly once, or if the last response does not
   * confirm it.
   */
  expectDone(response: ApiResponse): Promise<void>
}

/** Default of the setting RESERVATION_HOURS. */
const RESERVATION_HOURS = 72

/** Prepares each operation on orders, money and stock. */
export const operations: Record<string, (fixture: Fixture) => Promise<PreparedOperation>> = {
  'place an order': async (fixture) => preparePlacement(fixture, await fixture.addCustomer()),

  /** The limits of new customers do not apply, so `place_orders` writes the order. */
  async 'place an order as a trusted customer'(fixture) {
    const customer = await fixture.addCustomer()
    await sql`update users set trusted_at = now() where id = ${customer.id}`.execute(fixture.db)
    return preparePlacement(fixture, customer)
  },

  'place an order of 50 lines': (fixture) => prepareCartOrder(fixture, 50),

  async 'cancel one line of an order of 50 lines'(fixture) {
    const { call } = await fixture.addCustomer()
    const id = await placeOrderOf(call, sameQuantityOf(fixture.parts))
    await startPayment(call, id)
    return {
      send: () => call('DELETE', `/api/orders/${id}/lines?lines=25`),
      makeDue: () =>
        sql`update orders set retry_at = null,
            cancellation_began_at = cancellation_began_at - interval '2 minutes'
          where id = ${id}`.execute(fixture.db),
      isFinished: async () => (await readOrder(fixture, id)).cancellation_began_at === null,
      async expectDone({ status }) {
        expect(status).toBe(200)
        const order = await readOrder(fixture, id)
        expect(order).toMatchObject({ cancelled_at: null, cancelling_lines: null, line_count: 49 })
      },
    }
  },

  async 'cancel an order of 50 lines'(fixture) {
    const customer = await fixture.addCustomer()
    const id = await placeOrderOf(customer.call, sameQuantityOf(fixture.parts))
    await startPayment(customer.call, id)
    return prepareCancellation(fixture, customer, id)
  },

  async 'settle a payment of 50 lines'(fixture) {
    const { call } = await fixture.addCustomer()
    const order = await placeOrderOf(call, sameQuantityOf(fixture.parts))
    const { id, ...payment } = await payWithoutWebhook(fixture, call, order)
    return { ...payment, send: () => call('PATCH', `/booking/${id}`, {}) }
  },

  async 'refund an order of 50 lines'(fixture) {
    const { call } = await fixture.addCustomer()
    return prepareRefund(fixture, await placeOrderOf(call, sameQuantityOf(fixture.parts)), call)
  },

  async 'ship an order of 50 lines'(fixture) {
    const { call } = await fixture.addCustomer()
    const id = await placeOrderOf(call, sameQuantityOf(fixture.parts))
    return prepareShipment(fixture, id, call)
  },

  async 'cancel an order'(fixture) {
    const customer = await fixture.addCustomer()
    return prepareCancellation(fixture, customer, await placeOrder(customer.call, fixture.part))
  },

  async 'cancel an order with an open payment'(fixture) {
    const customer = await fixture.addCustomer()
    const id = await placeOrder(customer.call, fixture.part)
    await startPayment(customer.call, id)
    return prepareCancellation(fixture, customer, id)
  },

  async 'start a payment'(fixture) {
    const { call } = await fixture.addCustomer()
    const id = await placeOrder(call, fixture.part)
    return {
      send: () => call('POST', '/create-payment-intent', { totalPrice: 25, bookingId: id }),
      async expectDone({ status, body }) {
        expect(status).toBe(200)
        const open = await fixture.db
          .selectFrom('payment_intents')
          .select('id')
          .where('order_id', '=', id)
          .where('state', '=', 'open')
          .execute()
        expect(open).toEqual([{ id: parseIntentId(body.clientSecret) }])
      },
    }
  },

  async 'settle a payment reported by the browser'(fixture) {
    const { call } = await fixture.addCustomer()
    const { id, ...payment } = await payWithoutWebhook(fixture, call)
    return { ...payment, send: () => call('PATCH', `/booking/${id}`, {}) }
  },

  async 'settle a payment reported by a webhook'(fixture) {
    const { call } = await fixture.addCustomer()
    const { intent, ...payment } = await payWithoutWebhook(fixture, call)
    const payload = createSucceededEvent(intent)
    return { ...payment, send: () => postEvent(fixture.url, payload, signPayload(payload)) }
  },

  async 'refund a payment of a cancelled order'(fixture) {
    const customer = await fixture.addCustomer()
    const { intent, id } = await payWithoutWebhook(fixture, customer.call)
    // This simulates an order that was cancelled just before the payment succeeded.
    await updateIntent(fixture, intent, sql`state = 'cancelled'`)
    await customer.call('DELETE', `/booking/${id}?client=${customer.email}`)
    const payload = createSucceededEvent(intent)
    return {
      send: () => postEvent(fixture.url, payload, signPayload(payload)),
      async expectDone({ status }) {
        expect(status).toBe(200)
        const { rows } = await sql`select i.state, count(e.id)::int as refund_events
          from payment_intents i left join order_events e
            on e.order_id = i.order_id and e.detail ->> 'refundId' = i.refund_id
          where i.id = ${intent} group by 1`.execute(fixture.db)
        expect(rows).toEqual([{ state: 'refunded', refund_events: 1 }])
      },
    }
  },

  async 'ship an order'(fixture) {
    const { call } = await fixture.addCustomer()
    return prepareShipment(fixture, await placeOrder(call, fixture.part), call)
  },

  async 'issue an invoice'(fixture) {
    const { call } = await fixture.addCustomer()
    const id = await placePaidOrder(call, fixture.cards, fixture.part)
    return {
      send: () => call('GET', `/api/orders/${id}/invoice`),
      async expectDone({ status }) {
        expect(status).toBe(200)
        const numbers = fixture.db.selectFrom('invoices').select('kind').where('order_id', '=', id)
        expect(await numbers.execute()).toEqual([{ kind: 'invoice' }])
      },
    }
  },

  async 'adjust the stock of a part'(fixture) {
    const headers = { 'idempotency-key': randomUUID() }
    const reason = randomUUID()
    const path = `/api/parts/${fixture.part}/stock`
    return {
      send: () => fixture.admin.call('POST', path, { pieces: 1, reason }, headers),
      async expectDone({ status }) {
        expect(status).toBe(201)
        const movements = fixture.db.selectFrom('stock_movements').select('pieces')
        expect(await movements.where('reason', '=', reason).execute()).toEqual([{ pieces: 1 }])
      },
    }
  },

  async 'refund an order'(fixture) {
    const { call } = await fixture.addCustomer()
    return prepareRefund(fixture, await placeOrder(call, fixture.part), call)
  },

  async 'extend a reservation'(fixture) {
    const { call } = await fixture.addCustomer()
    const id = await placeOrder(call, fixture.part)
    const { reserved_until: before } = await readOrder(fixture, id)
    return {
      send: () => call('POST', `/api/orders/${id}/extension`),
      async expectDone({ status, body }) {
        expect([200, 'reservation_extended']).toContain(body.code ?? status)
        const { reserved_until: after } = await readOrder(fixture, id)
        const hours = (after.getTime() - before.getTime()) / 3_600_000
        expect(hours).toBe(RESERVATION_HOURS / 2)
      },
    }
  },
}

function preparePlacement({ db, part }: Fixture, { call, id }: TestUser): PreparedOperation {
  const headers = { 'idempotency-key': randomUUID() }
  return {
    send: () => call('POST', '/booking', buildBooking(part), headers),
    async expectDone({ status, body }) {
      expect(status).toBe(201)
      const orders = await db.selectFrom('orders').select('id').where('user_id', '=', id).execute()
      expect(orders).toEqual([{ id: body.result.insertedId }])
    },
  }
}

/** Prepares an order of a cart with this number of lines. */
export async function prepareCartOrder(
  { addCustomer, db, parts }: Fixture,
  lineCount: number,
): Promise<PreparedOperation> {
  const { call, id } = await addCustomer()
  await addToCart(call, sameQuantityOf(parts.slice(0, lineCount)))
  const order = await buildCartOrder(call)
  const headers = { 'idempotency-key': randomUUID() }
  return {
    send: () => call('POST', '/api/orders', order, headers),
    async expectDone({ status, body }) {
      expect(status).toBe(201)
      const orders = await db
        .selectFrom('orders')
        .select(['id', 'line_count'])
        .where('user_id', '=', id)
        .execute()
      expect(orders).toEqual([{ id: body.orderId, line_count: lineCount }])
      expect((await call('GET', '/api/cart')).body.lines).toEqual([])
    },
  }
}

function prepareCancellation(
  fixture: Fixture,
  { call, email }: TestUser,
  id: string,
): PreparedOperation {
  return {
    send: () => call('DELETE', `/booking/${id}?client=${email}`),
    makeDue: () =>
      sql`update orders set retry_at = null,
          cancellation_began_at = cancellation_began_at - interval '2 minutes'
        where id = ${id} and cancelled_at is null`.execute(fixture.db),
    async isFinished() {
      const order = await readOrder(fixture, id)
      return order.cancelled_at !== null || order.cancellation_began_at === null
    },
    async expectDone({ status }) {
      expect(status).toBe(200)
      expect((await readOrder(fixture, id)).cancelled_at).not.toBeNull()
    },
  }
}

async function prepareShipment(
  fixture: Fixture,
  id: string,
  call: TestUser['call'],
): Promise<PreparedOperation> {
  await payOrder(call, fixture.cards, id)
  return {
    send: () => fixture.admin.call('PATCH', `/shipped/${id}`),
    async expectDone({ status }) {
      expect(status).toBe(200)
      expect((await readOrder(fixture, id)).shipped_at).not.toBeNull()
    },
  }
}

async function prepareRefund(
  fixture: Fixture,
  id: string,
  call: TestUser['call'],
): Promise<PreparedOperation> {
  await payOrder(call, fixture.cards, id)
  return {
    send: () => fixture.admin.call('POST', `/api/orders/${id}/refund`),
    makeDue: () =>
      sql`update orders set refund_began_at = refund_began_at - interval '2 minutes'
        where id = ${id} and refunded_at is null`.execute(fixture.db),
    async isFinished() {
      const order = await readOrder(fixture, id)
      return order.refunded_at !== null || order.refund_began_at === null
    },
    async expectDone({ status }) {
      expect(status).toBe(200)
      expect((await readOrder(fixture, id)).refunded_at).not.toBeNull()
    },
  }
}

/** Pays an order without a browser's report or a webhook. */
async function payWithoutWebhook(fixture: Fixture, call: TestUser['call'], orderId?: string) {
  await fixture.cards.setFaults({ holdWebhooks: true })
  const id = orderId ?? (await placeOrder(call, fixture.part))
  const secret = await startPayment(call, id)
  const intent = parseIntentId(secret)
  await fixture.cards.pay(secret)
  return {
    id,
    intent,
    makeDue: () => updateIntent(fixture, intent, sql`next_check_at = now()`),
    isFinished: async () => (await readOrder(fixture, id)).paid_at !== null,
    async expectDone({ status }: ApiResponse) {
      expect(status).toBe(200)
      expect((await readOrder(fixture, id)).transaction_id).toBe(intent)
    },
  }
}

function updateIntent({ db }: Fixture, intent: string, change: ReturnType<typeof sql>) {
  return sql`update payment_intents set ${change} where id = ${intent}`.execute(db)
}

function readOrder({ db }: Fixture, id: string) {
  return db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}
