import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { smallMemory } from '../../scripts/prepare/small-memory.mjs'
import { type OwnPostgres, startOwnPostgres } from '../support/database/own-postgres.ts'
import { type Relay, startRelay } from '../support/network/relay.ts'
import type { Answer } from '../support/shop/calls.ts'
import { cardsOf } from '../support/shop/cards.ts'
import { inboxOf } from '../support/shop/inbox.ts'
import { bookingOf, placeOrder } from '../support/shop/orders.ts'
import { addPeople, type Person } from '../support/shop/people.ts'
import { type ShopProcess, startShopProcess } from '../support/shop/shop-process.ts'
import { waitUntil } from '../support/wait-until.ts'
import { closeBooks } from './close-books.ts'
import { counts, isFull } from './counts.ts'
import { finishedPerSecond, offer } from './crowd.ts'
import { fillShelves, lookAround } from './full-shelves.ts'
import { sendOddBodies } from './odd-bodies.ts'
import { takeTime, WITHIN_A_MINUTE } from './patience.ts'
import { type Scene, setScene } from './scene.ts'
import { slowVisitors } from './slow-visitors.ts'
import { mayMount, mountSmallDisk, type SmallDisk } from './small-disk.ts'
import { checkTold, trade } from './trade.ts'
import { untilWhole } from './until-whole.ts'
import { type Watched, watchOver } from './watch-over.ts'

takeTime()

/** Other tests are never turned away, and have no pages. */
const asInAShop = {
  ...smallMemory.env,
  NODE_OPTIONS: smallMemory.options.join(' '),
  PAGES: 'on',
  REQUESTS_MAX: '',
  DATABASE_WAITING_MAX: '',
  EVENT_LOOP_LAG_MS: '',
  LARGE_BODIES_MAX: '',
  STRIPE_CALLS_MAX: '',
}
const CUSTOMERS = counts.customers
/** More than may wait for the card provider at a time. */
const PAYERS = 60
const TIMES_TOO_MANY = 10
/** Whatever was measured: on a busy machine, and on a fast one. */
const CROWD_LEAST = 600
const CROWD_MOST = 50_000
const MEMORY_MB = 400
/** Long before the database's own limits, of twenty seconds. */
const SOON_MS = 10_000

/** Where the tests are given a PostgreSQL, there may be none that they could hurt. */
describe.skipIf(process.env.TEST_DATABASE_URL)('on a bad day', () => {
  let disk: SmallDisk | undefined
  let postgres: OwnPostgres
  /** Before the card provider, and before the mail server. */
  let provider: Relay
  let mail: Relay
  let shop: ShopProcess
  let scene: Scene
  /** One who trades for himself, beside the others. */
  let customer: Person

  beforeAll(async () => {
    disk = mayMount ? await mountSmallDisk(counts.diskMb) : undefined
    postgres = await startOwnPostgres(disk?.folder)
    provider = await startRelay()
    mail = await startRelay()
    shop = await startShopProcess({
      databaseUrl: postgres.databaseUrl,
      settings: {
        ...asInAShop,
        CONNECTIONS_MAX: '1000',
        HEADERS_SECONDS: String(counts.patience),
        BODY_SECONDS: String(counts.patience),
        MAIL_SECONDS: String(counts.patience),
        STRIPE_API_URL: `http://127.0.0.1:${provider.port}`,
        SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      },
    })
    provider.leadTo(shop.sandbox.url)
    mail.leadTo(shop.sandbox.smtpUrl)
    scene = await setScene(shop)
    customer = await scene.newCustomer()
    // For the memory that the whole of the scenarios may take.
    if (isFull) await fillShelves(shop.db)
    if (isFull) await lookAround(shop)
  })
  afterAll(async () => {
    await shop?.close()
    await Promise.all([provider?.close(), mail?.close()])
    await postgres?.close()
    await disk?.close()
  })

  /**
   * A lively trade before, during and after it. Meanwhile the shop says that it is alive and shows its
   * public pages, whole; afterwards it sells again by itself, and has all that was acknowledged.
   */
  async function throughout(hurt: (sold: (more: number) => Promise<unknown>) => Promise<unknown>) {
    const trading = trade(scene, await addPeople(shop, CUSTOMERS))
    const sold = (more: number) => {
      const enough = trading.told.placed.length + more
      return waitUntil('it is sold', () => trading.told.placed.length >= enough, WITHIN_A_MINUTE)
    }
    await sold(CUSTOMERS)
    const asked = [
      { path: '/healthz', shows: '' },
      { path: '/parts?size=6', shows: scene.part },
      { path: `/parts/${scene.part}`, shows: scene.part },
      { path: '/reviews', shows: '[' },
      { path: '/', shows: scene.part },
      { path: '/allParts', shows: scene.part },
      { path: `/allParts/${scene.part}`, shows: '116 links' },
    ]
    await Promise.all(asked.map(({ path }) => fetch(shop.url + path)))
    const endWatch = watchOver(shop, asked)
    let watched: Watched
    try {
      await hurt(sold)
      await sold(CUSTOMERS + 1)
    } finally {
      await trading.stop()
      watched = await endWatch()
    }
    expect(watched.amiss).toEqual([])
    expect(watched.slowestMs).toBeLessThan(SOON_MS)
    expect(watched.megabytes).toBeLessThan(MEMORY_MB)
    const acknowledged = await checkTold(scene, trading.told)
    await untilWhole(shop)
    await closeBooks(shop, acknowledged)
  }

  /** Wants to pay for what he orders, and says what he is told. */
  async function beginToPay(person: Person): Promise<string> {
    const paying = { totalPrice: 25, bookingId: await bookPatiently(person) }
    const { status, body } = await patiently(() =>
      person.call('POST', '/create-payment-intent', paying),
    )
    return `${status} ${body.code}`
  }

  /** How many times a mail could not be sent. */
  async function mailsFailed(): Promise<number> {
    const { rows } = await sql<{ failed: number }>`
      select sum(retry_count + (state = 'retry')::int)::int as failed
      from pgboss.job where name = 'mail'`.execute(scene.db)
    return rows[0]?.failed ?? 0
  }

  async function bookPatiently(person: Person): Promise<string> {
    return (await patiently(() => book(person))).body.result.insertedId
  }

  /** Comes again as long as the shop has too much in hand: here it is not what is hurt. */
  function patiently(ask: () => Promise<Answer>): Promise<Answer> {
    const unlessBusy = async () => {
      const answer = await ask()
      return answer.body.code !== 'overloaded' && answer
    }
    return waitUntil('there is time for it', unlessBusy, WITHIN_A_MINUTE)
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

  /**
   * `npm test` shows these one by one: server/features/payments/provider/provider-away.test.ts and server/platform/mail/send-mails.test.ts,
   * server/platform/load/, server/platform/http/slow-bodies.test.ts and tests/fuzz/.
   */
  describe.runIf(isFull)('full runs only', () => {
    test('the card provider and the mail server are away, and the rest is done', async () => {
      const cards = cardsOf(shop)
      const inbox = inboxOf(shop)
      const buyer = await scene.newCustomer()
      let id = ''
      await throughout(async (sold) => {
        await cards.set({ failNext: { count: 100_000, status: 'cut', when: 'before' } })
        await inbox.set({ refuse: true })
        id = await placeOrder(buyer.call, scene.part)
        const paying = { totalPrice: 25, bookingId: id }
        const refused = await buyer.call('POST', '/create-payment-intent', paying)
        expect([refused.status, refused.body.code]).toEqual([503, 'provider_unavailable'])
        await sold(1)
        await cards.unset()
        await inbox.unset()
      })
      await inbox.hurry(id)
      await waitUntil('the mail has come', async () => (await inbox.to(buyer.email)).length > 0)
    })

    test('the card provider and the mail server take every call and say nothing: who waits is told so in time, and the rest is done', async () => {
      const inbox = inboxOf(shop)
      const buyer = await scene.newCustomer()
      let id = ''
      await throughout(async (sold) => {
        const goOn = [provider.hang(), mail.hang()]
        try {
          const failed = await mailsFailed()
          id = await bookPatiently(buyer)
          const payers = await addPeople(shop, PAYERS)
          const refused = await Promise.all(payers.map(beginToPay))
          expect(new Set(refused)).toEqual(new Set(['503 provider_unavailable']))
          await waitUntil(
            'a mail is given up',
            async () => (await mailsFailed()) > failed,
            WITHIN_A_MINUTE,
          )
          await sold(1)
        } finally {
          for (const one of goOn) one()
        }
      })
      await inbox.hurry(id)
      await waitUntil('the mail has come', async () => (await inbox.to(buyer.email)).length > 0)
    })

    test('a thousand who say nothing, two hundred who take for ever and bodies of any size and shape keep nobody out', () =>
      throughout(async (sold) => {
        const visitors = await slowVisitors(shop.url, { idle: 1000, dripping: 200, large: 200 })
        try {
          await Promise.all([sold(CUSTOMERS), sendOddBodies(shop.url, customer.token)])
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
      let come = 0
      const isServed = ({ status, body, headers }: Answer, served: number) => {
        if (status === served) return true
        expect([status, headers.get('retry-after')]).toEqual([503, '5'])
        if (body.code === 'overloaded') shed += 1
        return false
      }
      const buy = async (person: Person) => {
        const answer = await book(person)
        if (!isServed(answer, 201)) return false
        placed.push(answer.body.result.insertedId)
        return true
      }
      /** Half of them buy, the others each look for something else. */
      const errand = async () => {
        const person = crowd[++come % crowd.length] as Person
        if (come % 2) return buy(person)
        return isServed(await person.call('GET', `/allParts?search=chain+${come}`), 200)
      }
      await throughout(async () => {
        const perSecond = await finishedPerSecond(errand, counts.bearsMs)
        const tooMany = Math.ceil((TIMES_TOO_MANY * perSecond * counts.crowdMs) / 1000)
        shed = 0
        await offer(errand, Math.min(Math.max(tooMany, CROWD_LEAST), CROWD_MOST), counts.crowdMs)
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
  })
})
