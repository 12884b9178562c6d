import pg from 'pg'
import { bulkLoad } from './bulk-load.ts'
import { drawn, idOf } from './fill-parts.ts'

/** So many at a time: what is drawn of them is kept in memory and in a temporary table. */
const BATCH = 250_000
/** The shop has been open so long; its orders came evenly. */
const DAYS = 730
/** Beside one big dealer, who has a tenth of all, each customer has so many orders. */
const ORDERS_OF_A_CUSTOMER = 20
const REVIEWS_AT_MOST = 100_000

export const DEALER_EMAIL = 'dealer@freehub.test'
export const KEEPER_EMAIL = 'keeper@freehub.test'

/** A name of a few letters that are nobody else's. */
const nameOf = (n: string) => `'velo' || left(md5('c' || (${n})), 12)`

const LOADED = [
  'orders',
  'order_lines',
  'order_events',
  'stock_movements',
  'payment_intents',
  'provider_events',
  'invoices',
]

/**
 * Fills a shop that has parts and no orders with so many orders of two years, each with its line,
 * events, payment, invoice and shipment, and with the customers who placed them and their reviews.
 * The books hold. But for the moments, which count back from now, the same in each run.
 */
export async function fillOrders(databaseUrl: string, total: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(`set maintenance_work_mem = '512MB'`)
    // All or nothing: what is killed half-way leaves no shop without indexes.
    await client.query('begin')
    await fill(client, total)
    await client.query('commit')
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

async function fill(client: pg.Client, total: number): Promise<void> {
  const customers = Math.max(1, Math.round(total / ORDERS_OF_A_CUSTOMER))
  await client.query(PEOPLE, [customers])
  await client.query(REVIEWS, [customers, Math.min(total, REVIEWS_AT_MOST)])
  await client.query(PARTS_BY_PLACE)
  // What is paid has its invoice already, so that nothing is noted to wait for one.
  await client.query('alter table orders disable trigger orders_note_due_invoice_when_placed')
  await bulkLoad(client, LOADED, async () => {
    for (let from = 1; from <= total; from += BATCH) {
      await client.query('drop table if exists drawn')
      await client.query(DRAW, [from, Math.min(from + BATCH - 1, total), total, customers])
      for (const statement of STATEMENTS) await client.query(statement)
    }
    await client.query(DELIVERIES)
  })
  await client.query(STOCK)
  await client.query('alter table orders enable trigger orders_note_due_invoice_when_placed')
}

const PEOPLE = `
  insert into users (id, name, email, email_verified, role, created_at)
  select ${idOf('user', 'n', FIRST_DAY_MS())}, name, name || '@freehub.test', true, role,
    now() - interval '${DAYS} days'
  from (
    select n, ${nameOf('n')} as name, 'customer' as role from generate_series(1, $1::int) n
    union all values (0, 'dealer', 'customer'), (-1, 'keeper', 'admin')) people (n, name, role)
  on conflict do nothing`

const REVIEWS = `
  insert into reviews (id, user_id, name, rating, comment, created_at)
  select ${idOf('review', 'n', FIRST_DAY_MS())}, u.id, u.name, 1 + ${drawn('n', 21)} % 5,
    format('Order %s came well packed and in good time.', n), now() - interval '1 day'
  from generate_series(1, $2::int) n join users u on u.name = ${nameOf('1 + n % $1::int')}`

/** The n-th part, so that what is drawn finds it. */
const PARTS_BY_PLACE = `
  create temp table shelf as
  select id, name, unit_price_cents, minimum_order,
    (row_number() over (order by position) - 1)::int as place
  from parts where deleted_at is null;
  create unique index on shelf (place);
  analyze shelf, users`

/**
 * Orders $1 to $2 of $3, from $4 customers. Popular parts are ordered more: a quarter of the parts
 * makes half of the orders. Of a hundred orders five are cancelled, one is refunded; of the last three
 * days, a third is not paid; of the last five, what is paid waits to be shipped.
 */
const DRAW = `
  create temp table drawn as
  with moments as (
    select n, now() - interval '${DAYS} days' * (($3::bigint - n + 0.5) / $3) as placed_at,
      ${drawn('n', 11)} % 1000 as fate,
      ${drawn('n', 12)} / 2147483648::float8 as liking,
      1 + ${drawn('n', 13)} % 8 as times,
      case when n % 10 = 0 then 'dealer' else ${nameOf(`1 + ${drawn('n', 14)} % $4::int`)} end as customer
    from generate_series($1::bigint, $2::bigint) n
  ), fates as (
    select *, case
      when fate < 50 then 'cancelled'
      when fate < 60 then 'refunded'
      when placed_at > now() - interval '70 hours' and fate < 350 then 'pending'
      when placed_at > now() - interval '5 days' then 'paid'
      else 'shipped' end as state
    from moments
  )
  select f.n, f.placed_at, f.state, u.id as user_id, u.email, u.name, s.id as part_id, s.name as part_name,
    s.unit_price_cents, s.minimum_order * f.times as quantity,
    ${idOf('order', 'f.n', '(extract(epoch from placed_at) * 1000)::bigint - f.n')} as id,
    case when state in ('paid', 'shipped', 'refunded') then placed_at + interval '10 minutes' end as paid_at,
    case when state = 'shipped' then placed_at + interval '2 days' end as shipped_at,
    case when state in ('cancelled', 'refunded') then placed_at + interval '1 hour' end as ended_at,
    'pi_' || left(md5('pi' || f.n), 24) as intent_id
  from fates f join users u on u.name = customer
    join shelf s on s.place = floor((select count(*) from shelf) * liking * liking)::int
  order by f.n`

const KEEPER = `(select id from users where name = 'keeper')`

const event = (kind: string, at: string, by: string, detail: string, states: string) => `
  select ${idOf(kind, 'n', `(extract(epoch from ${at}) * 1000)::bigint - n`)}, id, '${kind}', ${by},
    jsonb_build_object(${detail}), ${at}
  from drawn where state in (${states})`

const PAID = `'paid', 'shipped', 'refunded'`

const STATEMENTS = [
  `insert into orders (id, user_id, email, name, phone, address, total_cents, placed_at, reserved_until,
     paid_at, transaction_id, shipped_at, shipped_by, cancellation_began_at, cancelled_at, cancelled_by,
     refund_began_at, refund_began_by, refunded_at, part_names, carrier, tracking_number)
   select id, user_id, email, name, '+49 40 5550 120', 'Speicherstadt 12, 20457 Hamburg',
     unit_price_cents * quantity, placed_at, placed_at + interval '72 hours',
     paid_at, case when paid_at is not null then intent_id end,
     shipped_at, case when shipped_at is not null then ${KEEPER} end,
     case when state = 'cancelled' then ended_at end, ended_at,
     case state when 'cancelled' then user_id when 'refunded' then ${KEEPER} end,
     case when state = 'refunded' then ended_at end, case when state = 'refunded' then ${KEEPER} end,
     case when state = 'refunded' then ended_at end, part_name,
     case when shipped_at is not null then 'DHL' end, case when shipped_at is not null then 'T' || n end
   from drawn order by n`,
  `insert into order_lines (order_id, line, part_id, part_name, unit_price_cents, quantity)
   select id, 1, part_id, part_name, unit_price_cents, quantity from drawn order by n`,
  `insert into order_events (id, order_id, kind, by_user, detail, at)
   ${event('placed', 'placed_at', 'user_id', "'totalCents', unit_price_cents * quantity", `${PAID}, 'pending', 'cancelled'`)}
   union all ${event('payment_begun', 'paid_at', 'user_id', "'intentId', intent_id", PAID)}
   union all ${event('paid', 'paid_at', 'user_id', "'intentId', intent_id", PAID)}
   union all ${event('shipped', 'shipped_at', KEEPER, '', "'shipped'")}
   union all ${event('cancelled', 'ended_at', 'user_id', '', "'cancelled'")}
   union all ${event('refunded', 'ended_at', KEEPER, "'refundId', 're_' || n", "'refunded'")}`,
  `insert into payment_intents (id, order_id, attempt, amount_cents, currency, state, refund_id, created_at)
   select intent_id, id, 1, unit_price_cents * quantity, 'usd',
     case state when 'refunded' then 'refunded' else 'settled' end,
     case state when 'refunded' then 're_' || n end, placed_at
   from drawn where state in (${PAID}) order by n`,
  `insert into provider_events (id, type, intent_id, received_at, outcome)
   select 'evt_' || left(md5('evt' || n), 24), 'payment_intent.succeeded', intent_id, paid_at, 'settled'
   from drawn where state in (${PAID}) order by n`,
  `insert into stock_movements (id, part_id, kind, pieces, order_id, by_user, at)
   select ${idOf('shipment', 'n', '(extract(epoch from shipped_at) * 1000)::bigint - n')}, part_id, 'shipment',
     -quantity, id, ${KEEPER}, shipped_at
   from drawn where state = 'shipped' order by n`,
  `with papers as (
     select id, 'invoice' as kind, paid_at as at from drawn where state in (${PAID})
     union all select id, 'credit_note', ended_at from drawn where state = 'refunded'
   ), numbered as (
     insert into invoices (number, order_id, kind, issued_at)
     select last + row_number() over (order by at, id, kind desc), id, kind, at
     from papers, invoice_counter
     returning number)
   update invoice_counter set last = greatest(last, (select coalesce(max(number), 0) from numbered))`,
]

/** All that was ordered of a part came in one delivery before, so that as much is left as was. */
const DELIVERIES = `
  insert into stock_movements (id, part_id, kind, pieces, by_user, reason, at)
  select ${idOf('delivery', 'row_number() over ()', FIRST_DAY_MS())}, part_id, 'adjustment', sum(quantity),
    ${KEEPER}, 'Delivery from the works', now() - interval '${DAYS} days'
  from order_lines join orders o on o.id = order_id
  where o.cancelled_at is null group by part_id`

const STOCK = `
  update parts set on_hand = on_hand + promised, reserved = reserved + promised
  from (
    select part_id, sum(quantity) as promised from order_lines join orders o on o.id = order_id
    where o.cancelled_at is null and o.shipped_at is null group by part_id) live
  where part_id = parts.id`

function FIRST_DAY_MS() {
  return `(extract(epoch from now() - interval '${DAYS} days') * 1000)::bigint`
}

// `node bench/fill-orders.ts <url of a database with parts> <orders>`
if (import.meta.main) await fillOrders(process.argv[2] as string, Number(process.argv[3]))
