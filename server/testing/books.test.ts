import { randomUUIDv7 } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { brokenRules, checkBooks } from './books.ts'
import { cardsOf } from './cards.ts'
import { beginPayment, placeOrder, placePaidOrder } from './orders.ts'
import { addPart } from './parts.ts'
import { addAdmin, addCustomer } from './people.ts'
import { startTestShop, type TestShop } from './shop.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop({ sandbox: true })
  const cards = cardsOf(shop)
  const [customer, admin] = [await addCustomer(shop), await addAdmin(shop)]
  const part = await addPart(shop, { stock: 1000 })
  const shipped = await placePaidOrder(customer.call, cards, part)
  await admin.call('PATCH', `/shipped/${shipped}`)
  await placePaidOrder(customer.call, cards, part)
  const cancelled = await placeOrder(customer.call, part)
  await beginPayment(customer.call, cancelled)
  await admin.call('DELETE', `/booking/${cancelled}`)
  await placeOrder(customer.call, part)
})
afterAll(() => shop.close())

test('good books are found good', () => checkBooks(shop))

/** Forgeries that the tables themselves let through, and the rule that each breaks. */
const forgeries: [rule: string, forgery: RawBuilder<unknown>][] = [
  ['reserved = the lines', sql`update parts set reserved = reserved + 1`],
  ['reserved = the lines', sql`update parts set reserved = 0`],
  ['initial + adjustments', sql`update parts set on_hand = on_hand + 1`],
  [
    'what was shipped left',
    sql`with gone as (update parts set on_hand = on_hand - 1 returning id)
      insert into stock_movements (id, part_id, kind, pieces, order_id)
      select ${randomUUIDv7()}::uuid, gone.id, 'shipment', -1, orders.id
      from gone, orders where shipped_at is null limit 1`,
  ],
  ['every order has lines', sql`update order_lines set quantity = quantity + 1`],
  ['every order has lines', sql`delete from order_lines`],
  [
    'a paid order has one settled intent',
    sql`update payment_intents set state = 'open' where state = 'settled'`,
  ],
  [
    'a paid order has one settled intent',
    sql`update payment_intents set amount_cents = 1 where state = 'settled'`,
  ],
  [
    'a paid order has one settled intent',
    sql`insert into payment_intents (id, order_id, attempt, amount_cents, currency, state)
      select 'pi_forged', id, 9, total_cents, 'usd', 'settled' from orders
      where paid_at is null limit 1`,
  ],
  [
    'a cancelled order has no open intent',
    sql`update payment_intents set state = 'open' where state = 'cancelled'`,
  ],
  [
    'the events tell each fact once',
    sql`insert into order_events (id, order_id, kind)
      select ${randomUUIDv7()}::uuid, id, 'paid' from orders where paid_at is not null limit 1`,
  ],
  [
    'a paid order was paid at the provider',
    sql`with settled as (update payment_intents set id = id || 'x' where state = 'settled')
      update orders set transaction_id = transaction_id || 'x'`,
  ],
]

test.each(forgeries)('a forgery breaks the rule "%s"', async (rule, forgery) => {
  class Undone extends Error {}
  const checked = shop.db.transaction().execute(async (tx) => {
    await forgery.execute(tx)
    const broken = Object.keys(await brokenRules({ db: tx, sandbox: shop.sandbox }))
    expect(broken.filter((name) => name.startsWith(rule))).toHaveLength(1)
    throw new Undone()
  })
  await expect(checked).rejects.toThrow(Undone)
})
