import { randomUUIDv7 } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createCardClient } from '../../../tests/support/shop/cards.ts'
import { placeOrderOf } from '../../../tests/support/shop/carts.ts'
import { expectConsistentLedger, findLedgerViolations } from '../../../tests/support/shop/ledger.ts'
import {
  buildBooking,
  placeOrder,
  placePaidOrder,
  startPayment,
} from '../../../tests/support/shop/orders.ts'
import { addPart } from '../../../tests/support/shop/parts.ts'
import { startTestShop } from '../../../tests/support/shop/shop.ts'
import { addAdmin, addCustomer } from '../../../tests/support/shop/users.ts'

const shop = await startTestShop({ sandbox: true })
const cards = createCardClient(shop)
await cards.setFaults({ holdWebhooks: true })
const customer = await addCustomer(shop)
const admin = await addAdmin(shop)
const part = await addPart(shop, { stock: 1000 })
const shipped = await placePaidOrder(customer.call, cards, part)
await admin.call('PATCH', `/shipped/${shipped}`)
await placePaidOrder(customer.call, cards, part)
const cancelled = await placeOrder(customer.call, part)
await startPayment(customer.call, cancelled)
await admin.call('DELETE', `/booking/${cancelled}`)
const refunded = await placePaidOrder(customer.call, cards, part)
await admin.call('POST', `/api/orders/${refunded}/refund`)
await placeOrder(customer.call, part)
const order = await placeOrderOf(customer.call, { [part]: 10, [await addPart(shop)]: 10 })
await customer.call('DELETE', `/api/orders/${order}/lines?lines=2`)
afterAll(() => shop.close())

test('finds no violations in a consistent ledger', () => expectConsistentLedger(shop))

test('ignores idempotency keys of saved lists, deleted ones too, and of copied orders', async () => {
  const call = (path: string, body?: object) =>
    customer.call('POST', path, body, { 'idempotency-key': randomUUIDv7() })
  const { body: order } = await call('/booking', buildBooking(part))
  for (const _ of [1, 2]) await call(`/api/orders/${order.result.insertedId}/cart`)
  const list = { name: 'Chains', lines: [{ productId: part, quantity: 10 }] }
  await call('/api/lists', list)
  const { body: deleted } = await call('/api/lists', list)
  await customer.call('DELETE', `/api/lists/${deleted.id}`)
  const { rows } = await sql`select from idempotency_keys`.execute(shop.db)
  expect(rows).toHaveLength(5)
  await expectConsistentLedger(shop)
})

/** Corruptions, some of which first drop the constraint or trigger that prevents them, and the rule that each violates. */
const corruptions: [rule: string, corruption: RawBuilder<unknown>][] = [
  [
    'stock is never negative',
    sql`alter table parts drop constraint parts_reserved_is_on_hand;
      update parts set reserved = on_hand + 1`,
  ],
  ['reserved stock = the quantities', sql`update parts set reserved = reserved + 1`],
  ['reserved stock = the quantities', sql`update parts set reserved = 0`],
  ['initial + adjustments', sql`update parts set on_hand = on_hand + 1`],
  [
    'each shipped order line',
    sql`with taken as (update parts set on_hand = on_hand - 1 returning id)
      insert into stock_movements (id, part_id, kind, pieces, order_id)
      select ${randomUUIDv7()}::uuid, taken.id, 'shipment', -1, orders.id
      from taken, orders where shipped_at is null limit 1`,
  ],
  [
    'manual stock adjustments',
    sql`with added as (update parts set on_hand = on_hand + 1 returning id)
      insert into stock_movements (id, part_id, kind, pieces, reason)
      select gen_random_uuid(), id, 'adjustment', 1, 'Forged' from added`,
  ],
  [
    'the photos of parts on sale',
    sql`alter table parts disable trigger parts_track_changed_photo;
      update parts set img = '/photos/01890000-0000-7000-8000-000000000000/160.webp'`,
  ],
  ['every order has lines', sql`update order_lines set quantity = quantity + 1`],
  ['every order has lines', sql`delete from order_lines`],
  ['every order has lines', sql`update orders set line_count = line_count + 1`],
  [
    'every order has lines',
    sql`update order_lines set cancelled_quantity = quantity where line = 1`,
  ],
  ['every order has lines', sql`update order_lines set cancelled_quantity = 0`],
  ['reserved stock = the quantities', sql`update order_lines set cancelled_quantity = 0`],
  [
    'a paid order has one settled',
    sql`update payment_intents set state = 'open' where state = 'settled'`,
  ],
  [
    'a paid order has one settled',
    sql`update payment_intents set amount_cents = 1 where state = 'settled'`,
  ],
  [
    'a paid order has one settled',
    sql`insert into payment_intents (id, order_id, attempt, amount_cents, currency, state)
      select 'pi_forged', id, 9, total_cents, 'usd', 'settled' from orders
      where paid_at is null limit 1`,
  ],
  [
    'the payment of a refunded order',
    sql`update orders set refund_began_at = now(), refunded_at = now(), cancelled_at = now()
      where paid_at is not null and shipped_at is null`,
  ],
  [
    'shipped implies paid',
    sql`alter table orders drop constraint orders_cancelled_is_unpaid_or_refunded;
      update orders set cancelled_at = now() where shipped_at is not null`,
  ],
  [
    'a cancelled order has no open payment',
    sql`update payment_intents set state = 'open' where state = 'cancelled'`,
  ],
  [
    'an order has exactly one event',
    sql`insert into order_events (id, order_id, kind)
      select ${randomUUIDv7()}::uuid, id, 'paid' from orders where paid_at is not null limit 1`,
  ],
  [
    'an order has exactly one event',
    sql`insert into order_events (id, order_id, kind)
      select ${randomUUIDv7()}::uuid, id, 'refunded' from orders limit 1`,
  ],
  [
    'an order, part, review or stock change has at most one',
    sql`insert into idempotency_keys (user_id, key, body_hash, object_id)
      select user_id, 'forged ' || n, '\\x00', id from generate_series(1, 2) n,
        (select * from orders limit 1) o`,
  ],
  [
    'an order, part, review or stock change has at most one',
    sql`insert into idempotency_keys (user_id, key, body_hash, object_id)
      select u.id, 'forged', '\\x00', o.id from users u join orders o on o.user_id <> u.id limit 1`,
  ],
  ['invoices and credit notes are numbered', sql`update invoice_counter set last = last + 1`],
  [
    'invoices and credit notes are numbered',
    sql`insert into invoices (number, order_id, kind)
      select last + 2, order_id, kind from pending_invoices, invoice_counter
      where since = (select max(since) from pending_invoices);
      delete from pending_invoices where order_id in (select order_id from invoices)`,
  ],
  ['a paid order has or awaits', sql`delete from pending_invoices where kind = 'credit_note'`],
  [
    'a paid order has or awaits',
    sql`insert into pending_invoices select id, 'invoice', now() from orders where paid_at is null limit 1`,
  ],
  [
    'an import counts its applied',
    sql`insert into part_imports (id, file_name, state, applied, to_add)
      values (gen_random_uuid(), 'x.csv', 'applied', 1, 1)`,
  ],
  [
    'an import counts its applied',
    sql`insert into part_imports (id, file_name, state, to_add)
      values (gen_random_uuid(), 'x.csv', 'applied', 1)`,
  ],
  [
    'only shipped orders have a carrier',
    sql`update orders set carrier = 'DHL' where shipped_at is null`,
  ],
  [
    'only shipped orders have a carrier',
    sql`update orders set tracking_number = '1' where shipped_at is not null`,
  ],
  [
    'no invoice or credit note is overdue',
    sql`update pending_invoices set since = now() - interval '10 minutes'`,
  ],
  [
    'no order waits in the outbox',
    sql`insert into order_outbox (order_id, placed_at)
      select id, now() - interval '10 minutes' from orders limit 1`,
  ],
  [
    'no cancellation is stuck',
    sql`update orders set cancellation_began_at = now() - interval '10 minutes'
      where paid_at is null and cancelled_at is null`,
  ],
  [
    'no refund is stuck',
    sql`update orders set refund_began_at = now() - interval '10 minutes'
      where paid_at is not null and shipped_at is null`,
  ],
  [
    'no expired reservation',
    sql`update orders set reserved_until = now() - interval '10 minutes'
      where paid_at is null and cancelled_at is null`,
  ],
  [
    'a paid order was paid at the provider',
    sql`with settled as (update payment_intents set id = id || 'x' where state = 'settled')
      update orders set transaction_id = transaction_id || 'x'`,
  ],
  [
    'a captured payment belongs',
    sql`update payment_intents set state = 'cancelled' where state = 'settled'`,
  ],
  [
    'a captured payment belongs',
    sql`update payment_intents set state = 'refunded', refund_id = 're_' || id
      where state = 'settled'`,
  ],
  ['a captured payment belongs', sql`delete from payment_intents where state = 'settled'`],
  [
    'a payment has the order',
    sql`update payment_intents set amount_cents = 777 where state = 'settled'`,
  ],
  [
    'an open payment is open',
    sql`update payment_intents set state = 'open' where state = 'cancelled'`,
  ],
  [
    'bans, hidden reviews',
    sql`update users set banned_at = now(), ban_reason = 'None given' where role = 'customer';
      update users set banned_by = id where role = 'customer'`,
  ],
  [
    'bans, hidden reviews',
    sql`insert into reviews (id, name, rating, comment, hidden_at, hidden_by, hide_reason)
      select ${randomUUIDv7()}::uuid, 'Ada', 5, '', now(), id, 'None given' from users limit 1`,
  ],
  [
    'bans, hidden reviews',
    sql`insert into reviews (id, name, rating, comment, answer, answered_at, answered_by)
      select ${randomUUIDv7()}::uuid, 'Ada', 5, '', 'Thank you.', now(), id from users limit 1`,
  ],
]

test.each(corruptions)(
  'reports a corruption as a violation of the rule "%s"',
  async (rule, corruption) => {
    class Rollback extends Error {}
    const checked = shop.db.transaction().execute(async (tx) => {
      await corruption.execute(tx)
      const violated = await findLedgerViolations({ db: tx, sandbox: shop.sandbox })
      expect(violated.filter(({ rule: name }) => name.startsWith(rule))).toHaveLength(1)
      for (const { remedy, violations } of violated) {
        expect(remedy).not.toBe('')
        expect(violations.length).toBeGreaterThan(0)
      }
      throw new Rollback()
    })
    await expect(checked).rejects.toThrow(Rollback)
  },
)

/** Changes at the provider only, the rule that each violates, and whether the order is paid. */
const providerChanges: [
  rule: string,
  applyChange: (intent: string) => Promise<unknown>,
  isPaid: boolean,
][] = [
  ['a captured payment', (id) => cards.callApi('POST', '/refunds', { payment_intent: id }), true],
  [
    'a captured payment',
    (id) => cards.callApi('POST', '/refunds', { payment_intent: id, amount: '100' }),
    true,
  ],
  [
    'a captured payment',
    (id) =>
      cards.callApi('POST', `/payment_intents/${id}/confirm`, { payment_method: 'pm_card_visa' }),
    false,
  ],
  [
    'a payment has the order',
    (id) =>
      cards.callApi('POST', `/payment_intents/${id}`, { 'metadata[orderId]': randomUUIDv7() }),
    true,
  ],
  [
    'a payment has the order',
    (id) => cards.callApi('POST', `/payment_intents/${id}`, { amount: '12345' }),
    false,
  ],
  [
    'an open payment is open',
    (id) => cards.callApi('POST', `/payment_intents/${id}/cancel`),
    false,
  ],
]

test.each(providerChanges)(
  'reports a change at the provider as a violation of the rule "%s"',
  async (rule, applyChange, isPaid) => {
    const order = isPaid
      ? await placePaidOrder(customer.call, cards, part)
      : await placeOrder(customer.call, part)
    if (!isPaid) await startPayment(customer.call, order)
    const [intent] = await cards.intentsOf(order)
    await applyChange(intent?.id as string)
    const violated = await findLedgerViolations(shop)
    const violations = violated
      .filter(({ rule: name }) => name.startsWith(rule))
      .flatMap(({ violations }) => violations)
    expect(violations).toContainEqual(expect.objectContaining({ order, payment: intent?.id }))
  },
)

test('ignores payments of other systems in the same provider account', async () => {
  const before = (await findLedgerViolations(shop)).flatMap(({ violations }) => violations)
  await cards.callApi('POST', '/payment_intents', {
    amount: '4200',
    currency: 'usd',
    confirm: 'true',
    payment_method: 'pm_card_visa',
  })
  expect((await findLedgerViolations(shop)).flatMap(({ violations }) => violations)).toEqual(before)
})

test('checks all payments when the provider lists them on several pages', async () => {
  const created = await Promise.all(
    Array.from({ length: 120 }, () =>
      cards.callApi<{ id: string }>('POST', '/payment_intents', {
        amount: '4200',
        currency: 'usd',
        'metadata[orderId]': randomUUIDv7(),
        confirm: 'true',
        payment_method: 'pm_card_visa',
      }),
    ),
  )
  const violated = await findLedgerViolations(shop)
  const payments = violated.flatMap(({ violations }) => violations.map(({ payment }) => payment))
  for (const { id } of created) expect(payments).toContain(id)
})
