import { type RawBuilder, sql } from 'kysely'

/** Queries that return the violations of a rule, by remedy and by the text of the rule. */
export type Rules = Record<string, Record<string, RawBuilder<Record<string, unknown>>>>

export interface RuleViolations {
  rule: string
  /** How staff correct the violation. */
  remedy: string
  violations: Record<string, unknown>[]
}

const FIX_ROW =
  'The server never causes this violation. Find the cause, then fix the row by hand, in one transaction.'
const COUNT_STOCK =
  'Count the pieces in the warehouse, then fix parts.on_hand, parts.reserved and stock_movements by hand, in one transaction.'
export const PRESS_REPAIR =
  'Open the order in Manage All Orders and press Repair or Check Payments.'

/** Invariants that hold after every transaction. */
export const rules: Rules = {
  [COUNT_STOCK]: {
    'stock is never negative, and never reserved beyond the stock on hand': sql`
      select id as part, on_hand, reserved from parts
      where on_hand < 0 or reserved < 0 or reserved > on_hand`,
    'initial + adjustments = available + reserved + shipped': sql`
      select p.id as part, p.on_hand, m.received, m.shipped from parts p
      cross join lateral (
        select coalesce(sum(pieces) filter (where kind <> 'shipment'), 0) as received,
          coalesce(-sum(pieces) filter (where kind = 'shipment'), 0) as shipped
        from stock_movements where part_id = p.id) m
      where m.received <> p.on_hand + m.shipped`,
    'reserved stock = the quantities in unshipped orders, without cancelled orders and lines': sql`
      select p.id as part, p.reserved, coalesce(l.ordered, 0) as ordered from parts p
      left join (
        select part_id, sum(quantity - cancelled_quantity) as ordered from order_lines
        join orders o on o.id = order_id
        where o.cancelled_at is null and o.shipped_at is null group by part_id) l
        on l.part_id = p.id
      where p.reserved <> coalesce(l.ordered, 0)`,
    'each shipped order line has one matching stock movement, and no other shipments exist': sql`
      select coalesce(l.order_id, m.order_id) as "order", l.quantity, m.pieces
      from (select order_id, part_id, quantity from order_lines join orders o on o.id = order_id
        where o.shipped_at is not null and cancelled_quantity < quantity) l
      full join (select order_id, part_id, pieces from stock_movements where kind = 'shipment') m
        on m.order_id = l.order_id and m.part_id = l.part_id
      where l.quantity is distinct from -m.pieces`,
  },
  [FIX_ROW]: {
    'manual stock adjustments have a user and a reason': sql`
      select id as movement, part_id as part, pieces from stock_movements
      where kind = 'adjustment' and (by_user is null or reason is null)`,
    'every order has lines that add up to its total': sql`
      select o.id as "order", o.total_cents, l.total, o.line_count, l.lines from orders o
      left join (
        select order_id, sum(unit_price_cents::bigint * quantity) as total, count(*) as lines
        from order_lines where cancelled_quantity < quantity group by order_id) l on l.order_id = o.id
      where (o.total_cents, o.line_count::bigint) is distinct from (l.total, l.lines)`,
    'shipped implies paid and not refunded; cancelled implies unpaid or refunded': sql`
      select id as "order", paid_at, shipped_at, cancelled_at, refunded_at from orders
      where (shipped_at is not null and (paid_at is null or refunded_at is not null))
        or (cancelled_at is not null and (shipped_at is not null
          or (paid_at is not null and refunded_at is null)))
        or (refunded_at is not null and (paid_at is null or cancelled_at is null))`,
    'an order has exactly one event for each of its states': sql`
      select o.id as "order", e.placed, e.paid, e.shipped, e.cancelled, e.refunded from orders o
      left join (
        select order_id, count(*) filter (where kind = 'placed') as placed,
          count(*) filter (where kind = 'paid') as paid,
          count(*) filter (where kind = 'shipped') as shipped,
          count(*) filter (where kind = 'cancelled') as cancelled,
          count(*) filter (where kind = 'refunded') as refunded
        from order_events group by order_id) e on e.order_id = o.id
      where (e.placed, e.paid, e.shipped, e.cancelled, e.refunded) is distinct from (1::bigint,
        (o.paid_at is not null)::int::bigint, (o.shipped_at is not null)::int::bigint,
        (o.cancelled_at is not null and o.refunded_at is null)::int::bigint,
        (o.refunded_at is not null)::int::bigint)`,
    'an order, part, review or stock change has at most one idempotency key, of its user': sql`
      select k.object_id as created, array_agg(k.key) as keys from idempotency_keys k
      cross join lateral (
        select user_id from orders where id = k.object_id
        union all select user_id from reviews where id = k.object_id
        union all select by_user from stock_movements where id = k.object_id
        union all select k.user_id from parts where id = k.object_id) created
      group by k.object_id having count(*) > 1 or bool_or(k.user_id is distinct from created.user_id)`,
    'invoices and credit notes are numbered from 1 to the counter without gaps': sql`
      select i.number, i.expected, (select last from invoice_counter) as counter
      from (select number, row_number() over (order by number) as expected from invoices) i
      where i.number <> i.expected
      union all
      select max(number), count(*), (select last from invoice_counter) from invoices
      having coalesce(max(number), 0) is distinct from (select last from invoice_counter)`,
    'a paid order has or awaits an invoice, a refunded order also a credit note, other orders none': sql`
      select coalesce(o.id, i.order_id) as "order", coalesce(o.kind, i.kind) as kind, i.times
      from (select id, 'invoice' as kind from orders where paid_at is not null
        union all select id, 'credit_note' from orders where refunded_at is not null) o
      full join (select order_id, kind, count(*) as times
        from (select order_id, kind from invoices
          union all select order_id, kind from pending_invoices) issued
        group by order_id, kind) i on i.order_id = o.id and i.kind = o.kind
      where o.id is null or i.times is distinct from 1`,
    'an import counts its applied and failed rows, and all rows when it is finished': sql`
      select i.id as import, i.state, i.applied, r.applied as rows_applied, i.failed, r.failed as rows_failed
      from part_imports i
      cross join lateral (
        select count(*) filter (where applied_at is not null) as applied,
          count(*) filter (where refusal is not null) as failed
        from part_import_rows where import_id = i.id) r
      where i.applied <> r.applied or i.failed <> r.failed
        or (i.state = 'applied' and i.applied + i.failed <> i.to_add + i.to_change)`,
    'only shipped orders have a carrier, and only orders with a carrier have a tracking number': sql`
      select id as "order", carrier, tracking_number, shipped_at from orders
      where (carrier is not null and shipped_at is null)
        or (tracking_number is not null and carrier is null)`,
    'bans, hidden reviews and answers to reviews have a recorded change with their user': sql`
      select 'user' as type, u.id from users u where banned_at is not null and not exists (
        select from ban_changes c
        where c.user_id = u.id and c.banned and c.by_user is not distinct from u.banned_by)
      union all
      select 'review', r.id from reviews r where (hidden_at is not null and not exists (
          select from review_changes c
          where c.review_id = r.id and c.kind = 'hidden' and c.by_user = r.hidden_by))
        or (answered_at is not null and not exists (
          select from review_changes c
          where c.review_id = r.id and c.kind = 'answered' and c.by_user = r.answered_by))`,
  },
  'Choose another image for the part in Edit Product.': {
    'the photos of parts on sale exist': sql`
      select id as part, img from parts
      where img like '/photos/%' and deleted_at is null and not exists (
        select from photo_files where photo_id = photo_of(img)
          and img = format('/photos/%s/%s.%s', photo_id, width, format))`,
  },
  [PRESS_REPAIR]: {
    'a paid order has one settled payment of its total, and other orders have none': sql`
      select coalesce(o.id, i.order_id) as "order", o.transaction_id as transaction,
        o.total_cents, i.id as payment, i.amount_cents
      from (select * from orders where paid_at is not null and refunded_at is null) o
      full join (select * from payment_intents where state = 'settled') i
        on i.order_id = o.id and i.id = o.transaction_id
      where o.id is null or i.id is null or i.amount_cents <> o.total_cents
        or i.currency <> o.currency`,
    'the payment of a refunded order is refunded': sql`
      select o.id as "order", o.transaction_id as payment, i.state, i.refund_id as refund
      from orders o
      left join payment_intents i on i.order_id = o.id and i.id = o.transaction_id
      where o.refunded_at is not null
        and (i.state is distinct from 'refunded' or i.refund_id is null)`,
    'a cancelled order has no open payment': sql`
      select o.id as "order", i.id as payment
      from orders o join payment_intents i on i.order_id = o.id
      where o.cancelled_at is not null and i.state = 'open'`,
  },
}

/** Rules whose violations the server corrects itself. The intervals are longer than the server normally needs. */
export const pendingRules: Rules = {
  'The server finishes the cancellation within minutes. If it does not, check its log.': {
    'no cancellation is stuck': sql`
      select id as "order", cancellation_began_at from orders
      where cancellation_began_at < now() - interval '2 minutes'
        and cancelled_at is null`,
  },
  [`The server finishes the refund within minutes. If it does not, check its log. ${PRESS_REPAIR}`]:
    {
      'no refund is stuck': sql`
      select id as "order", transaction_id as payment, refund_began_at from orders
      where refund_began_at < now() - interval '2 minutes' and refunded_at is null`,
    },
  'The server issues it within a minute. If it does not, check its log.': {
    'no invoice or credit note is overdue': sql`
      select order_id as "order", kind, since from pending_invoices
      where since < now() - interval '5 minutes'`,
  },
  'The server sends its mail within a minute. If it does not, check its log.': {
    'no order waits in the outbox': sql`
      select order_id as "order", placed_at from order_outbox
      where placed_at < now() - interval '5 minutes'`,
  },
  'The server cancels the order within minutes. If it does not, check its log.': {
    'no expired reservation is still held': sql`
      select id as "order", reserved_until from orders
      where reserved_until < now() - interval '5 minutes'
        and paid_at is null and cancelled_at is null`,
  },
}
