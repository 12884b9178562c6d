import { randomInt, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { ApiResponse } from '../support/shop/api-client.ts'
import { buildBooking } from '../support/shop/orders.ts'
import type { ShopProcess } from '../support/shop/shop-process.ts'
import { addUsers, type TestUser } from '../support/shop/users.ts'
import { waitUntil } from '../support/wait-until.ts'
import { type Fixture, RECOVERY_TIMEOUT_MS, scale } from './fixture.ts'

const RETRY_DELAY_MS = 100

/** Acknowledged writes by kind, which must be stored, and orders without a response. */
interface Outcomes {
  placed: { key: string; id: string; customer: TestUser }[]
  unanswered: { key: string; customer: TestUser }[]
  paid: string[]
  shipped: string[]
  cancelled: string[]
}

/**
 * Starts a workload: each customer repeatedly places an order, then pays it, cancels it or leaves it unpaid. Staff
 * ship paid orders. An order without a response is retried. Other failures end the purchase. Records every acknowledged
 * write.
 */
export function startWorkload(fixture: Fixture, customers: TestUser[]) {
  const outcomes: Outcomes = { placed: [], unanswered: [], paid: [], shipped: [], cancelled: [] }
  let isRunning = true
  const loops = customers.map(async (customer) => {
    while (isRunning) await buyOnce(fixture, customer, outcomes).catch(() => wait(RETRY_DELAY_MS))
  })
  return {
    outcomes,
    /** Waits until `count` more orders are placed. */
    waitForOrders(count: number) {
      const target = outcomes.placed.length + count
      const isReached = () => outcomes.placed.length >= target
      return waitUntil(`${count} more orders are placed`, isReached, RECOVERY_TIMEOUT_MS)
    },
    async stop() {
      isRunning = false
      await Promise.all(loops)
    },
  }
}

async function buyOnce(fixture: Fixture, customer: TestUser, outcomes: Outcomes) {
  const { unanswered } = outcomes
  // An attempt without a response is repeated with its idempotency key.
  const pending = unanswered.find((attempt) => attempt.customer === customer)
  const attempt = pending ?? { key: randomUUID(), customer }
  if (!pending) unanswered.push(attempt)
  const id = readOrderId(await sendBooking(fixture, attempt))
  unanswered.splice(unanswered.indexOf(attempt), 1)
  outcomes.placed.push({ ...attempt, id })
  const choice = randomInt(4)
  if (choice === 0) return
  if (choice === 1) {
    const { body } = requireSuccess(
      await customer.call('DELETE', `/booking/${id}?client=${customer.email}`),
    )
    if (body.deletedCount === 1) outcomes.cancelled.push(id)
    return
  }
  const totalPrice = 25
  const payment = requireSuccess(
    await customer.call('POST', '/create-payment-intent', { totalPrice, bookingId: id }),
  )
  await fixture.cards.pay(payment.body.clientSecret)
  requireSuccess(await customer.call('PATCH', `/booking/${id}`, {}))
  outcomes.paid.push(id)
  const { body } = requireSuccess(await fixture.admin.call('PATCH', `/shipped/${id}`))
  if (body.modifiedCount === 1) outcomes.shipped.push(id)
}

function sendBooking(
  fixture: Fixture,
  { key, customer }: { key: string; customer: TestUser },
): Promise<ApiResponse> {
  const headers = { 'idempotency-key': key }
  return customer.call('POST', '/booking', buildBooking(fixture.part), headers)
}

const readOrderId = (response: ApiResponse): string =>
  requireSuccess(response).body.result.insertedId

/** Returns the response. Throws if its status is an error. */
function requireSuccess(response: ApiResponse): ApiResponse {
  if (response.status >= 400) throw new Error(JSON.stringify(response.body))
  return response
}

/**
 * Repeats the orders without a response. Then expects that all acknowledged writes are stored,
 * with one order for each attempt. Returns the number of acknowledged writes.
 */
export async function expectOutcomesKept(fixture: Fixture, outcomes: Outcomes): Promise<number> {
  for (const attempt of outcomes.unanswered.splice(0)) {
    const response = await waitUntil(
      'the shop accepts requests again',
      async () => {
        const response = await sendBooking(fixture, attempt)
        return response.status !== 503 && response
      },
      RECOVERY_TIMEOUT_MS,
    )
    outcomes.placed.push({ ...attempt, id: readOrderId(response) })
  }
  const customers = [...new Set(outcomes.placed.map(({ customer }) => customer.id))]
  const orders = await fixture.db
    .selectFrom('orders')
    .select(['id', 'paid_at', 'shipped_at', 'cancelled_at'])
    .where('user_id', 'in', customers)
    .execute()
  expect(orders).toHaveLength(outcomes.placed.length)
  const orderById = new Map(orders.map((order) => [order.id, order]))
  const countMails = async () => {
    const { rows } = await sql<{ mails: number }>`select count(*)::int as mails from pgboss.job
      where name = 'mail' and data ->> 'kind' = 'order-placed'
        and data ->> 'orderId' = any(${outcomes.placed.map(({ id }) => id)})`.execute(fixture.db)
    return rows[0]?.mails
  }
  // Mails are queued after the commit.
  await expect.poll(countMails).toBe(outcomes.placed.length)
  expect(outcomes.placed.filter(({ id }) => !orderById.has(id))).toEqual([])
  expect(outcomes.paid.filter((id) => !orderById.get(id)?.paid_at)).toEqual([])
  expect(outcomes.shipped.filter((id) => !orderById.get(id)?.shipped_at)).toEqual([])
  expect(outcomes.cancelled.filter((id) => !orderById.get(id)?.cancelled_at)).toEqual([])
  const { placed, paid, shipped, cancelled } = outcomes
  return [placed, paid, shipped, cancelled].flat().length
}

/**
 * Sends SIGTERM to a shop after new customers have placed `orders` orders. Expects exit code 0, and that exactly the
 * acknowledged orders are stored.
 */
export async function stopDuringWorkload(
  shop: ShopProcess,
  fixture: Fixture,
  { customers, orders }: { customers: number; orders: number },
): Promise<void> {
  const buyers = await addUsers(shop, customers)
  const workload = startWorkload(fixture, buyers)
  await workload.waitForOrders(orders)
  const stopped = workload.stop()
  expect(await shop.stop()).toBe(0)
  await stopped
  const storedOrders = await shop.db
    .selectFrom('orders')
    .select('id')
    .where(
      'user_id',
      'in',
      buyers.map(({ id }) => id),
    )
    .execute()
  expect(storedOrders).toHaveLength(workload.outcomes.placed.length)
}

const MEMORY_INTERVAL_MS = 100
/** Longer than any timeout of the shop. */
const REQUEST_TIMEOUT_MS = 60_000

/**
 * A path to request. `contains`: a text that only a complete response contains, to detect pages
 * without data.
 */
interface MonitoredPath {
  path: string
  contains: string
}

export interface AvailabilityReport {
  /** Number of requests. */
  requests: number
  /** Requests that failed, with the reason. */
  failures: string[]
  /** Peak resident memory of the process; 0 on systems other than Linux. */
  memoryMb: number
}

/**
 * Requests paths continuously and samples the shop's memory. Returns a function that stops and returns
 * the report.
 */
export function monitorAvailability(shop: { url: string; pid(): number }, paths: MonitoredPath[]) {
  const report: AvailabilityReport = { requests: 0, failures: [], memoryMb: 0 }
  let isRunning = true

  async function requestPath({ path, contains }: MonitoredPath) {
    while (isRunning) {
      const failure = await findFailure(shop.url + path, contains)
      if (failure) report.failures.push(`${path}: ${failure}`)
      report.requests += 1
      await wait(scale.monitorEveryMs)
    }
  }
  async function sampleMemory() {
    while (isRunning) {
      report.memoryMb = Math.max(report.memoryMb, await readResidentMegabytes(shop.pid()))
      await wait(MEMORY_INTERVAL_MS)
    }
  }
  const loops = Promise.all([...paths.map(requestPath), sampleMemory()])

  return async (): Promise<AvailabilityReport> => {
    isRunning = false
    await loops
    return report
  }
}

async function findFailure(url: string, contains: string): Promise<string | undefined> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) })
    const body = await response.text()
    if (!response.ok) return `${response.status} ${body.slice(0, 200)}`
    return body.includes(contains) ? undefined : `without ${contains}`
  } catch (error) {
    return (error as Error).message
  }
}

/** Reads the resident memory of a process. Returns 0 on systems other than Linux. */
async function readResidentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Math.round(Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024)
}
