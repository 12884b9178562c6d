import { randomUUIDv7 } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { brokenRules, checkBooks } from '../../../tests/support/shop/books.ts'
import { type Cards, cardsOf } from '../../../tests/support/shop/cards.ts'
import { beginPayment, placeOrder, placePaidOrder } from '../../../tests/support/shop/orders.ts'
import { addPart } from '../../../tests/support/shop/parts.ts'
import { addAdmin, addCustomer, type Person } from '../../../tests/support/shop/people.ts'
import { startTestShop, type TestShop } from '../../../tests/support/shop/shop.ts'

let shop: TestShop
let cards: Cards
let customer: Person
let part: string

beforeAll(async () => {
  shop = await startTestShop({ sandbox: true })
  cards = cardsOf(shop)
  await cards.set({ holdWebhooks: true })
  customer = await addCustomer(shop)
  const admin = await addAdmin(shop)
  part = await addPart(shop, { stock: 1000 })
  const shipped = await placePaidOrder(customer.call, cards, part)
  await admin.call('PATCH', `/shipped/${shipped}`)
  await placePaidOrder(customer.call, cards, part)
  const cancelled = await placeOrder(customer.call, part)
  await beginPayment(customer.call, cancelled)
  await admin.call('DELETE', `/booking/${cancelled}`)
  const refunded = await placePaidOrder(customer.call, cards, part)
  await admin.call('POST', `/api/orders/${refunded}/refund`)
  await placeOrder(customer.call, part)
})
afterAll(() => shop.close())

test('good books are found good', () => checkBooks(shop))

/** Forgeries that the tables themselves let through, or would if a constraint were lost, and the rule that each breaks. */
const forgeries: [rule: string, forgery: RawBuilder<unknown>][] = [
  [
    'stock is never below 0',
    sql`alter table parts drop constraint parts_check;
      update parts set reserved = on_hand + 1`,
  ],
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
  [
    'stock that was changed by hand',
    sql`with come as (update parts set on_hand = on_hand + 1 returning id)
      insert into stock_movements (id, part_id, kind, pieces, reason)
      select ${randomUUIDv7()}::uuid, id, 'adjustment', 1, 'Forged' from come`,
  ],
  [
    'a photo that a part on sale shows',
    sql`alter table parts disable trigger parts_change_photos;
      update parts set img = '/photos/01890000-0000-7000-8000-000000000000/160.webp'`,
  ],
  ['every order has lines', sql`update order_lines set quantity = quantity + 1`],
  ['every order has lines', sql`delete from order_lines`],
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
    'a refunded order has its payment refunded',
    sql`update orders set refund_began_at = now(), refunded_at = now(), cancelled_at = now()
      where paid_at is not null and shipped_at is null`,
  ],
  [
    'shipped implies paid',
    sql`alter table orders drop constraint cancelled_is_unpaid_or_refunded;
      update orders set cancelled_at = now() where shipped_at is not null`,
  ],
  [
    'a cancelled order has no open payment',
    sql`update payment_intents set state = 'open' where state = 'cancelled'`,
  ],
  [
    'the events tell each fact once',
    sql`insert into order_events (id, order_id, kind)
      select ${randomUUIDv7()}::uuid, id, 'paid' from orders where paid_at is not null limit 1`,
  ],
  [
    'the events tell each fact once',
    sql`insert into order_events (id, order_id, kind)
      select ${randomUUIDv7()}::uuid, id, 'refunded' from orders limit 1`,
  ],
  [
    'one key, one thing made',
    sql`insert into idempotency_keys (user_id, key, body_hash, order_id)
      select user_id, 'forged ' || n, '\\x00', id from generate_series(1, 2) n,
        (select * from orders limit 1) o`,
  ],
  [
    'one key, one thing made',
    sql`insert into idempotency_keys (user_id, key, body_hash, order_id)
      select id, 'forged', '\\x00', ${randomUUIDv7()}::uuid from users limit 1`,
  ],
  ['invoices and credit notes are numbered', sql`update invoice_counter set last = last + 1`],
  [
    'invoices and credit notes are numbered',
    sql`insert into invoices (number, order_id, kind)
      select last + 2, order_id, kind from invoices_due, invoice_counter
      where since = (select max(since) from invoices_due);
      delete from invoices_due where order_id in (select order_id from invoices)`,
  ],
  ['a paid order has an invoice', sql`delete from invoices_due where kind = 'credit_note'`],
  [
    'a paid order has an invoice',
    sql`insert into invoices_due select id, 'invoice', now() from orders where paid_at is null limit 1`,
  ],
  [
    'an import says as many rows done',
    sql`insert into part_imports (id, file_name, state, applied, to_add)
      values (gen_random_uuid(), 'x.csv', 'applied', 1, 1)`,
  ],
  [
    'an import says as many rows done',
    sql`insert into part_imports (id, file_name, state, to_add)
      values (gen_random_uuid(), 'x.csv', 'applied', 1)`,
  ],
  [
    'only what is shipped has a carrier',
    sql`update orders set carrier = 'DHL' where shipped_at is null`,
  ],
  [
    'only what is shipped has a carrier',
    sql`update orders set tracking_number = '1' where shipped_at is not null`,
  ],
  [
    'nothing waits long for its invoice',
    sql`update invoices_due set since = now() - interval '10 minutes'`,
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
    'no reservation is kept long',
    sql`update orders set reserved_until = now() - interval '10 minutes'
      where paid_at is null and cancelled_at is null`,
  ],
  [
    'a paid order was paid at the provider',
    sql`with settled as (update payment_intents set id = id || 'x' where state = 'settled')
      update orders set transaction_id = transaction_id || 'x'`,
  ],
  [
    'captured money is on one paid order',
    sql`update payment_intents set state = 'cancelled' where state = 'settled'`,
  ],
  [
    'captured money is on one paid order',
    sql`update payment_intents set state = 'refunded', refund_id = 're_' || id
      where state = 'settled'`,
  ],
  ['captured money is on one paid order', sql`delete from payment_intents where state = 'settled'`],
  [
    'a payment is of the order',
    sql`update payment_intents set amount_cents = 777 where state = 'settled'`,
  ],
  [
    'a payment that is open',
    sql`update payment_intents set state = 'open' where state = 'cancelled'`,
  ],
  [
    'of whoever is banned',
    sql`update users set banned_at = now(), ban_reason = 'None given' where role = 'customer';
      update users set banned_by = id where role = 'customer'`,
  ],
  [
    'of whoever is banned',
    sql`insert into reviews (id, name, rating, comment, hidden_at, hidden_by, hide_reason)
      select ${randomUUIDv7()}::uuid, 'Ada', 5, '', now(), id, 'None given' from users limit 1`,
  ],
  [
    'of whoever is banned',
    sql`insert into reviews (id, name, rating, comment, answer, answered_at, answered_by)
      select ${randomUUIDv7()}::uuid, 'Ada', 5, '', 'Thank you.', now(), id from users limit 1`,
  ],
]

test.each(forgeries)('a forgery breaks the rule "%s"', async (rule, forgery) => {
  class Undone extends Error {}
  const checked = shop.db.transaction().execute(async (tx) => {
    await forgery.execute(tx)
    const broken = await brokenRules({ db: tx, sandbox: shop.sandbox })
    expect(broken.filter((one) => one.rule.startsWith(rule))).toHaveLength(1)
    for (const { remedy, offenders } of broken) {
      expect(remedy).not.toBe('')
      expect(offenders.length).toBeGreaterThan(0)
    }
    throw new Undone()
  })
  await expect(checked).rejects.toThrow(Undone)
})

/** What is done at the provider behind the shop's back, the rule that it breaks, and whether the payment is paid. */
const tricks: [rule: string, trick: (intent: string) => Promise<unknown>, paid: boolean][] = [
  ['captured money', (id) => cards.ask('POST', '/refunds', { payment_intent: id }), true],
  [
    'captured money',
    (id) => cards.ask('POST', '/refunds', { payment_intent: id, amount: '100' }),
    true,
  ],
  [
    'captured money',
    (id) => cards.ask('POST', `/payment_intents/${id}/confirm`, { payment_method: 'pm_card_visa' }),
    false,
  ],
  [
    'a payment is of the order',
    (id) => cards.ask('POST', `/payment_intents/${id}`, { 'metadata[orderId]': randomUUIDv7() }),
    true,
  ],
  [
    'a payment is of the order',
    (id) => cards.ask('POST', `/payment_intents/${id}`, { amount: '12345' }),
    false,
  ],
  ['a payment that is open', (id) => cards.ask('POST', `/payment_intents/${id}/cancel`), false],
]

test.each(tricks)('a trick at the provider breaks the rule "%s"', async (rule, trick, paid) => {
  const order = paid
    ? await placePaidOrder(customer.call, cards, part)
    : await placeOrder(customer.call, part)
  if (!paid) await beginPayment(customer.call, order)
  const [intent] = await cards.intentsOf(order)
  await trick(intent?.id as string)
  const before = await brokenRules(shop)
  const offenders = before
    .filter((one) => one.rule.startsWith(rule))
    .flatMap((one) => one.offenders)
  expect(offenders).toContainEqual(expect.objectContaining({ order, payment: intent?.id }))
})

test('payments of others in the same account are none of the shop’s', async () => {
  const known = (await brokenRules(shop)).flatMap(({ offenders }) => offenders)
  await cards.ask('POST', '/payment_intents', {
    amount: '4200',
    currency: 'usd',
    confirm: 'true',
    payment_method: 'pm_card_visa',
    return_url: 'https://elsewhere.example',
  })
  expect((await brokenRules(shop)).flatMap(({ offenders }) => offenders)).toEqual(known)
})

test('more payments than the provider lists on one page are all seen', async () => {
  const made = await Promise.all(
    Array.from({ length: 120 }, () =>
      cards.ask<{ id: string }>('POST', '/payment_intents', {
        amount: '4200',
        currency: 'usd',
        'metadata[orderId]': randomUUIDv7(),
        confirm: 'true',
        payment_method: 'pm_card_visa',
        return_url: 'https://elsewhere.example',
      }),
    ),
  )
  const broken = await brokenRules(shop)
  const seen = broken.flatMap(({ offenders }) => offenders.map(({ payment }) => payment))
  for (const { id } of made) expect(seen).toContain(id)
})
