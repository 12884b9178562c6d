import { randomUUIDv7 } from 'node:crypto'
import type { MyOverview, Overview } from '@freehub/contract/overview/calls'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { placeOrderOf } from '../../../tests/support/shop/carts.ts'
import { addPart, addParts } from '../../../tests/support/shop/parts.ts'
import { startTestShop } from '../../../tests/support/shop/shop.ts'
import { addAdmin, addCustomer, type TestUser } from '../../../tests/support/shop/users.ts'

const DAY = 86_400_000
const ORDERS = 400

let today: number

const shopOfSystemZone = await startTestShop()
// Days are in UTC, whatever the time zone of the database is.
await sql`do $$ begin execute format('alter database %I set timezone to %L', current_database(), 'Asia/Dhaka'); end $$`.execute(
  shopOfSystemZone.db,
)
const shop = await shopOfSystemZone.reopen()
const admin = await addAdmin(shop)
const customers = [await addCustomer(shop), await addCustomer(shop)]
await readToday()
await shop.db
  .insertInto('families')
  .values([
    { code: '90', name: 'Chains of the test' },
    { code: '91', name: 'Hubs of the test' },
  ])
  .execute()
const parts = []
for (const [n, family_code] of ['90', '90', '91', null].entries()) {
  const id = await addPart(shop, { cents: 100 + 33 * n, stock: 4000, minimum: 10 })
  await shop.db.updateTable('parts').set({ family_code }).where('id', '=', id).execute()
  parts.push(id)
}
await addOrders(parts)
await addOrdersOnBoundaries(parts[0] as string)
afterAll(() => shop.close())

async function readToday() {
  const { rows } = await sql<{ now: Date }>`select now()`.execute(shop.db)
  const [clock] = rows as [{ now: Date }]
  today = Math.floor(clock.now.getTime() / DAY) * DAY
}

const readOverview = (days: number): Promise<Overview> =>
  readUntilToday(admin, `/api/overview?days=${days}`)

/** Reads an overview, and sets `today` to its last day, because a day may end during a test. */
async function readUntilToday<T extends { to: string }>(user: TestUser, path: string): Promise<T> {
  await readToday()
  const earliest = today
  const { body } = await user.call('GET', path)
  await readToday()
  const lastDay = Date.parse(body.to)
  expect([earliest, today]).toContain(lastDay)
  today = lastDay
  return body
}

test.each([7, 30, 90])('reports the revenue of %i days to the cent', async (days) => {
  const { takings, from, to } = await readOverview(days)
  const expected = await readExpectedRevenue(days)
  expect(takings.byDay.map(({ day }) => day)).toEqual(expected.map(({ day }) => day))
  expect([from, to]).toEqual([expected[0]?.day, expected.at(-1)?.day])
  const cents = takings.byDay.map(({ paid, refunded, net, orders }) => ({
    paid: Math.round(paid * 100),
    refunded: Math.round(refunded * 100),
    net: Math.round(net * 100),
    orders,
  }))
  expect(cents).toEqual(expected.map(({ day, ...sums }) => sums))
  for (const key of ['paid', 'refunded', 'net', 'orders'] as const) {
    const sum = expected.reduce((all, one) => all + one[key], 0)
    expect([key, takings[key]]).toEqual([key, key === 'orders' ? sum : sum / 100])
  }
  expect(takings.refunded).toBeGreaterThan(0)
})

test('compares revenue with the preceding range of equal length', async () => {
  const { takings } = await readOverview(30)
  const { rows } = await sql<Record<'paid' | 'refunded' | 'orders', number>>`
    select coalesce(sum(total_cents) filter (where paid_at >= ${midnight(-59)} and paid_at < ${midnight(-29)}), 0) as paid,
      coalesce(sum(total_cents) filter (where refunded_at >= ${midnight(-59)} and refunded_at < ${midnight(-29)}), 0) as refunded,
      count(*) filter (where paid_at >= ${midnight(-59)} and paid_at < ${midnight(-29)}) as orders
    from orders`.execute(shop.db)
  const { paid = 0, refunded = 0, orders = 0 } = rows[0] ?? {}
  expect(paid).toBeGreaterThan(0)
  expect(takings.before).toEqual({
    paid: paid / 100,
    refunded: refunded / 100,
    net: (paid - refunded) / 100,
    orders,
  })
})

test('counts the orders placed in the range by their current stage', async () => {
  const { ordersByStage } = await readOverview(7)
  const orders = await shop.db.selectFrom('orders').selectAll().execute()
  const placed = orders.filter(
    ({ placed_at }) => placed_at >= midnight(-6) && placed_at < midnight(1),
  )
  const byStage = {
    Pending: placed.filter((order) => !order.paid_at && !order.cancelled_at),
    Paid: placed.filter((order) => order.paid_at && !order.shipped_at && !order.refunded_at),
    Shipped: placed.filter((order) => order.shipped_at),
    Cancelled: placed.filter((order) => order.cancelled_at && !order.refunded_at),
    Refunded: placed.filter((order) => order.refunded_at),
  }
  expect(ordersByStage).toEqual(
    Object.entries(byStage).map(([stage, stageOrders]) => ({
      stage,
      count: stageOrders.length,
      total: stageOrders.reduce((sum, { total_cents }) => sum + total_cents, 0) / 100,
    })),
  )
  expect(Math.min(...ordersByStage.map(({ count }) => count))).toBeGreaterThan(0)
})

test('counts pieces by family without refunded orders', async () => {
  const { piecesByFamily } = await readOverview(30)
  const { rows } = await sql<{ family: string | null; pieces: number; cents: number }>`
    select (select name from families where code = family_code) as family,
      sum(quantity) as pieces, sum(total_cents) as cents
    from order_lines, orders, parts
    where order_id = orders.id and part_id = parts.id and refunded_at is null
      and paid_at is not null and paid_at >= ${midnight(-29)} and paid_at < ${midnight(1)}
    group by 1 order by 2 desc`.execute(shop.db)
  expect(piecesByFamily).toEqual(
    rows.map(({ family, pieces, cents }) => ({ family, pieces, total: cents / 100 })),
  )
  expect(piecesByFamily).toHaveLength(3)
})

test('lists parts that will run out within 30 days at the rate of 30 days, or cannot be ordered now', async () => {
  const add = (name: string, stock: number) => addPart(shop, { name, stock, minimum: 10 })
  const [runningOut, sufficient, unorderable, unsold] = [
    await add('Ends in ten days', 100),
    await add('Ends in forty days', 400),
    await add('Too few for an order', 9),
    await add('Not sold', 50),
  ]
  const sold = { placed_at: midnight(-1), paid_at: midnight(-1) }
  for (const part of [runningOut, sufficient]) await addOrder(part, 300, sold)
  await addOrder(runningOut, 30, { ...sold, ...refunded(midnight(-1)) })
  const { runningLow, runningLowCount, soldOutCount } = await readOverview(7)
  const lowStock = new Map(runningLow.map((part) => [part._id, part]))
  expect(lowStock.get(runningOut)).toMatchObject({
    sold: 300,
    daysLeft: 10,
    availableQuantity: 100,
  })
  expect(lowStock.get(unorderable)).toMatchObject({ sold: 0, daysLeft: 0 })
  expect([lowStock.has(sufficient), lowStock.has(unsold)]).toEqual([false, false])
  const sortKeys = runningLow.map((part) => [part.daysLeft, part.availableQuantity] as const)
  expect(sortKeys).toEqual(
    sortKeys.toSorted(([days1, stock1], [days2, stock2]) => days1 - days2 || stock1 - stock2),
  )
  expect(runningLowCount).toBe(runningLow.length)
  expect(soldOutCount).toBe(runningLow.filter(({ daysLeft }) => daysLeft === 0).length)
})

test('lists unshipped paid orders by time of payment, without orders that are being refunded', async () => {
  const { waiting, waitingCount } = await readOverview(90)
  const { rows } = await sql<{ _id: string; paidAt: Date }>`
    select id as "_id", paid_at as "paidAt" from orders
    where paid_at is not null and shipped_at is null and cancelled_at is null
      and refund_began_at is null
    order by paid_at, id`.execute(shop.db)
  expect(waiting.map(({ _id, paidAt }) => [_id, paidAt])).toEqual(
    rows.slice(0, 10).map(({ _id, paidAt }) => [_id, paidAt.toISOString()]),
  )
  expect(waitingCount).toBe(rows.length)
})

test('leaves a disputed order out of the unshipped orders', async () => {
  const before = await readOverview(90)
  const [oldest] = before.waiting
  await shop.db
    .insertInto('provider_events')
    .values({ id: 'evt_1', type: 'x', intent_id: `pi_${oldest?._id}`, outcome: 'disputed' })
    .execute()
  const { waiting, waitingCount } = await readOverview(90)
  expect(waiting.map(({ _id }) => _id)).not.toContain(oldest?._id)
  expect(waitingCount).toBe(before.waitingCount - 1)
  await shop.db.deleteFrom('provider_events').execute()
})

test('reports the stock that unpaid orders reserve, and the customers who reserve most', async () => {
  const before = (await readOverview(7)).reserved
  const [blockedPart, halfReservedPart, one] = [
    await addPart(shop, { stock: 900_000, minimum: 10, cents: 10 }),
    await addPart(shop, { stock: 800_000, minimum: 10, cents: 10 }),
    await addCustomer(shop),
  ]
  const unconfirmed = await addCustomer(shop, { emailConfirmed: false })
  const paid = await addPart(shop, { stock: 50, minimum: 10 })
  await addOrder(paid, 50, { placed_at: midnight(-1), paid_at: midnight(-1) }, one)
  await addOrder(blockedPart, 900_000, { placed_at: midnight(0) }, unconfirmed)
  await addOrder(halfReservedPart, 400_000, { placed_at: midnight(0) }, one)
  for (const [part, reserved] of [
    [paid, 50],
    [blockedPart, 900_000],
    [halfReservedPart, 400_000],
  ] as const) {
    await shop.db.updateTable('parts').set({ reserved }).where('id', '=', part).execute()
  }
  const { reserved } = await readOverview(7)
  expect(reserved).toMatchObject({
    parts: before.parts + 2,
    blockedParts: before.blockedParts + 1,
    reservedPieces: before.reservedPieces + 1_300_000,
    pieces: before.pieces + 1_700_000,
  })
  expect(reserved.customers.slice(0, 2)).toEqual([
    {
      email: unconfirmed.email,
      name: unconfirmed.name,
      emailConfirmed: false,
      orders: 1,
      pieces: 900_000,
      total: 90_000,
    },
    {
      email: one.email,
      name: one.name,
      emailConfirmed: true,
      orders: 1,
      pieces: 400_000,
      total: 40_000,
    },
  ])
})

test('shows customers only their own open orders and spending', async () => {
  const [one] = customers as [TestUser]
  const body = await readUntilToday<MyOverview>(one, '/api/my-overview?days=90')
  const own = await shop.db.selectFrom('orders').selectAll().where('user_id', '=', one.id).execute()
  const cents = (orders: typeof own) =>
    orders.reduce((sum, { total_cents }) => sum + total_cents, 0)
  const unpaid = own.filter((order) => !order.paid_at && !order.cancelled_at)
  const waiting = own.filter((order) => order.paid_at && !order.shipped_at && !order.cancelled_at)
  const spent = own.filter(
    (order) => order.paid_at && order.paid_at >= midnight(-89) && !order.refunded_at,
  )
  expect(body).toMatchObject({
    openCount: unpaid.length + waiting.length,
    unpaidCount: unpaid.length,
    toPay: cents(unpaid) / 100,
    spent: cents(spent) / 100,
    orders: spent.length,
  })
  const byDay = body.byDay.reduce((sum, { spent }) => sum + Math.round(spent * 100), 0)
  expect([body.byDay.length, byDay]).toEqual([90, cents(spent)])
  const urgent = unpaid.toSorted((a, b) => a.reserved_until.getTime() - b.reserved_until.getTime())
  expect(body.open.map(({ _id }) => _id).slice(0, 3)).toEqual(
    urgent.slice(0, 3).map(({ id }) => id),
  )
})

test('sums up only the lines of an order that are not cancelled', async () => {
  const buyer = await addCustomer(shop)
  const [first, second, third] = (await addParts(shop, 3)) as [string, string, string]
  const id = await placeOrderOf(buyer.call, { [first]: 10, [second]: 20, [third]: 30 })
  await buyer.call('DELETE', `/api/orders/${id}/lines?lines=1`)
  const { orderNumber } = (await buyer.call('GET', `/booking/${id}`)).body
  const { body } = await buyer.call('GET', '/api/my-overview')
  expect(body.open).toMatchObject([
    { orderNumber, lineCount: 2, quantity: 50, productName: 'Chain 10-speed and 1 more' },
  ])
  await sql`update parts set on_hand = 1e8, reserved = 1e7 where id = ${second}`.execute(shop.db)
  await sql`update order_lines set quantity = 1e7, unit_price_cents = 1
    where order_id = ${id} and part_id = ${second}`.execute(shop.db)
  const [customer] = (await readOverview(7)).reserved.customers
  expect(customer).toMatchObject({ email: buyer.email, orders: 1, pieces: 10_000_030 })
  expect(customer?.total).toBe(100_075)
})

test('returns an empty overview for a customer without orders', async () => {
  const customer = await addCustomer(shop)
  const { status, body } = await customer.call('GET', '/api/my-overview')
  expect([status, body.days, body.open, body.toPay, body.spent]).toEqual([200, 30, [], 0, 0])
})

test('lets only staff read the shop’s overview, for 7, 30 or 90 days', async () => {
  const [one] = customers as [TestUser]
  expect((await one.call('GET', '/api/overview')).body.code).toBe('role_insufficient')
  expect((await shop.call('GET', '/api/my-overview')).status).toBe(401)
  for (const days of ['8', '', '30&days=7', '1e1']) {
    const { status, body } = await admin.call('GET', `/api/overview?days=${days}`)
    expect([days, status, Object.keys(body.errors)]).toEqual([days, 400, ['days']])
  }
})

/** Returns midnight UTC of a day relative to today. */
function midnight(days: number, ms = 0): Date {
  return new Date(today + days * DAY + ms)
}

interface OrderFacts {
  placed_at: Date
  paid_at?: Date
  shipped_at?: Date
  shipped_by?: string
  cancellation_began_at?: Date
  cancelled_at?: Date
  refund_began_at?: Date
  refunded_at?: Date
}

function refunded(when: Date) {
  return {
    refund_began_at: when,
    refunded_at: when,
    cancelled_at: when,
  }
}

/** Adds orders with timestamps on day boundaries, next to them, or anywhere. */
async function addOrders(parts: string[]) {
  const random = createRandom()
  const randomTime = () =>
    midnight(
      -Math.floor(random() * 190),
      [0, -1, 1, DAY - 1, random() * DAY][Math.floor(random() * 5)],
    )
  const adding: Promise<void>[] = []
  for (let n = 0; n < ORDERS; n++) {
    const placed_at = randomTime()
    const later = () =>
      new Date(Math.min(Math.max(randomTime().getTime(), placed_at.getTime()), Date.now()))
    const paid_at = later()
    const outcomes: Partial<OrderFacts>[] = [
      {},
      { paid_at },
      { paid_at, refund_began_at: paid_at },
      { paid_at, shipped_at: later(), shipped_by: admin.id },
      { cancellation_began_at: placed_at, cancelled_at: later() },
      { paid_at, ...refunded(later()) },
    ]
    const outcome = outcomes[Math.floor(random() * outcomes.length)]
    const part = parts[Math.floor(random() * parts.length)] as string
    const quantity = 10 + Math.floor(random() * 5000)
    adding.push(addOrder(part, quantity, { placed_at, ...outcome }, customers[n % 2]))
  }
  await Promise.all(adding)
}

/** Adds orders on the boundaries of each range and of the one before it, to the millisecond. */
async function addOrdersOnBoundaries(part: string) {
  const boundaries = [-179, -89, -59, -29, -13, -6, 0, 1].flatMap((days) => [
    midnight(days),
    midnight(days, -1),
  ])
  const placed_at = midnight(-189)
  await Promise.all(
    boundaries.flatMap((boundary) => [
      addOrder(part, 11, { placed_at: boundary }),
      addOrder(part, 12, { placed_at, paid_at: boundary }),
      addOrder(part, 13, { placed_at, paid_at: placed_at, ...refunded(boundary) }),
    ]),
  )
}

async function addOrder(
  part: string,
  quantity: number,
  facts: OrderFacts,
  customer = customers[1],
) {
  const id = randomUUIDv7()
  const { unit_price_cents } = await shop.db
    .selectFrom('parts')
    .select('unit_price_cents')
    .where('id', '=', part)
    .executeTakeFirstOrThrow()
  const { id: user_id, email, name } = customer as TestUser
  await shop.db
    .insertInto('orders')
    .values({
      id,
      user_id,
      email,
      name,
      phone: '1',
      address: 'x',
      total_cents: quantity * unit_price_cents,
      reserved_until: new Date(facts.placed_at.getTime() + 3 * DAY),
      transaction_id: facts.paid_at ? `pi_${id}` : null,
      ...facts,
    })
    .execute()
  await shop.db
    .insertInto('order_lines')
    .values({ order_id: id, line: 1, part_id: part, part_name: 'Part', unit_price_cents, quantity })
    .execute()
}

/** Creates a generator with a fixed seed. */
function createRandom() {
  let state = 20_261_121
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

/** Computes the revenue with a separate query for each day. */
async function readExpectedRevenue(days: number) {
  const { rows } = await sql<{
    day: string
    paid: number
    refunded: number
    net: number
    orders: number
  }>`
    select to_char(day, 'YYYY-MM-DD') as day, paid, refunded, paid - refunded as net, orders
    from generate_series(0, ${days - 1}::int) n,
      lateral (select (${midnight(0)}::timestamptz at time zone 'UTC')::date - n as day) d,
      lateral (select coalesce(sum(total_cents), 0) as paid, count(*) as orders from orders
        where (paid_at at time zone 'UTC')::date = day) payments,
      lateral (select coalesce(sum(total_cents), 0) as refunded from orders
        where (refunded_at at time zone 'UTC')::date = day) refunds
    order by day`.execute(shop.db)
  return rows
}
