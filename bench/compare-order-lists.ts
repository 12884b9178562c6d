import { createHash, randomBytes, randomUUIDv7 } from 'node:crypto'
import { migrate } from '@freehub/server/platform/database/migrate/migrate'
import pg from 'pg'
import { measureAlternately } from './compare-reading.ts'
import { end, freePort, startShop } from './processes.ts'

/** Requests per second of a list in a shop with a thousand orders and in one with a million. */
export interface OrderListComparison {
  what: string
  small: number
  large: number
  isSearch: boolean
}

/** Orders of each customer other than the dealer. */
const ORDERS_PER_CUSTOMER = 20

/**
 * Compares order lists over HTTP of two shops that differ only in the number of orders. In both, the same
 * customer is searched for; one dealer has a tenth of all orders.
 */
export async function compareOrderLists(
  databaseUrl: string,
  settings: Record<string, string>,
): Promise<OrderListComparison[]> {
  const shops: Awaited<ReturnType<typeof openShop>>[] = []
  const open = async (orders: number) => {
    const shop = await openShop(databaseUrl, settings, orders)
    shops.push(shop)
    return shop
  }
  try {
    const [smallShop, largeShop] = [await open(1_000), await open(1_000_000)]
    const comparisons: OrderListComparison[] = []
    for (const what of Object.keys(smallShop.lists)) {
      const [small, large] = await measureAlternately(
        smallShop.lists[what] as List,
        largeShop.lists[what] as List,
      )
      comparisons.push({ what, small, large, isSearch: what === SEARCH })
    }
    return comparisons
  } finally {
    for (const shop of shops) await shop.close()
  }
}

const SEARCH = '… searched by customer'

interface List {
  url: string
  headers: Record<string, string>
}

async function openShop(databaseUrl: string, settings: Record<string, string>, orders: number) {
  const database = await createDatabase(databaseUrl, `bench_orders_${orders}`)
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await fill(client, orders)
  const [admin, dealer] = [await signIn(client, 'admin'), await signIn(client, 'dealer')]
  const { rows } = await client.query<{ id: string }>(
    `select id from orders where email = 'dealer@freehub.test' order by id offset 20 limit 1`,
  )
  const searched = await client.query<{ name: string }>(`select ${customerName('7')} as name`)
  await client.end()
  const port = await freePort()
  const shop = await startShop({ ...settings, DATABASE_URL: database.url, PORT: String(port) })
  const list = (path: string, headers: List['headers']) => ({
    url: `http://127.0.0.1:${port}${path}`,
    headers,
  })
  const mine = '/myOrders?client=dealer@freehub.test&size=20'
  const all = '/allOrders?size=20'
  return {
    lists: {
      'My Orders': list(mine, dealer),
      'My Orders, last page': list(`${mine}&after=${rows[0]?.id}`, dealer),
      'Manage All Orders': list(all, admin),
      'Manage All Orders, last page': list(`${all}&last=true`, admin),
      '… paid, most expensive first, last page': list(
        `${all}&sort=dearest&status=Paid&last=true`,
        admin,
      ),
      [SEARCH]: list(`${all}&search=${searched.rows[0]?.name}@`, admin),
    } as Record<string, List>,
    async close() {
      await end(shop)
      await database.drop()
    },
  }
}

async function createDatabase(databaseUrl: string, name: string) {
  const url = new URL(databaseUrl)
  url.pathname = `/${name}`
  const drop = () => administrate(databaseUrl, `drop database if exists ${name} with (force)`)
  await drop()
  await administrate(databaseUrl, `create database ${name}`)
  await migrate(url.href)
  return { url: url.href, drop }
}

async function administrate(databaseUrl: string, statement: string) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/** SQL for a unique customer name. */
const customerName = (n: string) => `'velo' || left(md5('c' || (${n})), 12)`

/** Fills the shop. Of a hundred orders, 55 are shipped, 20 paid, 20 unpaid and 5 cancelled, in random order. */
async function fill(client: pg.Client, orders: number) {
  const customers = orders / ORDERS_PER_CUSTOMER
  await client.query(
    `insert into users (id, name, email, role)
     select gen_random_uuid(), name, name || '@freehub.test', 'customer' from (
       select ${customerName('n')} as name from generate_series(1, ${customers}) n
       union all values ('dealer')) names
     union all select gen_random_uuid(), 'admin', 'admin@freehub.test', 'admin'`,
  )
  await client.query(
    `insert into parts (id, name, description, img, unit_price_cents, minimum_order, on_hand)
     select gen_random_uuid(), 'Part ' || n, 'Bench', '/drawings/house/wheel.svg', 250, 1, 1000000000
     from generate_series(1, 100) n`,
  )
  await client.query(
    `create temp table generated_orders as
     with random_orders as (
       select n, 10 + abs(hashint4(n)::bigint) % 1000 as quantity, abs(hashint4(n + 1)::bigint) % 100 as outcome,
         case when n % 10 = 0 then 'dealer' else ${customerName(`1 + n % ${customers}`)} end as customer,
         'Part ' || 1 + abs(hashint4(n + 2)::bigint) % 100 as part
       from generate_series(1, ${orders}) n)
     select n, quantity, outcome, u.id as user_id, u.email, u.name, p.id as part_id, p.name as part,
       (lpad(to_hex(1700000000000 + n), 12, '0') || '7' || left(md5(n::text), 3) || '8'
         || left(md5('b' || n), 15))::uuid as id
     from random_orders join users u on u.name = customer join parts p on p.name = part`,
  )
  // Building the search index afterwards takes seconds instead of minutes.
  const { rows } = await client.query<{ indexdef: string }>(
    `select indexdef from pg_indexes where indexname = 'orders_by_search_text'`,
  )
  await client.query('drop index orders_by_search_text')
  await client.query(
    `insert into orders (id, user_id, email, name, phone, address, total_cents, reserved_until,
       paid_at, transaction_id, shipped_at, shipped_by, cancellation_began_at, cancelled_at, part_names)
     select id, user_id, email, name, '1', 'x', 250 * quantity, now() + interval '1 day',
       case when outcome < 75 then now() end, case when outcome < 75 then 'pi_' || left(md5('t' || n), 24) end,
       case when outcome < 55 then now() end, case when outcome < 55 then user_id end,
       case when outcome >= 95 then now() end, case when outcome >= 95 then now() end, part
     from generated_orders order by n`,
  )
  await client.query(
    `insert into order_lines (order_id, line, part_id, part_name, unit_price_cents, quantity)
     select id, 1, part_id, part, 250, quantity from generated_orders order by n`,
  )
  await client.query(rows[0]?.indexdef as string)
  await client.query('vacuum analyze')
}

/** Signs a user in and returns the headers of authorised requests, valid for a day. */
async function signIn(client: pg.Client, name: string) {
  const token = randomBytes(32).toString('base64url')
  const sessionId = randomUUIDv7()
  await client.query(
    `insert into sessions (id, user_id, token, expires_at)
     select $1, id, $1::uuid::text, now() + interval '1 day' from users where name = $2`,
    [sessionId, name],
  )
  await client.query(
    `insert into access_tokens (token_hash, session_id, expires_at) values ($1, $2, now() + interval '1 day')`,
    [createHash('sha256').update(token).digest(), sessionId],
  )
  return { authorization: `Bearer ${token}` }
}
