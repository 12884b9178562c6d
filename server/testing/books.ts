import { type RawBuilder, sql } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '../database/connect.ts'
import { cardsOf } from './cards.ts'

interface Books {
  db: Db
  sandbox?: { url: string } | undefined
}

/** Fails when anything of what must always hold (design §7) does not. */
export async function checkBooks(books: Books): Promise<void> {
  expect(await brokenRules(books)).toEqual({})
}

/**
 * What does not hold, and who breaks it: each rule is a query for its offenders. With the card
 * provider's books at hand, these are compared too.
 */
export async function brokenRules({ db, sandbox }: Books): Promise<Record<string, unknown>> {
  const broken: Record<string, unknown> = {}
  for (const [rule, offenders] of Object.entries(rules)) {
    const { rows } = await offenders.execute(db)
    if (rows.length > 0) broken[rule] = rows
  }
  return { ...broken, ...(sandbox && (await compareWithProvider(db, sandbox))) }
}

const rules: Record<string, RawBuilder<unknown>> = {
  'stock is never below 0, nor promised twice': sql`
    select id, on_hand, reserved from parts
    where on_hand < 0 or reserved < 0 or reserved > on_hand`,

  'initial + adjustments = on hand + shipped': sql`
    select p.id, p.on_hand, m.came, m.shipped from parts p
    cross join lateral (
      select coalesce(sum(pieces) filter (where kind <> 'shipment'), 0) as came,
        coalesce(-sum(pieces) filter (where kind = 'shipment'), 0) as shipped
      from stock_movements where part_id = p.id) m
    where m.came <> p.on_hand + m.shipped`,

  'reserved = the lines of live orders that are not shipped': sql`
    select p.id, p.reserved, l.promised from parts p
    cross join lateral (
      select coalesce(sum(quantity), 0) as promised from order_lines
      join orders o on o.id = order_id
      where part_id = p.id and o.cancelled_at is null and o.shipped_at is null) l
    where p.reserved <> l.promised`,

  'what was shipped left the warehouse, line by line, and nothing else did': sql`
    select coalesce(l.order_id, m.order_id) as order_id, l.quantity, m.pieces
    from (select order_id, part_id, quantity from order_lines join orders o on o.id = order_id
      where o.shipped_at is not null) l
    full join (select order_id, part_id, pieces from stock_movements where kind = 'shipment') m
      on m.order_id = l.order_id and m.part_id = l.part_id
    where l.quantity is distinct from -m.pieces`,

  'every order has lines, and they make its total': sql`
    select o.id, o.total_cents, l.total from orders o
    left join lateral (
      select sum(unit_price_cents::bigint * quantity) as total
      from order_lines where order_id = o.id) l on true
    where o.total_cents is distinct from l.total`,

  'a paid order has one settled intent of its amount, and no other has any': sql`
    select o.id, o.transaction_id, o.total_cents, i.id as intent, i.amount_cents
    from (select * from orders where paid_at is not null) o
    full join (select * from payment_intents where state = 'settled') i
      on i.order_id = o.id and i.id = o.transaction_id
    where o.id is null or i.id is null or i.amount_cents <> o.total_cents
      or i.currency <> o.currency`,

  'shipped implies paid; cancelled implies neither': sql`
    select id from orders
    where (shipped_at is not null and paid_at is null)
      or (cancelled_at is not null and (paid_at is not null or shipped_at is not null))`,

  'a cancelled order has no open intent': sql`
    select o.id from orders o join payment_intents i on i.order_id = o.id
    where o.cancelled_at is not null and i.state = 'open'`,

  'the events tell each fact once': sql`
    select o.id, e.* from orders o
    cross join lateral (
      select count(*) filter (where kind = 'placed') as placed,
        count(*) filter (where kind = 'paid') as paid,
        count(*) filter (where kind = 'shipped') as shipped,
        count(*) filter (where kind = 'cancelled') as cancelled
      from order_events where order_id = o.id) e
    where (e.placed, e.paid, e.shipped, e.cancelled) is distinct from (1,
      (o.paid_at is not null)::int, (o.shipped_at is not null)::int,
      (o.cancelled_at is not null)::int)`,
}

/** Each captured payment is on exactly one paid order, or refunded; each paid order was paid for. */
async function compareWithProvider(db: Db, sandbox: { url: string }) {
  const cards = cardsOf({ sandbox })
  const captured = (await cards.intents()).filter((intent) => intent.amount_received > 0)
  const refunded = new Map(
    (await cards.refunds()).map((refund) => [refund.payment_intent, refund.amount]),
  )
  const paid = new Map(
    (
      await db
        .selectFrom('orders')
        .select(['transaction_id', 'total_cents'])
        .where('paid_at', 'is not', null)
        .execute()
    ).map((order) => [order.transaction_id, order.total_cents]),
  )
  const homeless = captured.filter(
    ({ id, amount_received }) =>
      (paid.get(id) === amount_received) === (refunded.get(id) === amount_received),
  )
  const known = new Set<string | null>(captured.map(({ id }) => id))
  const unpaid = [...paid.keys()].filter((id) => !known.has(id))
  return {
    ...(homeless.length > 0 && { 'captured money is on one paid order or refunded': homeless }),
    ...(unpaid.length > 0 && { 'a paid order was paid at the provider': unpaid }),
  }
}
