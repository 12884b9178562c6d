import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeBooks } from '../../tests/resilience/close-books.ts'
import { counts, isFull } from '../../tests/resilience/counts.ts'
import { endWhileTrading } from '../../tests/resilience/end-while-trading.ts'
import { takeTime, WITHIN_A_MINUTE } from '../../tests/resilience/patience.ts'
import { type Scene, setScene } from '../../tests/resilience/scene.ts'
import { checkTold, trade } from '../../tests/resilience/trade.ts'
import { untilWhole } from '../../tests/resilience/until-whole.ts'
import { askIdentity } from '../../tests/support/identity/sign-in.ts'
import { freePort } from '../../tests/support/network/ports.ts'
import { descendantsOf } from '../../tests/support/run.ts'
import { callsOf, tally } from '../../tests/support/shop/calls.ts'
import { addPart } from '../../tests/support/shop/parts.ts'
import { addPeople } from '../../tests/support/shop/people.ts'
import { type ShopProcess, startShopProcess } from '../../tests/support/shop/shop-process.ts'
import { waitUntil } from '../../tests/support/wait-until.ts'

takeTime()

const WORKERS = '2'
const { customers: CUSTOMERS } = counts

let shop: ShopProcess
let scene: Scene
let metricsPort: number

beforeAll(async () => {
  metricsPort = await freePort()
  const settings = { WORKERS, WORKER_STUCK_SECONDS: '3', METRICS_PORT: String(metricsPort) }
  shop = await startShopProcess({ settings })
  scene = await setScene(shop)
})
afterAll(() => shop.close())

/** Over a connection of its own: each goes to another worker than the one before. */
const visit: ReturnType<typeof callsOf> = (method, path, body, headers) =>
  callsOf(shop.url)(method, path, body, { ...headers, connection: 'close' })

const workers = async () =>
  (await descendantsOf(shop.pid())).filter((pid) => pid !== shop.pid()) as [number, number]

/** Comes back when another worker stands in this one's place and serves. */
const untilReplaced = (pid: number) =>
  waitUntil(
    'another worker stands in its place',
    async () => {
      const now = await workers()
      return now.length === Number(WORKERS) && !now.includes(pid)
    },
    WITHIN_A_MINUTE,
  )

test('what one worker changes is seen in all of them', async () => {
  const part = await addPart(shop, { stock: 100 })
  const available = async () =>
    (await visit('GET', `/parts/${part}`)).body.availableQuantity as number
  const inAll = () => Promise.all(Array.from({ length: 8 }, available))
  expect(await inAll()).toEqual(Array(8).fill(100))
  const change = { pieces: 5, reason: 'Delivery' }
  await scene.admin.call('POST', `/api/parts/${part}/stock`, change)
  await waitUntil('all agree', async () => (await inAll()).every((pieces) => pieces === 105))
})

test('who guesses a password is stopped, whichever worker he asks', async () => {
  const guess = (n: number) =>
    askIdentity({ url: shop.url, visit }, '/sign-in/email', {
      email: 'nobody@example.com',
      password: `a guess ${n}`,
    })
  await guess(0)
  await shop.db
    .updateTable('rate_limits' as never)
    .set({ count: 8 } as never)
    .execute()
  const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(guess))
  expect(tally(answers)).toEqual({ INVALID_EMAIL_OR_PASSWORD: 2, too_many_requests: 4 })
})

/** What the port for Prometheus says of this. */
async function told(series: string): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${metricsPort}/metrics`)
  const line = (await answer.text()).split('\n').find((one) => one.startsWith(`${series} `))
  return Number(line?.split(' ')[1])
}

test('one port tells what all workers have counted', async () => {
  const refusals = () => told('freehub_refusals_total{code="token_missing"}')
  const before = (await refusals()) || 0
  await Promise.all(Array.from({ length: 8 }, () => visit('GET', '/allOrders')))
  // Of a worker that does not answer within a second the last is told.
  const counted = async () => (await refusals()) === before + 8
  await waitUntil('all are counted', counted)
  expect(await told('freehub_workers')).toBe(2)
})

test('a worker that is killed or stuck in a lively trade is replaced, and nothing acknowledged is lost', async () => {
  await visit('GET', '/allOrders')
  const counted = () => told('freehub_refusals_total{code="token_missing"}')
  const before = await waitUntil('it is counted', counted)
  const trading = trade(scene, await addPeople(shop, CUSTOMERS))
  const sold = (more: number) => {
    const enough = trading.told.placed.length + more
    return waitUntil('it is sold', () => trading.told.placed.length >= enough, WITHIN_A_MINUTE)
  }
  await sold(CUSTOMERS)
  const [killed] = await workers()
  process.kill(killed, 'SIGKILL')
  await sold(CUSTOMERS)
  await untilReplaced(killed)
  if (isFull) await stickOne()
  await sold(CUSTOMERS + 1)
  await trading.stop()
  expect(await counted()).toBe(before)
  expect(await told('freehub_worker_deaths_total')).toBe(isFull ? 2 : 1)
  await checkTold(scene, trading.told)
  await untilWhole(shop)
  await closeBooks(shop, isFull ? 2 : 1)
})

/** Stops a worker's event loop. launch-worker.test.ts shows it quickly, without the trade. */
async function stickOne() {
  const [stuck] = await workers()
  process.kill(stuck, 'SIGSTOP')
  // One of these is handed to the worker that hangs: whoever came with it hears that he must come again.
  const newcomers = [1, 2, 3].map(() => visit('GET', '/healthz').catch(() => 'cut off'))
  await untilReplaced(stuck)
  await Promise.all(newcomers)
}

test('a shop that is told to end answers what is under way in each worker, and lets go of who is idle', async () => {
  await endWhileTrading(shop, scene, { customers: CUSTOMERS, orders: 2 * CUSTOMERS })
})
