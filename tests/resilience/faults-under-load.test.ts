import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { memorySettings } from '../../scripts/prepare/memory-settings.mjs'
import {
  type DedicatedPostgres,
  startDedicatedPostgres,
} from '../support/database/dedicated-postgres.ts'
import { type Relay, startRelay } from '../support/network/relay.ts'
import type { ApiResponse } from '../support/shop/api-client.ts'
import { createCardClient } from '../support/shop/cards.ts'
import { getInbox } from '../support/shop/inbox.ts'
import { buildBooking, placeOrder } from '../support/shop/orders.ts'
import { type ShopProcess, startShopProcess } from '../support/shop/shop-process.ts'
import { addUsers, type TestUser } from '../support/shop/users.ts'
import { waitUntil } from '../support/wait-until.ts'
import {
  createFixture,
  extendTestTimeouts,
  type Fixture,
  finishScenario,
  isFull,
  RECOVERY_TIMEOUT_MS,
  scale,
  waitUntilRecovered,
} from './fixture.ts'
import { fillLargeCatalog, readManyPages } from './large-catalog.ts'
import { sendMalformedRequests } from './malformed-requests.ts'
import { measureCapacity, offerLoad } from './offer-load.ts'
import { openSlowClients } from './slow-clients.ts'
import { canMount, mountSmallDisk, type SmallDisk } from './small-disk.ts'
import {
  type AvailabilityReport,
  expectOutcomesKept,
  monitorAvailability,
  startWorkload,
} from './workload.ts'

extendTestTimeouts()

/** Restores the production limits, which `testSettings` raises, and serves pages. */
const productionSettings = {
  ...memorySettings.env,
  NODE_OPTIONS: memorySettings.options.join(' '),
  PAGES: 'on',
  REQUESTS_MAX: '',
  DATABASE_WAITING_MAX: '',
  // In `npm test`, other tests use the CPU, so the shop must not shed load because of its own lag.
  ...(isFull && { EVENT_LOOP_LAG_MS: '' }),
  LARGE_BODIES_MAX: '',
  STRIPE_CALLS_MAX: '',
  STRIPE_SECONDS: '',
}
const CUSTOMERS = scale.customers
/** More than the number of calls that may wait for the card provider. */
const PAYING_CUSTOMERS = 60
const OVERLOAD_FACTOR = 10
/** Minimum and maximum number of requests sent, for slow and fast machines. */
const OVERLOAD_MIN = 600
const OVERLOAD_MAX = 50_000
const MEMORY_MAX_MB = 400

/** Needs a PostgreSQL that it can stop, so it is skipped with TEST_DATABASE_URL. */
describe.skipIf(process.env.TEST_DATABASE_URL)('a shop with faults under load', () => {
  let disk: SmallDisk | undefined
  let postgres: DedicatedPostgres
  /** Relays in front of the card provider and the mail server. */
  let provider: Relay
  let mail: Relay
  let shop: ShopProcess
  let fixture: Fixture
  /** A customer outside the workload. */
  let customer: TestUser

  beforeAll(async () => {
    disk = canMount ? await mountSmallDisk(scale.diskMb) : undefined
    postgres = await startDedicatedPostgres(disk?.folder)
    provider = await startRelay()
    mail = await startRelay()
    shop = await startShopProcess({
      databaseUrl: postgres.databaseUrl,
      settings: {
        ...productionSettings,
        CONNECTIONS_MAX: '1000',
        HEADERS_SECONDS: String(scale.requestTimeoutSeconds),
        BODY_SECONDS: String(scale.requestTimeoutSeconds),
        MAIL_SECONDS: String(scale.requestTimeoutSeconds),
        STRIPE_API_URL: `http://127.0.0.1:${provider.port}`,
        SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      },
    })
    provider.redirectTo(shop.sandbox.url)
    mail.redirectTo(shop.sandbox.smtpUrl)
    fixture = await createFixture(shop)
    customer = await fixture.addCustomer()
    // The memory limit also applies to a shop with full caches.
    if (isFull) await fillLargeCatalog(postgres.databaseUrl)
    if (isFull) await readManyPages(shop)
  })
  afterAll(async () => {
    await shop?.close()
    await Promise.all([provider?.close(), mail?.close()])
    await postgres?.close()
    await disk?.close()
  })

  /**
   * Runs the workload before, during and after a fault. Expects that liveness and public pages stay available
   * throughout, that the shop recovers without help, and that all acknowledged writes are kept.
   */
  async function expectWorkloadSurvives(
    injectFault: (waitForOrders: (count: number) => Promise<unknown>) => Promise<unknown>,
  ) {
    const workload = startWorkload(fixture, await addUsers(shop, CUSTOMERS))
    const { waitForOrders } = workload
    await waitForOrders(CUSTOMERS)
    const monitored = [
      { path: '/healthz', contains: '' },
      { path: '/parts?size=6', contains: fixture.part },
      { path: `/parts/${fixture.part}`, contains: fixture.part },
      { path: '/reviews', contains: '[' },
      { path: '/', contains: fixture.part },
      { path: '/allParts', contains: fixture.part },
      { path: `/allParts/${fixture.part}`, contains: '116 links' },
    ]
    // A busy shop refuses responses that it has not cached yet.
    const isCached = async ({ path }: { path: string }) => (await fetch(shop.url + path)).ok
    await Promise.all(monitored.map((page) => waitUntil('a page is cached', () => isCached(page))))
    const stopMonitor = monitorAvailability(shop, monitored)
    let report: AvailabilityReport
    try {
      await injectFault(waitForOrders)
      await waitForOrders(CUSTOMERS + 1)
    } finally {
      await workload.stop()
      report = await stopMonitor()
    }
    expect(report.failures).toEqual([])
    expect(report.memoryMb).toBeLessThan(MEMORY_MAX_MB)
    const acknowledged = await expectOutcomesKept(fixture, workload.outcomes)
    await waitUntilRecovered(shop)
    await finishScenario(shop, acknowledged)
  }

  /** Places an order and starts its payment. Returns the status and the code of the response. */
  async function tryPayment(user: TestUser): Promise<string> {
    const payment = { totalPrice: 25, bookingId: await bookWithRetry(user) }
    const { status, body } = await retryWhileOverloaded(() =>
      user.call('POST', '/create-payment-intent', payment),
    )
    return `${status} ${body.code}`
  }

  /** Counts the failed attempts to send a mail. */
  async function countFailedMails(): Promise<number> {
    const { rows } = await sql<{ failed: number }>`
      select sum(retry_count + (state = 'retry')::int)::int as failed
      from pgboss.job where name = 'mail'`.execute(fixture.db)
    return rows[0]?.failed ?? 0
  }

  async function bookWithRetry(user: TestUser): Promise<string> {
    return (await retryWhileOverloaded(() => sendBooking(user))).body.result.insertedId
  }

  /** Repeats a request while the shop sheds load, which is not under test here. */
  function retryWhileOverloaded(send: () => Promise<ApiResponse>): Promise<ApiResponse> {
    const sendOnce = async () => {
      const response = await send()
      return response.body.code !== 'overloaded' && response
    }
    return waitUntil('the request is accepted', sendOnce, RECOVERY_TIMEOUT_MS)
  }

  const sendBooking = ({ call }: TestUser) =>
    call('POST', '/booking', buildBooking(fixture.part), { 'idempotency-key': randomUUID() })

  test.skipIf(!canMount)('recovers from a full disk', () =>
    expectWorkloadSurvives(async () => {
      await disk?.fill()
      await waitUntil('orders fail', async () => {
        // Uses up the WAL segments that PostgreSQL has already created.
        await sql`select pg_switch_wal()`.execute(fixture.db).catch(() => {})
        return (await sendBooking(customer)).status === 503
      })
      await disk?.free()
    }),
  )

  test('serves cached responses while the database is frozen', () =>
    expectWorkloadSurvives(async () => {
      const thaw = await postgres.freeze()
      try {
        const isReady = async () => (await fetch(`${shop.url}/readyz`)).ok
        await waitUntil(
          'the shop is not ready',
          async () => !(await isReady()),
          RECOVERY_TIMEOUT_MS,
        )
        await wait(scale.frozenMs)
      } finally {
        thaw()
      }
    }))

  /**
   * `npm test` covers these separately: server/features/payments/card-provider/provider-outage.test.ts,
   * server/platform/mail/send-mails.test.ts, server/platform/load/, server/platform/http/body-timeout.test.ts
   * and tests/fuzz/.
   */
  describe.runIf(isFull)('during a full run, the shop', () => {
    test('keeps selling while the card provider and the mail server are unavailable', async () => {
      const cards = createCardClient(shop)
      const inbox = getInbox(shop)
      const buyer = await fixture.addCustomer()
      let id = ''
      await expectWorkloadSurvives(async (waitForOrders) => {
        await cards.setFaults({ failNext: { count: 100_000, status: 'cut', when: 'before' } })
        await inbox.setMailFaults({ refuse: true })
        id = await placeOrder(buyer.call, fixture.part)
        const payment = { totalPrice: 25, bookingId: id }
        const refused = await buyer.call('POST', '/create-payment-intent', payment)
        expect([refused.status, refused.body.code]).toEqual([503, 'provider_unavailable'])
        await waitForOrders(1)
        await cards.clearFaults()
        await inbox.clearMailFaults()
      })
      await inbox.retryNow(id)
      await waitUntil(
        'the mail has arrived',
        async () => (await inbox.mailsTo(buyer.email)).length > 0,
      )
    })

    test('times out calls to a card provider and a mail server that hang, and keeps selling', async () => {
      const inbox = getInbox(shop)
      const buyer = await fixture.addCustomer()
      let id = ''
      await expectWorkloadSurvives(async (waitForOrders) => {
        const resumes = [provider.pause(), mail.pause()]
        try {
          const failedBefore = await countFailedMails()
          id = await bookWithRetry(buyer)
          const payers = await addUsers(shop, PAYING_CUSTOMERS)
          const refused = await Promise.all(payers.map(tryPayment))
          expect(new Set(refused)).toEqual(new Set(['503 provider_unavailable']))
          await waitUntil(
            'a mail has failed',
            async () => (await countFailedMails()) > failedBefore,
            RECOVERY_TIMEOUT_MS,
          )
          await waitForOrders(1)
        } finally {
          for (const resume of resumes) resume()
        }
      })
      await inbox.retryNow(id)
      await waitUntil(
        'the mail has arrived',
        async () => (await inbox.mailsTo(buyer.email)).length > 0,
      )
    })

    test('keeps selling despite 1,000 idle connections, 400 slow clients and malformed bodies', () =>
      expectWorkloadSurvives(async (waitForOrders) => {
        const clients = await openSlowClients(shop.url, customer.token, {
          idle: 1000,
          byteByByte: 200,
          large: 200,
        })
        try {
          await Promise.all([
            waitForOrders(CUSTOMERS),
            sendMalformedRequests(shop.url, customer.token),
          ])
          // Some were closed immediately, above the connection limit; the others are closed by timeouts.
          await waitUntil(
            'all slow clients are disconnected',
            () => clients.countOpen() === 0,
            RECOVERY_TIMEOUT_MS,
          )
        } finally {
          clients.close()
        }
      }))

    test('sheds load above capacity and keeps every accepted order', async () => {
      const customers = await addUsers(shop, scale.overloadCustomers)
      const placed: string[] = []
      let overloadedCount = 0
      let started = 0
      const isAccepted = ({ status, body, headers }: ApiResponse, expectedStatus: number) => {
        if (status === expectedStatus) return true
        expect([status, headers.get('retry-after')]).toEqual([503, '5'])
        if (body.code === 'overloaded') overloadedCount += 1
        return false
      }
      const placeNewOrder = async (user: TestUser) => {
        const response = await sendBooking(user)
        if (!isAccepted(response, 201)) return false
        placed.push(response.body.result.insertedId)
        return true
      }
      /** Alternates between an order and a search with new words. */
      const task = async () => {
        const user = customers[++started % customers.length] as TestUser
        if (started % 2) return placeNewOrder(user)
        return isAccepted(await user.call('GET', `/allParts?search=chain+${started}`), 200)
      }
      await expectWorkloadSurvives(async () => {
        const perSecond = await measureCapacity(task, scale.calibrationMs)
        const requests = Math.ceil((OVERLOAD_FACTOR * perSecond * scale.overloadMs) / 1000)
        overloadedCount = 0
        await offerLoad(
          task,
          Math.min(Math.max(requests, OVERLOAD_MIN), OVERLOAD_MAX),
          scale.overloadMs,
        )
      })
      expect(overloadedCount).toBeGreaterThan(0)
      expect(placed.length).toBeGreaterThan(scale.overloadCustomers / 10)
      const { ids } = await fixture.db
        .selectFrom('orders')
        .select((eb) => eb.fn.agg<string[]>('array_agg', ['id']).as('ids'))
        .where(
          'user_id',
          'in',
          customers.map(({ id }) => id),
        )
        .executeTakeFirstOrThrow()
      expect(new Set(ids)).toEqual(new Set(placed))
    })
  })
})
