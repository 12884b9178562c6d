import type { Browser } from '@playwright/test'
import { findEmbeddedPostgres } from '../../../dev/embedded-database/embedded.ts'
import { connect } from '../../../server/platform/database/connections/connect.ts'
import {
  type Cookies,
  type Part,
  readJson,
  signIn,
  type TestUser,
  type Viewer,
} from './api-users.ts'
import { type FilledCustomerData, fillCustomerData } from './fill-customer-data.ts'
import { payForOrder } from './pay-for-order.ts'
import type { SampleShop } from './start-sample-shop.ts'

const dealers = [
  { email: 'einkauf@radhaus-altona.example', name: 'Radhaus Altona' },
  { email: 'orders@lagoscycle.example', name: 'Lagos Cycle Works' },
  { email: 'atelier@veloroute.example', name: 'Atelier Véloroute' },
]

/** Index of the user, index of the part, quantity as a multiple of the minimum order, and state. */
const orders: [user: number, part: number, times: number, state: 'unpaid' | 'paid' | 'shipped'][] =
  [
    [0, 1, 6, 'shipped'],
    [1, 2, 4, 'shipped'],
    [3, 0, 10, 'shipped'],
    [2, 5, 2, 'paid'],
    [3, 3, 5, 'paid'],
    [1, 4, 3, 'unpaid'],
    [3, 2, 4, 'unpaid'],
    [2, 3, 8, 'paid'],
    [3, 5, 2, 'unpaid'],
  ]

export interface FilledShop extends FilledCustomerData {
  users: Record<Viewer, Cookies>
  /** A part whose drawing has many dimensions. */
  partId: string
  orderToPay: string
  /** An unpaid order of twelve lines. */
  orderOfLines: string
  /** A paid order that is ready to ship. */
  orderToShip: string
  /** An import that waits for approval. */
  importId: string
  orderCancelled: string
  /** Maps the card provider's payment IDs to the fixed IDs in the screenshots. */
  transactions: Map<string, string>
}

/** Adds the same users and orders to an empty shop in each run. */
export async function fillShop(browser: Browser, shop: SampleShop): Promise<FilledShop> {
  const users: TestUser[] = []
  for (const dealer of dealers) users.push(await signIn(browser, shop.url, dealer))
  const customer = await signIn(browser, shop.url, { email: 'customer@freehub.test' })
  const staff = await signIn(browser, shop.url, { email: 'admin@freehub.test' })
  const newcomer = await signIn(browser, shop.url, {
    email: 'workshop@spokehaus.example',
    name: 'Spokehaus',
  })
  users.push(customer)
  await updateProfile(customer)

  const parts = await readJson<Part[]>(staff.request.get('/parts?size=30'))
  const transactions = new Map<string, string>()
  let orderToPay = ''
  let orderToShip = ''
  for (const [userIndex, partIndex, times, state] of orders) {
    const user = users[userIndex] as TestUser
    const part = parts[partIndex] as Part
    const id = await placeOrder(user, part._id, times * part.minimumOrder)
    if (state === 'unpaid') orderToPay = id
    else transactions.set(await payForOrder(shop, user, id), formatTransactionId(transactions.size))
    if (state === 'paid') orderToShip = id
    if (state === 'shipped')
      await readJson(
        staff.request.patch(`/shipped/${id}`, {
          headers: staff.headers,
          data: { carrier: 'DHL', trackingNumber: '003404341610' },
        }),
      )
  }
  const orderOfLines = await placeOrderOfLines(customer, parts.slice(6, 18))
  await fillCart(customer, parts)
  const customerData = await fillCustomerData(customer, parts)
  const orderCancelled = await placeCancelledOrder(customer, parts[1] as Part)
  await addStock(staff, parts[0] as Part)
  await spreadOrders(shop.dataDir)
  transactions.set(
    await placeRefundedOrder(shop, customer, staff, parts[2] as Part),
    formatTransactionId(transactions.size),
  )
  const importId = await uploadImport(staff)
  return {
    users: {
      visitor: undefined,
      customer: await customer.cookies(),
      newcomer: await newcomer.cookies(),
      staff: await staff.cookies(),
    },
    partId: parts[0]?._id ?? '',
    orderToPay,
    orderOfLines,
    orderToShip,
    orderCancelled,
    importId,
    transactions,
    ...customerData,
  }
}

function updateProfile({ email, request, headers }: TestUser) {
  const data = {
    education: 'Two-wheel mechatronics technician',
    phone: '+49 40 5550 120',
    linkedin: 'https://www.linkedin.com/company/velo-nord-example',
    address: 'Werftstrasse 8\n20457 Hamburg',
  }
  return readJson(request.put(`/user/${email}`, { data, headers }))
}

/** Orders a quantity of one part. Returns the order ID. */
export async function placeOrder(
  { request, headers }: TestUser,
  productId: string,
  quantity: number,
) {
  const data = {
    productId,
    quantity,
    phone: '+49 40 5550 120',
    address: 'Werftstrasse 8, 20457 Hamburg, Germany',
  }
  const { result } = await readJson<{ result: { insertedId: string } }>(
    request.post('/booking', { data, headers }),
  )
  return result.insertedId
}

async function placeOrderOfLines(user: TestUser, parts: Part[]): Promise<string> {
  await addToCart(
    user,
    parts.map(({ _id, minimumOrder }) => [_id, 2 * minimumOrder]),
  )
  const { request, headers } = user
  const { version, totalCents } = await readJson<{ version: number; totalCents: number }>(
    request.get('/api/cart', { headers }),
  )
  const contact = { phone: '+49 40 5550 120', address: 'Werftstrasse 8, 20457 Hamburg, Germany' }
  const data = {
    version,
    totalCents,
    ...contact,
    note: 'Please ring at the gate.',
    reference: 'PO 4711, workshop',
  }
  const { orderId } = await readJson<{ orderId: string }>(
    request.post('/api/orders', { data, headers }),
  )
  return orderId
}

/** Fills a cart with lines of which two have a problem. */
async function fillCart(user: TestUser, parts: Part[]): Promise<void> {
  const quantities = parts
    .slice(18, 24)
    .map(({ _id, minimumOrder }): [string, number] => [_id, 3 * minimumOrder])
  const [tooFew, tooMany] = parts.slice(24) as [Part, Part]
  await addToCart(user, [...quantities, [tooFew._id, 1], [tooMany._id, 1_000_000]])
}

function addToCart(
  { request, headers }: TestUser,
  quantities: [partId: string, quantity: number][],
) {
  const changes = quantities.map(([productId, add]) => ({ productId, add }))
  return readJson(request.patch('/api/cart', { data: { changes }, headers }))
}

/** Places and cancels an order. Only the tab of cancelled orders shows it. */
async function placeCancelledOrder(user: TestUser, part: Part): Promise<string> {
  const id = await placeOrder(user, part._id, part.minimumOrder)
  const { request, headers, email } = user
  await readJson(request.delete(`/booking/${id}?client=${encodeURIComponent(email)}`, { headers }))
  return id
}

/** Places, pays and refunds an order. Returns its transaction ID. */
async function placeRefundedOrder(shop: SampleShop, user: TestUser, staff: TestUser, part: Part) {
  const id = await placeOrder(user, part._id, part.minimumOrder)
  const transactionId = await payForOrder(shop, user, id)
  await readJson(staff.request.post(`/api/orders/${id}/refund`, { headers: staff.headers }))
  return transactionId
}

function addStock({ request, headers }: TestUser, { _id }: Part) {
  const data = { pieces: 240, reason: 'Delivery' }
  return readJson(request.post(`/api/parts/${_id}/stock`, { data, headers }))
}

/**
 * Backdates the orders by three days for each later paid order, so that charts show several weeks. An unpaid order gets
 * the day of the paid order before it, so that a later number never has an earlier date.
 */
async function spreadOrders(dataDir: string): Promise<void> {
  const databaseUrl = await findEmbeddedPostgres(dataDir)
  if (!databaseUrl) throw new Error('The embedded database was not found.')
  const { pool } = connect(databaseUrl, () => {})
  await pool.query(`
    with dates as (
      select id, interval '3 days' * count(paid_at) over (
        order by placed_at desc rows between unbounded preceding and 1 preceding) as ago
      from orders)
    update orders set placed_at = placed_at - ago, paid_at = paid_at - ago, shipped_at = shipped_at - ago
    from dates where dates.id = orders.id`)
  await pool.end()
}

/** Uploads an import with valid rows and an invalid one. */
async function uploadImport({ request, headers }: TestUser): Promise<string> {
  const list = [
    'sku,name,description,img,price,minimumOrder,availableQuantity',
    'FH-90001-1,"Holm bell, brass","Brass bell, 22.2 mm clamp.",/drawings/house/wheel.svg,3.90,20,600',
    'FH-90002-8,"Holm bell, black","Steel bell, 22.2 mm clamp.",/drawings/house/wheel.svg,3.20,20,400',
    'FH-90003-5,"Holm horn","Horn with a rubber ball.",/drawings/house/wheel.svg,three,20,400',
  ]
  const data = Buffer.from(list.join('\n'))
  const { _id } = await readJson<{ _id: string }>(
    request.post('/api/imports?name=bells-2026.csv', { data, headers }),
  )
  return _id
}

/** Returns a fixed ID as long as the provider's random ones. */
function formatTransactionId(payment: number): string {
  return `pi_3Q${String(payment + 1).padStart(2, '0')}FreehubSandboxPaid000`
}
