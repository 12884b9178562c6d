import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, TestRunner, test } from 'vitest'
import { connect, type Db } from '../../../server/platform/database/connections/connect.ts'
import { acceptsQueries } from '../../support/database/query.ts'
import { startProviders } from '../../support/network/start-providers.ts'
import { testSettings } from '../../support/shop/settings.ts'
import { addUsers, type TestUser } from '../../support/shop/users.ts'
import { waitUntil } from '../../support/wait-until.ts'
import {
  createFixture,
  type Fixture,
  finishScenario,
  RECOVERY_TIMEOUT_MS,
  waitUntilRecovered,
} from '../fixture.ts'
import { expectOutcomesKept, startWorkload } from '../workload.ts'
import { startStockAdjustments, startVisitors } from './background-requests.ts'
import { CallLog } from './call-log.ts'
import { type Member, startHaproxy } from './database-members.ts'
import { type PostgresCluster, startPostgresCluster } from './postgres-cluster.ts'
import { startShop } from './start-shop.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** For the table of `npm run test:cluster`. */
    cluster?: Record<string, string | number>
  }
}

const LOGS = path.resolve(import.meta.dirname, '../../../.cache/reports/cluster')
const PORTS = [3001, 3002]
const CUSTOMERS_PER_SHOP = 3
/** Orders to place before, during and after a fault. */
const ORDERS_PER_PHASE = 30
/** Maximum time without an acknowledged write after a fault. */
const OUTAGE_MAX_SECONDS = 30

let cluster: PostgresCluster
let providers: Awaited<ReturnType<typeof startProviders>>
let db: Db
let fixture: Fixture
const urls = PORTS.map((port) => `http://127.0.0.1:${port}`)
const FIRST_URL = urls[0] as string
const cleanups: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  await mkdir(LOGS, { recursive: true })
  cluster = await startPostgresCluster({ disk: process.env.CLUSTER_DISK as string, logs: LOGS })
  cleanups.push(startHaproxy(LOGS))
  providers = await startProviders(FIRST_URL)
  cleanups.push(() => providers.close())
  const settings = {
    ...testSettings,
    ...providers.settings,
    DATABASE_URL: cluster.databaseUrl,
    DATABASE_READ_URL: cluster.readUrl,
    JOBS_EVERY_MS: '1000',
    UNPAID_ORDERS_MAX: '100000',
    LOG_LEVEL: 'warn',
  }
  await waitUntil('HAProxy reaches the primary', () => acceptsQueries(cluster.databaseUrl))
  for (const port of PORTS) cleanups.push(await startShop(port, settings, LOGS))
  db = connect(cluster.databaseUrl, () => {}).db
  cleanups.push(() => db.destroy())
  fixture = await createFixture({ db, url: FIRST_URL, sandbox: providers.sandbox })
})
afterAll(async () => {
  for (const cleanUp of cleanups.reverse()) await cleanUp()
})

test('keeps every accepted order when the synchronous replica is disconnected', async () => {
  const replica = await cluster.findSynchronousReplica()
  await expectWorkloadSurvives({
    inject: () => replica.disconnect(),
    repair: () => replica.reconnect(),
  })
})

test('keeps every accepted order during a planned switchover of the primary', async () => {
  await expectWorkloadSurvives({ inject: () => waitForNewPrimary(() => cluster.switchOver()) })
})

test('keeps every accepted order when the primary stops', async () => {
  const primary = await cluster.findPrimary()
  await expectWorkloadSurvives({
    inject: () => waitForNewPrimary(() => primary.stopPatroni()),
    repair: async () => primary.startPatroni(),
  })
})

test('keeps every accepted order when the primary is disconnected', async () => {
  const primary = await cluster.findPrimary()
  expect(await hasSteppedDown(primary)).toBe(false)
  await expectWorkloadSurvives({
    inject: () =>
      waitForNewPrimary(async () => {
        await primary.disconnect()
        await expect(primary.query('create table split_brain ()')).rejects.toThrow()
        await waitUntil(
          'the old primary has stepped down',
          () => hasSteppedDown(primary),
          RECOVERY_TIMEOUT_MS,
        )
      }),
    repair: () => primary.reconnect(),
  })
  expect(await (await cluster.findPrimary()).query("select to_regclass('split_brain')")).toBe('')
})

test('keeps every accepted order when the primary’s machine loses power', async () => {
  const primary = await cluster.findPrimary()
  await expectWorkloadSurvives({
    inject: () => waitForNewPrimary(() => primary.kill()),
    async repair() {
      await primary.boot()
      primary.startServices()
    },
  })
})

interface Fault {
  /** Injects the fault. Resolves when the shops must be able to accept orders again. */
  inject(): Promise<unknown>
  /** Repairs the fault. */
  repair?(): Promise<unknown>
}

/**
 * Runs the workload on both shops, with visitors, during a fault. Expects that acknowledged writes are
 * stored, failures are 503 responses, public pages stay available and the ledger is consistent.
 */
async function expectWorkloadSurvives({ inject, repair }: Fault) {
  const log = new CallLog()
  const visitors = startVisitors(urls)
  const workload = startWorkload(
    { ...fixture, admin: withCallLog(log, fixture.admin, FIRST_URL) },
    await addCustomers(log),
  )
  const adjustments = startStockAdjustments(fixture, withCallLog(log, fixture.admin, FIRST_URL))
  const { waitForOrders } = workload
  await waitForOrders(ORDERS_PER_PHASE)
  const injectedAt = Date.now()
  await inject()
  await waitForOrders(ORDERS_PER_PHASE)
  await repair?.()
  const recoverySeconds = await cluster.waitUntilHealthy()
  await waitForOrders(ORDERS_PER_PHASE)
  await Promise.all([workload.stop(), adjustments.stop(), visitors.stop()])

  const acknowledged =
    (await expectOutcomesKept(fixture, workload.outcomes)) + (await adjustments.check())
  await waitUntilRecovered({ db, sandbox: providers.sandbox })
  await finishScenario({ db, sandbox: providers.sandbox }, 1)
  const outageSeconds = log.maxOutageSeconds(injectedAt, urls)
  recordResult({
    'longest time without an acknowledged write, s': outageSeconds.toFixed(1),
    'acknowledged writes': acknowledged,
    '503 responses': log.count(503),
    'slowest response, s': log.maxSeconds().toFixed(1),
    'slowest public page, s': visitors.log.maxSeconds().toFixed(1),
    'cluster healthy again after, s': recoverySeconds.toFixed(1),
  })
  log.expectTimelyResponses()
  visitors.log.expectAllOk()
  expect(outageSeconds).toBeLessThan(OUTAGE_MAX_SECONDS)
}

/** Runs a failover and waits until another member is the primary. */
async function waitForNewPrimary(failOver: () => Promise<unknown>) {
  const { name } = await cluster.findPrimary()
  await failOver()
  await waitUntil(
    'another member is the primary',
    () =>
      cluster.findPrimary().then(
        (primary) => primary.name !== name,
        () => false,
      ),
    RECOVERY_TIMEOUT_MS,
  )
}

/** True if the member's PostgreSQL has stopped or is read-only. */
async function hasSteppedDown(member: Member): Promise<boolean> {
  return (await member.query('select pg_is_in_recovery()').catch(() => 't')) === 't'
}

async function addCustomers(log: CallLog): Promise<TestUser[]> {
  const users = await Promise.all(
    urls.map(async (url) =>
      (await addUsers({ db, url }, CUSTOMERS_PER_SHOP)).map((user) => withCallLog(log, user, url)),
    ),
  )
  return users.flat()
}

function withCallLog(log: CallLog, user: TestUser, url: string): TestUser {
  return { ...user, call: log.record(user.call, url) }
}

function recordResult(cluster: Record<string, string | number>) {
  const running = TestRunner.getCurrentTest()
  if (running) running.meta.cluster = cluster
}
