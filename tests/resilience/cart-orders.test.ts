import { randomInt, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ApiResponse } from '../support/shop/api-client.ts'
import { createCardClient } from '../support/shop/cards.ts'
import { addToCart, buildCartOrder, sameQuantityOf } from '../support/shop/carts.ts'
import { payOrder } from '../support/shop/orders.ts'
import { addParts, readStock } from '../support/shop/parts.ts'
import { type ShopProcess, startShopProcess } from '../support/shop/shop-process.ts'
import { addAdmin, addUsers, type TestUser } from '../support/shop/users.ts'
import { waitUntil } from '../support/wait-until.ts'
import {
  extendTestTimeouts,
  finishScenario,
  runConcurrently,
  scale,
  waitUntilRecovered,
} from './fixture.ts'

extendTestTimeouts()

const { customers, lines, parts: partCount, kills } = scale.cartOrders
const QUANTITY = 10
/** Longer than all kills together. */
const KILLS_TIMEOUT_MS = 10 * 60_000

let shop: ShopProcess

beforeAll(async () => {
  shop = await startShopProcess()
})
afterAll(() => shop.close())

/** Adds customers whose carts have overlapping lines in random order, and parts with stock for half of the lines. */
async function fillCarts() {
  const stock = Math.floor((customers * lines) / partCount / 2) * QUANTITY
  const parts = await addParts(shop, partCount, { stock })
  const users = await addUsers(shop, customers)
  const demand = new Map(parts.map((part) => [part, 0]))
  await runConcurrently(customers, 8, async (n) => {
    const chosen = pickParts(parts)
    for (const part of chosen) demand.set(part, (demand.get(part) ?? 0) + QUANTITY)
    const { status } = await addToCart(
      (users[n] as TestUser).call,
      sameQuantityOf(chosen, QUANTITY),
    )
    expect(status).toBe(200)
  })
  return { parts, users, demand, stock }
}

/** Chooses different parts in random order. */
function pickParts(parts: string[]): string[] {
  const left = [...parts]
  return Array.from({ length: lines }, () => left.splice(randomInt(left.length), 1)[0] as string)
}

/** Expects that each part is sold out, or that all its buyers have it. */
async function expectAllSold({ parts, demand, stock }: Awaited<ReturnType<typeof fillCarts>>) {
  for (const part of parts) {
    const { reserved } = await readStock(shop, part)
    expect([part, reserved]).toEqual([part, Math.min(stock, demand.get(part) as number)])
  }
}

/**
 * Orders the cart. Repeats the order without the refused lines until it is accepted or the cart has no other line.
 * Returns all responses.
 */
async function orderAvailableLines(
  { call }: TestUser,
  send: (order: object) => Promise<ApiResponse> = (order) => call('POST', '/api/orders', order),
): Promise<ApiResponse[]> {
  const responses: ApiResponse[] = []
  const excludedParts: string[] = []
  for (;;) {
    const order = await waitUntil(
      'the cart can be read',
      () => readOrder(call, excludedParts).catch(() => undefined),
      KILLS_TIMEOUT_MS,
    )
    const response = await send(order)
    responses.push(response)
    if (response.body.code !== 'lines_refused') return responses
    excludedParts.push(
      ...response.body.lines.map(({ productId }: { productId: string }) => productId),
    )
  }
}

/** Builds an order of the cart. Undefined if the cart cannot be read now. */
async function readOrder(call: TestUser['call'], excludedParts: string[]) {
  const order = await buildCartOrder(call, { leaveOut: excludedParts })
  return order.version === undefined ? undefined : order
}

test('sells exactly the stock when many customers order many scarce parts concurrently', async () => {
  const fixture = await fillCarts()
  const responses = await Promise.all(fixture.users.map((user) => orderAvailableLines(user)))
  const outcomes = new Set(responses.flat().map(({ status, body }) => body.code ?? status))
  expect([...outcomes].filter((one) => !EXPECTED_OUTCOMES.includes(one))).toEqual([])
  await expectAllSold(fixture)
  await finishScenario(shop, customers)
})

const EXPECTED_OUTCOMES: unknown[] = [201, 'lines_refused', 'cart_empty']

test('stores exactly the acknowledged orders when the shop is killed while many customers order many lines', async () => {
  const fixture = await fillCarts()
  let pending = customers
  let onCustomerServed = () => {}
  const acknowledged: string[] = []
  const ordering = fixture.users.map(async (user) => {
    // A request without a response is sent again with the same idempotency key.
    const responses = await orderAvailableLines(user, (order) => {
      const headers = { 'idempotency-key': randomUUID() }
      const send = () => user.call('POST', '/api/orders', order, headers).catch(() => undefined)
      return waitUntil(
        'the order is answered',
        async () => {
          const response = await send()
          return response && response.status < 500 && response
        },
        KILLS_TIMEOUT_MS,
      )
    })
    const lastResponse = responses.at(-1) as ApiResponse
    if (lastResponse.status === 201) acknowledged.push(lastResponse.body.orderId)
    pending -= 1
    onCustomerServed()
  })
  const finished = Promise.all(ordering)
  finished.catch(() => {})
  for (let n = 0; n < kills && pending > 0; n++) {
    const customerServed = new Promise<void>((resolve) => {
      onCustomerServed = resolve
    })
    await Promise.race([customerServed, finished])
    await shop.kill()
    await shop.start()
  }
  await finished
  const { rows } = await sql<{
    id: string
  }>`select id from orders where user_id = any (${fixture.users.map(({ id }) => id)}::uuid[])`.execute(
    shop.db,
  )
  expect(rows.map(({ id }) => id).sort()).toEqual(acknowledged.sort())
  await expectAllSold(fixture)
  await finishScenario(shop, kills)
})

test('keeps the ledger consistent while overlapping orders are paid, shipped, refunded and cancelled concurrently', async () => {
  const cards = createCardClient(shop)
  const admin = await addAdmin(shop)
  const parts = await addParts(shop, lines * 2, { stock: 1_000_000 })
  const users = await addUsers(shop, customers)
  const responses = await runConcurrently(customers, customers, async (n) => {
    const { call, email } = users[n] as TestUser
    await addToCart(call, sameQuantityOf(pickParts(parts), QUANTITY))
    const placed = await call('POST', '/api/orders', await buildCartOrder(call))
    const id = placed.body.orderId
    if (n % 2 === 0) await payOrder(call, cards, id)
    const changes = [
      () => admin.call('PATCH', `/shipped/${id}`),
      () => call('DELETE', `/booking/${id}?client=${email}`),
      () => admin.call('POST', `/api/orders/${id}/refund`),
      () => call('DELETE', `/api/orders/${id}/lines?lines=${1 + randomInt(lines)},2,3`),
    ]
    return [placed, await (changes[n % 4] as (typeof changes)[number])()]
  })
  expect(responses.flat().filter(({ status }) => status !== 200 && status !== 201)).toEqual([])
  await waitUntilRecovered(shop)
  await finishScenario(shop, customers)
})
