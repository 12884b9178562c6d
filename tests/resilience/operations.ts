import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Answer } from '../support/shop/calls.ts'
import { postEvent, signed, succeeded } from '../support/shop/events.ts'
import { beginPayment, bookingOf, placeOrder, placePaidOrder } from '../support/shop/orders.ts'
import type { Person } from '../support/shop/people.ts'
import type { Scene } from './scene.ts'

/** Something that is asked of the shop, and can be asked again when no answer came. */
export interface Asked {
  ask(): Promise<Answer>
  /** Makes what would be waited for due now: a mark to grow old, a next look. */
  hurry?(): Promise<unknown>
  /** Whether nothing is left half-done: the shop has come there by itself. */
  rests(): Promise<boolean>
  /** Fails unless it was done, once, and the last answer says so. */
  done(answer: Answer): Promise<void>
}

/** Unless the settings say otherwise. */
const RESERVATION_HOURS = 72

const intentOf = (secret: string) => secret.split('_secret_')[0] as string

/** What the shop does with orders, money and stock, each with all that must be there before. */
export const operations: Record<string, (scene: Scene) => Promise<Asked>> = {
  async 'place an order'(scene) {
    const { call, id } = await scene.newCustomer()
    const headers = { 'idempotency-key': randomUUID() }
    return {
      ask: () => call('POST', '/booking', bookingOf(scene.part), headers),
      rests: async () => true,
      async done({ status, body }) {
        expect(status).toBe(201)
        const orders = await scene.db.selectFrom('orders').select('id').where('user_id', '=', id)
        expect(await orders.execute()).toEqual([{ id: body.result.insertedId }])
      },
    }
  },

  async 'cancel an order'(scene) {
    const customer = await scene.newCustomer()
    return cancelling(scene, customer, await placeOrder(customer.call, scene.part))
  },

  async 'cancel an order with an open payment'(scene) {
    const customer = await scene.newCustomer()
    const id = await placeOrder(customer.call, scene.part)
    await beginPayment(customer.call, id)
    return cancelling(scene, customer, id)
  },

  async 'begin a payment'(scene) {
    const { call } = await scene.newCustomer()
    const id = await placeOrder(call, scene.part)
    return {
      ask: () => call('POST', '/create-payment-intent', { totalPrice: 25, bookingId: id }),
      rests: async () => true,
      async done({ status, body }) {
        expect(status).toBe(200)
        const intent = body.clientSecret.split('_secret_')[0]
        const open = await scene.db
          .selectFrom('payment_intents')
          .select('id')
          .where('order_id', '=', id)
          .where('state', '=', 'open')
          .execute()
        expect(open).toEqual([{ id: intent }])
      },
    }
  },

  async 'settle a payment that is reported'(scene) {
    const { call } = await scene.newCustomer()
    const { id, ...paying } = await payUnseen(scene, call)
    return { ...paying, ask: () => call('PATCH', `/booking/${id}`, {}) }
  },

  async 'settle a payment of which the provider tells'(scene) {
    const { call } = await scene.newCustomer()
    const { intent, ...paying } = await payUnseen(scene, call)
    const payload = succeeded(intent)
    return { ...paying, ask: () => postEvent(scene.url, payload, signed(payload)) }
  },

  async 'give late money back'(scene) {
    const customer = await scene.newCustomer()
    const { intent, id } = await payUnseen(scene, customer.call)
    // As if the shop had cancelled just before the money came.
    await setIntent(scene, intent, sql`state = 'cancelled'`)
    await customer.call('DELETE', `/booking/${id}?client=${customer.email}`)
    const payload = succeeded(intent)
    return {
      ask: () => postEvent(scene.url, payload, signed(payload)),
      // The provider tells again until it is heard.
      rests: async () => true,
      async done({ status }) {
        expect(status).toBe(200)
        const { rows } = await sql`select i.state, count(e.id)::int as noted
          from payment_intents i left join order_events e
            on e.order_id = i.order_id and e.detail ->> 'refundId' = i.refund_id
          where i.id = ${intent} group by 1`.execute(scene.db)
        expect(rows).toEqual([{ state: 'refunded', noted: 1 }])
      },
    }
  },

  async 'ship an order'(scene) {
    const { call } = await scene.newCustomer()
    const id = await placePaidOrder(call, scene.cards, scene.part)
    return {
      ask: () => scene.admin.call('PATCH', `/shipped/${id}`),
      rests: async () => true,
      async done({ status }) {
        expect(status).toBe(200)
        expect((await factsOf(scene, id)).shipped_at).not.toBeNull()
      },
    }
  },

  async 'give an invoice its number'(scene) {
    const { call } = await scene.newCustomer()
    const id = await placePaidOrder(call, scene.cards, scene.part)
    return {
      ask: () => call('GET', `/api/orders/${id}/invoice`),
      rests: async () => true,
      async done({ status }) {
        expect(status).toBe(200)
        const numbers = scene.db.selectFrom('invoices').select('kind').where('order_id', '=', id)
        expect(await numbers.execute()).toEqual([{ kind: 'invoice' }])
      },
    }
  },

  async 'change the stock'(scene) {
    const headers = { 'idempotency-key': randomUUID() }
    const reason = randomUUID()
    const path = `/api/parts/${scene.part}/stock`
    return {
      ask: () => scene.admin.call('POST', path, { pieces: 1, reason }, headers),
      rests: async () => true,
      async done({ status }) {
        expect(status).toBe(201)
        const moved = scene.db.selectFrom('stock_movements').select('pieces')
        expect(await moved.where('reason', '=', reason).execute()).toEqual([{ pieces: 1 }])
      },
    }
  },

  async 'refund an order'(scene) {
    const { call } = await scene.newCustomer()
    const id = await placePaidOrder(call, scene.cards, scene.part)
    return {
      ask: () => scene.admin.call('POST', `/api/orders/${id}/refund`),
      hurry: () =>
        sql`update orders set refund_began_at = refund_began_at - interval '2 minutes'
          where id = ${id} and refunded_at is null`.execute(scene.db),
      async rests() {
        const order = await factsOf(scene, id)
        return order.refunded_at !== null || order.refund_began_at === null
      },
      async done({ status }) {
        expect(status).toBe(200)
        expect((await factsOf(scene, id)).refunded_at).not.toBeNull()
      },
    }
  },

  async 'extend a reservation'(scene) {
    const { call } = await scene.newCustomer()
    const id = await placeOrder(call, scene.part)
    const { reserved_until: before } = await factsOf(scene, id)
    return {
      ask: () => call('POST', `/api/orders/${id}/extension`),
      rests: async () => true,
      async done({ status, body }) {
        expect([200, 'reservation_extended']).toContain(body.code ?? status)
        const { reserved_until: after } = await factsOf(scene, id)
        const hours = (after.getTime() - before.getTime()) / 3_600_000
        expect(hours).toBe(RESERVATION_HOURS / 2)
      },
    }
  },
}

function cancelling(scene: Scene, { call, email }: Person, id: string): Asked {
  return {
    ask: () => call('DELETE', `/booking/${id}?client=${email}`),
    hurry: () =>
      sql`update orders set lapse_again_at = null,
          cancellation_began_at = cancellation_began_at - interval '2 minutes'
        where id = ${id} and cancelled_at is null`.execute(scene.db),
    async rests() {
      const order = await factsOf(scene, id)
      return order.cancelled_at !== null || order.cancellation_began_at === null
    },
    async done({ status }) {
      expect(status).toBe(200)
      expect((await factsOf(scene, id)).cancelled_at).not.toBeNull()
    },
  }
}

/** An order whose money has come, of which nobody has told the shop. */
async function payUnseen(scene: Scene, call: Person['call']) {
  await scene.cards.set({ holdWebhooks: true })
  const id = await placeOrder(call, scene.part)
  const secret = await beginPayment(call, id)
  const intent = intentOf(secret)
  await scene.cards.pay(secret)
  return {
    id,
    intent,
    hurry: () => setIntent(scene, intent, sql`next_check_at = now()`),
    rests: async () => (await factsOf(scene, id)).paid_at !== null,
    async done({ status }: Answer) {
      expect(status).toBe(200)
      expect((await factsOf(scene, id)).transaction_id).toBe(intent)
    },
  }
}

function setIntent({ db }: Scene, intent: string, change: ReturnType<typeof sql>) {
  return sql`update payment_intents set ${change} where id = ${intent}`.execute(db)
}

function factsOf({ db }: Scene, id: string) {
  return db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}
