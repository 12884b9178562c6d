import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createFixture,
  extendTestTimeouts,
  type Fixture,
  finishScenario,
  isFull,
  RECOVERY_TIMEOUT_MS,
  scale,
  waitUntilRecovered,
} from '../../tests/resilience/fixture.ts'
import {
  expectOutcomesKept,
  startWorkload,
  stopDuringWorkload,
} from '../../tests/resilience/workload.ts'
import { callIdentity } from '../../tests/support/identity/sign-in.ts'
import { findFreePort } from '../../tests/support/network/ports.ts'
import { countOutcomes, createApiClient } from '../../tests/support/shop/api-client.ts'
import { addPart } from '../../tests/support/shop/parts.ts'
import { type ShopProcess, startShopProcess } from '../../tests/support/shop/shop-process.ts'
import { addUsers } from '../../tests/support/shop/users.ts'
import { listProcessTree } from '../../tests/support/spawn-script.ts'
import { waitUntil } from '../../tests/support/wait-until.ts'

extendTestTimeouts()

const WORKERS = '2'
const { customers: CUSTOMERS } = scale

let shop: ShopProcess
let fixture: Fixture
let metricsPort: number

beforeAll(async () => {
  metricsPort = await findFreePort()
  const settings = {
    WORKERS,
    METRICS_PORT: String(metricsPort),
    // A busy machine may pause a worker for long. The limit is low only in the full test, which blocks a worker.
    WORKER_STUCK_SECONDS: isFull ? '3' : '600',
  }
  shop = await startShopProcess({ settings })
  fixture = await createFixture(shop)
})
afterAll(() => shop?.close())

/** Uses a new connection, which any worker may accept. */
const call: ReturnType<typeof createApiClient> = (method, path, body, headers) =>
  createApiClient(shop.url)(method, path, body, { ...headers, connection: 'close' })

const workers = async () =>
  (await listProcessTree(shop.pid())).filter((pid) => pid !== shop.pid()) as [number, number]

/** Resolves when another worker process has replaced this one. */
const waitUntilReplaced = (pid: number) =>
  waitUntil(
    `another worker has replaced ${pid}`,
    async () => {
      const now = await workers()
      return now.length === Number(WORKERS) && !now.includes(pid)
    },
    RECOVERY_TIMEOUT_MS,
  )

/** Reads the available quantity of a part from each worker. Request ids of a worker have the same prefix. */
async function readFromBoth(part: string): Promise<number[]> {
  const quantities = new Map<string | undefined, number>()
  await waitUntil('both workers have responded', async () => {
    const read = () => call('GET', `/parts/${part}`)
    for (const { headers, body } of await Promise.all(Array.from({ length: 8 }, read)))
      quantities.set(headers.get('x-request-id')?.split('-')[0], body.availableQuantity)
    return quantities.size === Number(WORKERS)
  })
  return [...quantities.values()]
}

test('all workers show a change that one worker has made', async () => {
  const part = await addPart(shop, { stock: 100 })
  expect(await readFromBoth(part)).toEqual([100, 100])
  const change = { pieces: 5, reason: 'Delivery' }
  await fixture.admin.call('POST', `/api/parts/${part}/stock`, change)
  await waitUntil('both agree', async () =>
    (await readFromBoth(part)).every((quantity) => quantity === 105),
  )
})

test('limits password guesses across workers', async () => {
  const guess = (n: number) =>
    callIdentity({ url: shop.url, call }, '/sign-in/email', {
      email: 'nobody@example.com',
      password: `a guess ${n}`,
    })
  await guess(0)
  await shop.db
    .updateTable('rate_limits' as never)
    .set({ count: 8 } as never)
    .execute()
  const responses = await Promise.all([1, 2, 3, 4, 5, 6].map(guess))
  expect(countOutcomes(responses)).toEqual({ INVALID_EMAIL_OR_PASSWORD: 2, too_many_requests: 4 })
})

/** Reads a series from the metrics port. */
async function readMetric(series: string): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${metricsPort}/metrics`)
  const line = (await response.text()).split('\n').find((one) => one.startsWith(`${series} `))
  return Number(line?.split(' ')[1])
}

test('serves the metrics of all workers on one port', async () => {
  const refusals = () => readMetric('freehub_refusals_total{code="token_missing"}')
  const before = (await refusals()) || 0
  await Promise.all(Array.from({ length: 8 }, () => call('GET', '/allOrders')))
  // For a worker that does not respond within a second, the last values are used.
  const counted = async () => (await refusals()) === before + 8
  await waitUntil('all are counted', counted)
  expect(await readMetric('freehub_workers')).toBe(2)
})

test('replaces a killed or blocked worker under load without losing confirmed orders', async () => {
  const counted = async () =>
    (await readMetric('freehub_refusals_total{code="token_missing"}')) || 0
  const previous = await counted()
  await call('GET', '/allOrders')
  const before = await waitUntil('it is counted', async () => {
    const current = await counted()
    return current > previous && current
  })
  const workload = startWorkload(fixture, await addUsers(shop, CUSTOMERS))
  const waitForOrders = (more: number) => {
    const target = workload.outcomes.placed.length + more
    return waitUntil(
      'orders are placed',
      () => workload.outcomes.placed.length >= target,
      RECOVERY_TIMEOUT_MS,
    )
  }
  await waitForOrders(CUSTOMERS)
  const [killed] = await workers()
  process.kill(killed, 'SIGKILL')
  await waitForOrders(CUSTOMERS)
  await waitUntilReplaced(killed)
  if (isFull) await blockOneWorker()
  await waitForOrders(CUSTOMERS + 1)
  await workload.stop()
  expect(await counted()).toBe(before)
  expect(await readMetric('freehub_worker_exits_total')).toBe(isFull ? 2 : 1)
  await expectOutcomesKept(fixture, workload.outcomes)
  await waitUntilRecovered(shop)
  await finishScenario(shop, isFull ? 2 : 1)
})

/** Blocks a worker's event loop. launch-worker.test.ts tests this quickly, without load. */
async function blockOneWorker() {
  const [blocked] = await workers()
  process.kill(blocked, 'SIGSTOP')
  // A connection that the blocked worker has already accepted is cut off.
  const requests = [1, 2, 3].map(() => call('GET', '/healthz').catch(() => 'cut off'))
  await waitUntilReplaced(blocked)
  await Promise.all(requests)
}

test('completes pending requests in each worker and closes idle connections on shutdown', async () => {
  await stopDuringWorkload(shop, fixture, { customers: CUSTOMERS, orders: 2 * CUSTOMERS })
})
