import { calls } from '@freehub/contract/calls'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createCardClient } from '../../../tests/support/shop/cards.ts'
import { closeWithConsistentLedger } from '../../../tests/support/shop/ledger.ts'
import { placeOrder, placePaidOrder, startPayment } from '../../../tests/support/shop/orders.ts'
import { addPart } from '../../../tests/support/shop/parts.ts'
import { startTestShop } from '../../../tests/support/shop/shop.ts'
import { addCustomer } from '../../../tests/support/shop/users.ts'

const shop = await startTestShop({ sandbox: true })
const cards = createCardClient(shop)
await cards.setFaults({ holdWebhooks: true })
const owner = await addCustomer(shop)
const other = await addCustomer(shop)
const part = await addPart(shop)
const unpaid = await placeOrder(owner.call, part)
await startPayment(owner.call, unpaid)
const paid = await placePaidOrder(owner.call, cards, part)
afterAll(() => closeWithConsistentLedger(shop))

/** Reads the rows of an order, its events and its payments. */
async function rowsOf(id: string) {
  const { rows } = await sql`select to_jsonb(o) as facts,
      (select jsonb_agg(to_jsonb(e) order by e.id) from order_events e where order_id = o.id) as events,
      (select jsonb_agg(to_jsonb(i) order by i.id) from payment_intents i where order_id = o.id) as intents
    from orders o where id = ${id}`.execute(shop.db)
  return rows
}

const callsOnOrders = Object.entries(calls).filter(
  ([, { tag, path }]) => (tag === 'orders' || tag === 'payments') && path.includes('/:id'),
)

test.each(callsOnOrders)(
  '%s neither shows nor changes another customer’s order',
  async (name, call) => {
    // A cancellation without the user's own email is refused before the order is read.
    const isRefused = call.access === 'admin' || name === 'cancelOrder'
    for (const id of [unpaid, paid]) {
      const before = await rowsOf(id)
      const path = `${call.path.replace(':id', id)}${name === 'cancelOrderLines' ? '?lines=1' : ''}`
      const body = 'body' in call ? {} : undefined
      expect((await other.call(call.method, path, body)).status).toBe(isRefused ? 403 : 404)
      expect((await shop.call(call.method, path, body)).status).toBe(401)
      expect(await rowsOf(id)).toEqual(before)
    }
  },
)
