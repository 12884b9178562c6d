import pg from 'pg'
import { bulkLoad, deterministicId, randomNumber } from './fill-parts.ts'

/** Number of orders in a batch, which is in memory and in a temporary table. */
const BATCH = 250_000
/** The orders are spread evenly over this many days. */
const DAYS = 730
/** Mean number of orders per customer. One dealer has a tenth of all orders. */
const ORDERS_PER_CUSTOMER = 20
const MAX_REVIEWS = 100_000
/** Number of lines of a tenth of the orders. The others have one line. */
const MANY_LINES = 5

export const DEALER_EMAIL = 'dealer@freehub.test'
export const STAFF_EMAIL = 'staff@freehub.test'

/**
 * Returns SQL for the name of a customer. `n` is an SQL expression for the customer's number. Equal names are very
 * unlikely.
 */
export const customerName = (n: string) => `'velo' || left(md5('c' || (${n})), 12)`

const LOADED_TABLES = [
  'orders',
  'order_lines',
  'order_events',
  'stock_movements',
  'payment_intents',
  'provider_events',
  'invoices',
]

/**
 * Adds orders of two years to a shop that has parts but no orders: with lines, search text and events, and
 * depending on their state with payment, invoices and shipment. Also adds customers and reviews. The ledger is
 * consistent. Each run generates the same data, except for timestamps, which are relative to the current time.
 */
export async function fillOrders(databaseUrl: string, total: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(`set maintenance_work_mem = '512MB'`)
    // Because of the transaction, an interrupted run does not leave a shop without indexes.
    await client.query('begin')
    await fill(client, total)
    await client.query('commit')
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

async function fill(client: pg.Client, total: number): Promise<void> {
  const customers = Math.max(1, Math.round(total / ORDERS_PER_CUSTOMER))
  await client.query(USERS, [customers])
  await client.query(REVIEWS, [customers, Math.min(total, MAX_REVIEWS)])
  await client.query(RANKED_PARTS)
  // This code creates the invoices of paid orders, so the trigger is not needed. Search texts are
  // written last.
  await client.query('alter table orders disable trigger orders_queue_invoice_when_placed')
  await client.query('alter table invoices disable trigger invoices_search_text')
  await bulkLoad(client, LOADED_TABLES, async () => {
    for (let from = 1; from <= total; from += BATCH) {
      await client.query('drop table if exists generated, generated_lines')
      await client.query(GENERATE, [from, Math.min(from + BATCH - 1, total), total, customers])
      await client.query(GENERATE_LINES)
      for (const statement of STATEMENTS) await client.query(statement)
    }
    await client.query(DELIVERIES)
  })
  await bulkLoad(client, ['order_search'], () => client.query(SEARCH_TEXTS))
  await client.query(STOCK)
  await client.query('alter table invoices enable trigger invoices_search_text')
  await client.query('alter table orders enable trigger orders_queue_invoice_when_placed')
}

const USERS = `
  insert into users (id, name, email, email_verified, role, created_at)
  select ${deterministicId('user', 'n', firstDayMsSql())}, name, name || '@freehub.test', true, role,
    now() - interval '${DAYS} days'
  from (
    select n, ${customerName('n')} as name, 'customer' as role from generate_series(1, $1::int) n
    union all values (0, 'dealer', 'customer'), (-1, 'staff', 'admin')) names (n, name, role)
  on conflict do nothing`

const REVIEWS = `
  insert into reviews (id, user_id, name, rating, comment, created_at)
  select ${deterministicId('review', 'n', firstDayMsSql())}, u.id, u.name, 1 + ${randomNumber('n', 21)} % 5,
    format('Order %s came well packed and in good time.', n), now() - interval '1 day'
  from generate_series(1, $2::int) n join users u on u.name = ${customerName('1 + n % $1::int')}`

/** Numbers the parts, so that a random number selects one. */
const RANKED_PARTS = `
  create temp table ranked_parts as
  select id, name, sku, unit_price_cents, minimum_order,
    (row_number() over (order by position) - 1)::int as rank
  from parts where deleted_at is null;
  create unique index on ranked_parts (rank);
  analyze ranked_parts, users`

/**
 * Generates orders $1 to $2 of $3, from $4 customers. Half of the orders are for a quarter of the parts. 5% are
 * cancelled, 1% refunded. 29% of the orders of the last 70 hours are unpaid. Paid orders of the last five days
 * are not shipped yet.
 */
const GENERATE = `
  create temp table generated as
  with moments as (
    select n, now() - interval '${DAYS} days' * (($3::bigint - n + 0.5) / $3) as placed_at,
      ${randomNumber('n', 11)} % 1000 as outcome,
      ${randomNumber('n', 12)} / 2147483648::float8 as popularity,
      1 + ${randomNumber('n', 13)} % 8 as factor,
      case when n % 10 = 0 then 'dealer' else ${customerName(`1 + ${randomNumber('n', 14)} % $4::int`)} end as customer
    from generate_series($1::bigint, $2::bigint) n
  ), outcomes as (
    select *, case
      when outcome < 50 then 'cancelled'
      when outcome < 60 then 'refunded'
      when placed_at > now() - interval '70 hours' and outcome < 350 then 'pending'
      when placed_at > now() - interval '5 days' then 'paid'
      else 'shipped' end as state
    from moments
  )
  select f.n, f.placed_at, f.state, f.factor, u.id as user_id, u.email, u.name,
    floor((select count(*) from ranked_parts) * popularity * popularity)::int as rank,
    case when ${randomNumber('n', 15)} % 10 = 0 then ${MANY_LINES} else 1 end as line_count,
    ${deterministicId('order', 'f.n', '(extract(epoch from placed_at) * 1000)::bigint - f.n')} as id,
    case when state in ('paid', 'shipped', 'refunded') then placed_at + interval '10 minutes' end as paid_at,
    case when state = 'shipped' then placed_at + interval '2 days' end as shipped_at,
    case when state in ('cancelled', 'refunded') then placed_at + interval '1 hour' end as ended_at,
    'pi_' || left(md5('pi' || f.n), 24) as intent_id
  from outcomes f join users u on u.name = customer`

const GENERATE_LINES = `
  create temp table generated_lines as
  select g.n, g.id as order_id, line, s.id as part_id, s.name as part_name, s.sku as part_sku,
    s.unit_price_cents, s.minimum_order * g.factor as quantity, g.state, g.shipped_at
  from generated g cross join generate_series(1, g.line_count) line
    join ranked_parts s on s.rank = (g.rank + line - 1) % (select count(*) from ranked_parts);
  alter table generated add total_cents bigint;
  update generated set total_cents = t.cents
  from (select n, sum(unit_price_cents::bigint * quantity) as cents from generated_lines group by n) t
  where t.n = generated.n`

const STAFF = `(select id from users where name = 'staff')`

/** SQL that selects an event of this kind for each generated order in these states. */
const event = (kind: string, at: string, by: string, detail: string, states: string) => `
  select ${deterministicId(kind, 'n', `(extract(epoch from ${at}) * 1000)::bigint - n`)}, id, '${kind}', ${by},
    jsonb_build_object(${detail}), ${at}
  from generated where state in (${states})`

/** A unique number of each line. */
const LINE = `n * ${MANY_LINES + 1} + line`

const PAID = `'paid', 'shipped', 'refunded'`

const STATEMENTS = [
  `insert into orders (id, user_id, email, name, phone, address, total_cents, placed_at, reserved_until,
     paid_at, transaction_id, shipped_at, shipped_by, cancellation_began_at, cancelled_at, cancelled_by,
     refund_began_at, refund_began_by, refunded_at, line_count, carrier, tracking_number)
   select id, user_id, email, name, '+49 40 5550 120', 'Speicherstadt 12, 20457 Hamburg',
     total_cents, placed_at, placed_at + interval '72 hours',
     paid_at, case when paid_at is not null then intent_id end,
     shipped_at, case when shipped_at is not null then ${STAFF} end,
     case when state = 'cancelled' then ended_at end, ended_at,
     case state when 'cancelled' then user_id when 'refunded' then ${STAFF} end,
     case when state = 'refunded' then ended_at end, case when state = 'refunded' then ${STAFF} end,
     case when state = 'refunded' then ended_at end, line_count,
     case when shipped_at is not null then 'DHL' end, case when shipped_at is not null then 'T' || n end
   from generated order by n`,
  `insert into order_lines (order_id, line, part_id, part_name, part_sku, list_price_cents,
     unit_price_cents, quantity)
   select order_id, line, part_id, part_name, part_sku, unit_price_cents, unit_price_cents, quantity
   from generated_lines order by n, line`,
  `insert into order_events (id, order_id, kind, by_user, detail, at)
   ${event('placed', 'placed_at', 'user_id', "'totalCents', total_cents", `${PAID}, 'pending', 'cancelled'`)}
   union all ${event('payment_begun', 'paid_at', 'user_id', "'intentId', intent_id", PAID)}
   union all ${event('paid', 'paid_at', 'user_id', "'intentId', intent_id", PAID)}
   union all ${event('shipped', 'shipped_at', STAFF, '', "'shipped'")}
   union all ${event('cancelled', 'ended_at', 'user_id', '', "'cancelled'")}
   union all ${event('refunded', 'ended_at', STAFF, "'refundId', 're_' || n", "'refunded'")}`,
  `insert into payment_intents (id, order_id, attempt, amount_cents, currency, state, refund_id, created_at)
   select intent_id, id, 1, total_cents, 'usd',
     case state when 'refunded' then 'refunded' else 'settled' end,
     case state when 'refunded' then 're_' || n end, placed_at
   from generated where state in (${PAID}) order by n`,
  `insert into provider_events (id, type, intent_id, received_at, outcome)
   select 'evt_' || left(md5('evt' || n), 24), 'payment_intent.succeeded', intent_id, paid_at, 'settled'
   from generated where state in (${PAID}) order by n`,
  `insert into stock_movements (id, part_id, kind, pieces, order_id, by_user, at)
   select ${deterministicId('shipment', LINE, `(extract(epoch from shipped_at) * 1000)::bigint - (${LINE})`)}, part_id,
     'shipment', -quantity, order_id, ${STAFF}, shipped_at
   from generated_lines where state = 'shipped' order by n, line`,
  `with documents as (
     select id, 'invoice' as kind, paid_at as at from generated where state in (${PAID})
     union all select id, 'credit_note', ended_at from generated where state = 'refunded'
   ), numbered as (
     insert into invoices (number, order_id, kind, issued_at)
     select last + row_number() over (order by at, id, kind desc), id, kind, at
     from documents, invoice_counter
     returning number)
   update invoice_counter set last = greatest(last, (select coalesce(max(number), 0) from numbered))`,
]

const SEARCH_TEXTS = `
  insert into order_search (order_id, text) select id, order_search_text(id) from orders order by id`

/**
 * One delivery per part covers all orders of the part, so that the stock on hand stays the same.
 */
const DELIVERIES = `
  insert into stock_movements (id, part_id, kind, pieces, by_user, reason, at)
  select ${deterministicId('delivery', 'row_number() over ()', firstDayMsSql())}, part_id, 'adjustment', sum(quantity),
    ${STAFF}, 'Delivery from the works', now() - interval '${DAYS} days'
  from order_lines join orders o on o.id = order_id
  where o.cancelled_at is null group by part_id`

const STOCK = `
  update parts set on_hand = on_hand + quantity, reserved = reserved + quantity
  from (
    select part_id, sum(quantity) as quantity from order_lines join orders o on o.id = order_id
    where o.cancelled_at is null and o.shipped_at is null group by part_id) live
  where part_id = parts.id`

/** SQL for the start of the first day, in milliseconds. */
function firstDayMsSql() {
  return `(extract(epoch from now() - interval '${DAYS} days') * 1000)::bigint`
}

// `node bench/fill-orders.ts <url of a database with parts> <orders>`
if (import.meta.main) await fillOrders(process.argv[2] as string, Number(process.argv[3]))
