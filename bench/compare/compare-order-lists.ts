import { formatOrderNumber } from '@freehub/contract/orders/order-number'
import { findFreePort } from '@freehub/tests/support/network/ports'
import pg from 'pg'
import { customerName, DEALER_EMAIL, STAFF_EMAIL } from '../fill-orders.ts'
import { startShop, stopProcess } from '../processes.ts'
import { createDatabase, dropCatalog } from '../scale/create-database.ts'
import { signIn } from '../users.ts'
import { measureRequests } from './compare-with-bare-server.ts'

/**
 * Requests per second of a list in a shop with a thousand orders and in one with a million. `ratio`: large divided by
 * small.
 */
export interface OrderListComparison {
  name: string
  small: number
  large: number
  ratio: number
  /** True if the list reads more rows in the larger shop. */
  readsMoreRows: boolean
}

/** The number of an order in the middle of the smaller shop. */
const SEARCHED_NUMBER = 10_500
const PARTS = 1_000
const ORDERS = [1_000, 1_000_000]

const LISTS_THAT_READ_MORE_ROWS = /searched|pending/

/**
 * Compares order lists over HTTP in two shops that differ only in the number of orders. The
 * searches in both shops use the same customer. One dealer has a tenth of all orders.
 */
export async function compareOrderLists(
  databaseUrl: string,
  settings: Record<string, string>,
): Promise<OrderListComparison[]> {
  const shops: Awaited<ReturnType<typeof openShop>>[] = []
  try {
    for (const orders of ORDERS) shops.push(await openShop(databaseUrl, settings, orders))
    const [smallShop, largeShop] = shops as [(typeof shops)[0], (typeof shops)[0]]
    const comparisons: OrderListComparison[] = []
    for (const [name, list] of Object.entries(smallShop.lists)) {
      const largeList = largeShop.lists[name] as typeof list
      const [small, large, ratio] = await measureRequests(list, largeList)
      comparisons.push({
        name,
        small,
        large,
        ratio,
        readsMoreRows: LISTS_THAT_READ_MORE_ROWS.test(name),
      })
    }
    return comparisons
  } finally {
    for (const shop of shops) await shop.close()
    await dropCatalog(databaseUrl)
  }
}

/** Starts a shop with `orders` orders. Returns the requests for its lists, and `close`. */
async function openShop(serverUrl: string, settings: Record<string, string>, orders: number) {
  const database = await createDatabase(serverUrl, settings, { parts: PARTS, orders })
  const client = new pg.Client({ connectionString: database.databaseUrl })
  await client.connect()
  const [dealer, staff] = await Promise.all(
    [DEALER_EMAIL, STAFF_EMAIL].map((email) => signInByEmail(client, email)),
  )
  const lastOrder = await client.query<{ id: string }>(
    'select id from orders where email = $1 order by id offset 20 limit 1',
    [DEALER_EMAIL],
  )
  const searched = await client.query<{ name: string }>(`select ${customerName('7')} as name`)
  await client.end()
  const port = await findFreePort()
  const shop = await startShop({
    ...settings,
    DATABASE_URL: database.databaseUrl,
    PORT: String(port),
  })
  const list = (path: string, headers = staff) => ({
    url: `http://127.0.0.1:${port}${path}`,
    headers,
  })
  const mine = `/myOrders?client=${DEALER_EMAIL}&size=20`
  const all = '/allOrders?size=20'
  return {
    lists: {
      'My Orders': list(mine, dealer),
      'My Orders, last page': list(`${mine}&after=${lastOrder.rows[0]?.id}`, dealer),
      'Manage All Orders': list(all),
      'Manage All Orders, last page': list(`${all}&last=true`),
      '… paid, most expensive first, last page': list(`${all}&sort=dearest&status=Paid&last=true`),
      '… pending': list(`${all}&status=Pending`),
      '… pending, last page': list(`${all}&status=Pending&last=true`),
      '… pending, most expensive first': list(`${all}&sort=dearest&status=Pending`),
      '… searched by number': list(`${all}&search=${formatOrderNumber(SEARCHED_NUMBER)}`),
      '… searched by part of a number': list(
        `${all}&search=${formatOrderNumber(SEARCHED_NUMBER).slice(0, -1)}`,
      ),
      '… searched by customer': list(`${all}&search=${searched.rows[0]?.name}@`),
    } as Record<string, { url: string; headers: Record<string, string> }>,
    async close() {
      await stopProcess(shop)
      await database.drop()
    },
  }
}

/** Returns the headers of authorised requests. */
async function signInByEmail(client: pg.Client, email: string): Promise<Record<string, string>> {
  const { rows } = await client.query<{ id: string; email: string; name: string }>(
    'select id, email, name from users where email = $1',
    [email],
  )
  const [user] = await signIn(client, rows)
  return { authorization: `Bearer ${user?.token}` }
}
