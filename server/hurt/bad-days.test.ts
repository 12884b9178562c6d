import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cardsOf } from '../testing/cards.ts'
import { inboxOf } from '../testing/inbox.ts'
import { bookingOf, placeOrder } from '../testing/orders.ts'
import { type OwnPostgres, startOwnPostgres } from '../testing/own-postgres.ts'
import { addPeople, type Person } from '../testing/people.ts'
import { type ShopProcess, startShopProcess } from '../testing/shop-process.ts'
import { waitUntil } from '../testing/wait-until.ts'
import { closeBooks } from './close-books.ts'
import { counts } from './counts.ts'
import { takeTime, WITHIN_A_MINUTE } from './patience.ts'
import { type Scene, setScene } from './scene.ts'
import { slowVisitors } from './slow-visitors.ts'
import { mayMount, mountSmallDisk, type SmallDisk } from './small-disk.ts'
import { checkTold, trade } from './trade.ts'
import { untilWhole } from './until-whole.ts'
import { watchOver } from './watch-over.ts'

takeTime()

/** Other tests are never turned away. */
const asInAShop = { REQUESTS_MAX: '', DATABASE_WAITING_MAX: '', EVENT_LOOP_LAG_MS: '' }
const CUSTOMERS = 6
const DISK_MB = 256
const MEMORY_MB = 400
/** Long before the database's own limits, of twenty seconds. */
const SOON_MS = 10_000
const GONE_MS = 10_000

/** Where the tests are given a PostgreSQL, there may be none that they could hurt. */
describe.skipIf(process.env.TEST_DATABASE_URL)('on a bad day', () => {
  let disk: SmallDisk | undefined
  let postgres: OwnPostgres
  let shop: ShopProcess
  let scene: Scene
  /** One who trades for himself, beside the others. */
  let customer: Person

  beforeAll(async () => {
    disk = mayMount ? await mountSmallDisk(DISK_MB) : undefined
    postgres = await startOwnPostgres(disk?.folder)
    shop = await startShopProcess({
      databaseUrl: postgres.databaseUrl,
      settings: {
        ...asInAShop,
        CONNECTIONS_MAX: '1000',
        HEADERS_SECONDS: String(counts.patience),
        BODY_SECONDS: String(counts.patience),
      },
    })
    scene = await setScene(shop)
    customer = await scene.newCustomer()
  })
  afterAll(async () => {
    await shop?.close()
    await postgres?.close()
    await disk?.close()
  })

  /**
   * A lively trade before, during and after it. Meanwhile the shop says that it is alive and answers
   * from memory; afterwards it sells again by itself, and has all that was acknowledged.
   */
  async function throughout(hurt: (sold: (more: number) => Promise<unknown>) => Promise<unknown>) {
    const trading = trade(scene, await addPeople(shop, CUSTOMERS))
    const sold = (more: number) => {
      const enough = trading.told.placed.length + more
      return waitUntil('it is sold', () => trading.told.placed.length >= enough, WITHIN_A_MINUTE)
    }
    await sold(CUSTOMERS)
    const paths = ['/healthz', '/parts?size=6', `/parts/${scene.part}`, '/reviews']
    await Promise.all(paths.map((path) => fetch(shop.url + path)))
    const endWatch = watchOver(shop, paths)
    try {
      await hurt(sold)
      await sold(CUSTOMERS + 1)
    } finally {
      await trading.stop()
    }
    const watched = await endWatch()
    expect(watched.amiss).toEqual([])
    expect(watched.slowestMs).toBeLessThan(SOON_MS)
    expect(watched.megabytes).toBeLessThan(MEMORY_MB)
    const acknowledged = await checkTold(scene, trading.told)
    await untilWhole(shop)
    await closeBooks(shop, acknowledged)
  }

  const book = ({ call }: Person) =>
    call('POST', '/booking', bookingOf(scene.part), { 'idempotency-key': randomUUID() })

  test.skipIf(!mayMount)('the disk is full, and the shop goes on when there is room', () =>
    throughout(async () => {
      await disk?.fill()
      await waitUntil('nothing can be sold', async () => (await book(customer)).status === 503)
      await disk?.empty()
    }),
  )

  test('the database is frozen, and what is kept is told meanwhile', () =>
    throughout(async () => {
      const thaw = await postgres.freeze()
      try {
        const isReady = async () => (await fetch(`${shop.url}/readyz`)).ok
        await waitUntil('it is known', async () => !(await isReady()), WITHIN_A_MINUTE)
        await wait(counts.frozenMs)
      } finally {
        thaw()
      }
    }))

  test('the card provider and the mail server are away, and the rest is done', async () => {
    const cards = cardsOf(shop)
    const inbox = inboxOf(shop)
    let id = ''
    await throughout(async (sold) => {
      await cards.set({ failNext: { count: 100_000, status: 'cut', when: 'before' } })
      await inbox.set({ refuse: true })
      id = await placeOrder(customer.call, scene.part)
      const paying = { totalPrice: 25, bookingId: id }
      const refused = await customer.call('POST', '/create-payment-intent', paying)
      expect([refused.status, refused.body.code]).toEqual([503, 'provider_unavailable'])
      await sold(1)
      await cards.unset()
      await inbox.unset()
    })
    await inbox.hurry(id)
    await waitUntil('the mail has come', async () => (await inbox.to(customer.email)).length > 0)
  })

  test('a thousand who say nothing, two hundred who take for ever and bodies of any size and shape keep nobody out', () =>
    throughout(async (sold) => {
      const visitors = await slowVisitors(shop.url, { idle: 1000, dripping: 200 })
      try {
        await Promise.all([sold(CUSTOMERS), sendOddBodies()])
        // There is no room for so many: some had to go already. Of the others none stays.
        await waitUntil('they have had to go', () => visitors.left() === 0, WITHIN_A_MINUTE)
      } finally {
        visitors.close()
      }
    }))

  test('a crowd comes that nobody could serve: it is told so at once, and who is served has his order', async () => {
    const crowd = await addPeople(shop, counts.crowd)
    const placed: string[] = []
    let shed = 0
    await throughout(async () => {
      const end = Date.now() + counts.crowdMs
      await Promise.all(
        crowd.map(async (person) => {
          while (Date.now() < end) {
            const { status, body, headers } = await book(person)
            if (status === 201) placed.push(body.result.insertedId)
            else {
              expect([status, headers.get('retry-after')]).toEqual([503, '5'])
              if (body.code === 'overloaded') shed += 1
            }
          }
        }),
      )
    })
    expect(shed).toBeGreaterThan(0)
    expect(placed.length).toBeGreaterThan(counts.crowd / 10)
    const { ids } = await scene.db
      .selectFrom('orders')
      .select((eb) => eb.fn.agg<string[]>('array_agg', ['id']).as('ids'))
      .where(
        'user_id',
        'in',
        crowd.map(({ id }) => id),
      )
      .executeTakeFirstOrThrow()
    expect(new Set(ids)).toEqual(new Set(placed))
  })

  function sendOddBodies() {
    const authorization = `Bearer ${customer.token}`
    return fc.assert(
      fc.asyncProperty(request, async ({ headers, ...rest }) => {
        const status = await send({ ...rest, headers: { ...headers, authorization } })
        expect(status === undefined || status < 500 || status === 503).toBe(true)
      }),
      { numRuns: counts.bodies, endOnFailure: true },
    )
  }

  /** Sends what is no decent request, perhaps, and answers the status if there is an answer. */
  async function send({
    path,
    headers,
    body,
  }: {
    path: string
    headers: Record<string, string>
    body: Buffer
  }) {
    const socket = connect(Number(new URL(shop.url).port), '127.0.0.1')
    socket.on('error', () => {})
    const lines = Object.entries({ host: 'shop', connection: 'close', ...headers })
    socket.write(
      `POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
    )
    // What was announced and does not come is not waited for.
    socket.end(body)
    socket.setTimeout(GONE_MS, () => socket.destroy())
    const answer = await text(socket).catch(() => '')
    return Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]) || undefined
  }
})

const paths = [
  '/booking',
  '/reviews',
  '/create-payment-intent',
  '/parts',
  '/api/auth/sign-in/email',
  '/api/auth/sign-up/email',
  '/api/webhooks/stripe',
  '/api/imports?name=a.csv',
  '/api/photos',
]

const nested = fc
  .tuple(fc.constantFrom('[', '{"a":'), fc.integer({ min: 1, max: 100_000 }))
  .map(([sign, times]) => Buffer.from(sign.repeat(times)))

const body = fc.oneof(
  fc.json({ maxDepth: 5 }).map((json) => Buffer.from(json)),
  fc.uint8Array({ maxLength: 500 }).map((bytes) => Buffer.from(bytes)),
  fc.integer({ min: 0, max: 1_100_000 }).map((length) => Buffer.alloc(length, '"')),
  nested,
)

const request = fc
  .record({
    path: fc.constantFrom(...paths),
    body,
    type: fc.constantFrom(
      'application/json',
      'text/plain',
      'image/png',
      'application/json; charset=x',
      '',
    ),
    length: fc.constantFrom('true', 'more', 'less', 'none', 'chunked', 'absurd'),
  })
  .map(({ path, body, type, length }) => ({
    path,
    body: length === 'chunked' ? chunked(body) : body,
    headers: { ...(type && { 'content-type': type }), ...announced[length]?.(body.length) },
  }))

const announced: Record<string, (length: number) => Record<string, string>> = {
  true: (length) => ({ 'content-length': String(length) }),
  more: (length) => ({ 'content-length': String(length + 10) }),
  less: (length) => ({ 'content-length': String(length >> 1) }),
  none: () => ({}),
  chunked: () => ({ 'transfer-encoding': 'chunked' }),
  absurd: () => ({ 'content-length': '99999999999999' }),
}

function chunked(body: Buffer): Buffer {
  const size = Buffer.from(`${body.length.toString(16)}\r\n`)
  return Buffer.concat([size, body, Buffer.from('\r\n0\r\n\r\n')])
}
