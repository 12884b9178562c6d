import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, TestRunner, test } from 'vitest'
import { connect, type Db } from '../../../server/platform/database/connections/connect.ts'
import { startOutside } from '../../support/network/outside.ts'
import { addPeople, type Person } from '../../support/shop/people.ts'
import { testSettings } from '../../support/shop/settings.ts'
import { waitUntil } from '../../support/wait-until.ts'
import { closeBooks } from '../close-books.ts'
import { WITHIN_A_MINUTE } from '../patience.ts'
import { type Scene, setScene } from '../scene.ts'
import { checkTold, trade } from '../trade.ts'
import { untilWhole } from '../until-whole.ts'
import { startHaproxy } from './haproxy.ts'
import type { Member } from './members.ts'
import { passersBy } from './passers-by.ts'
import { type PostgresCluster, startPostgresCluster } from './postgres-cluster.ts'
import { restock } from './restock.ts'
import { startShop } from './shops.ts'
import { Watched } from './watched.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** For the table of `npm run test:cluster`. */
    cluster?: Record<string, string | number>
  }
}

const LOGS = path.resolve(import.meta.dirname, '../../../.cache/reports/cluster')
const PORTS = [3001, 3002]
const CUSTOMERS_OF_EACH = 3
/** So many orders are placed before a fault, and after it. */
const ENOUGH = 30
/** After a fault it is sold again within so many seconds. */
const SELLS_AGAIN_WITHIN = 30

let cluster: PostgresCluster
let outside: Awaited<ReturnType<typeof startOutside>>
let db: Db
let scene: Scene
const urls = PORTS.map((port) => `http://127.0.0.1:${port}`)
const FIRST = urls[0] as string
const endings: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  await mkdir(LOGS, { recursive: true })
  cluster = await startPostgresCluster({ disk: process.env.CLUSTER_DISK as string, logs: LOGS })
  endings.push(startHaproxy(LOGS))
  outside = await startOutside(FIRST)
  endings.push(() => outside.close())
  const settings = {
    ...testSettings,
    ...outside.settings,
    DATABASE_URL: cluster.databaseUrl,
    DATABASE_READ_URL: cluster.readUrl,
    ROUNDS_EVERY_MS: '1000',
    UNPAID_ORDERS_MAX: '100000',
    LOG_LEVEL: 'warn',
  }
  await waitUntil('HAProxy leads to the primary', () => answers(cluster.databaseUrl))
  for (const port of PORTS) endings.push(await startShop(port, settings, LOGS))
  db = connect(cluster.databaseUrl, () => {}).db
  endings.push(() => db.destroy())
  scene = await setScene({ db, url: FIRST, sandbox: outside.sandbox })
})
afterAll(async () => {
  for (const end of endings.reverse()) await end()
})

test('a replica is cut off that every order waits for', async () => {
  const replica = await cluster.synchronous()
  await survive({
    strike: () => replica.cutOff(),
    mend: () => replica.plugIn(),
  })
})

test('the primary gives way to another, for works on its machine', async () => {
  await survive({ strike: () => replaced(() => cluster.switchOver()) })
})

test('the primary is stopped', async () => {
  const primary = await cluster.primary()
  await survive({
    strike: () => replaced(() => primary.stopPatroni()),
    mend: async () => primary.startPatroni(),
  })
})

test('the primary is cut off, and takes no more orders', async () => {
  const primary = await cluster.primary()
  expect(await hasGivenUp(primary)).toBe(false)
  await survive({
    strike: () =>
      replaced(async () => {
        await primary.cutOff()
        await expect(primary.ask('create table split_brain ()')).rejects.toThrow()
        await waitUntil('it has given up', () => hasGivenUp(primary), WITHIN_A_MINUTE)
      }),
    mend: () => primary.plugIn(),
  })
  expect(await (await cluster.primary()).ask("select to_regclass('split_brain')")).toBe('')
})

test('the machine of the primary loses its power', async () => {
  const primary = await cluster.primary()
  await survive({
    strike: () => replaced(() => primary.kill()),
    async mend() {
      await primary.boot()
      primary.serve()
    },
  })
})

interface Fault {
  /** Comes back when the shops must be able to sell again. */
  strike(): Promise<unknown>
  /** Brings back what was lost. */
  mend?(): Promise<unknown>
}

/**
 * A lively trade at both shops, while people pass by, goes on over a fault: nothing is lost that was
 * acknowledged, outages are told as such, public pages are there throughout, and the books are good.
 */
async function survive({ strike, mend }: Fault) {
  const watched = new Watched()
  const visitors = passersBy(urls)
  const trading = trade(
    { ...scene, admin: watchedBy(watched, scene.admin, FIRST) },
    await customersOf(watched),
  )
  const shelves = restock(scene, watchedBy(watched, scene.admin, FIRST))
  const sold = (more: number) => {
    const enough = trading.told.placed.length + more
    return waitUntil('it is sold', () => trading.told.placed.length >= enough, WITHIN_A_MINUTE)
  }
  await sold(ENOUGH)
  const struckAt = Date.now()
  await strike()
  await sold(ENOUGH)
  await mend?.()
  const rejoined = await cluster.untilWhole()
  await sold(ENOUGH)
  await Promise.all([trading.stop(), shelves.stop(), visitors.stop()])

  const acknowledged = (await checkTold(scene, trading.told)) + (await shelves.check())
  await untilWhole({ db, sandbox: outside.sandbox })
  await closeBooks({ db, sandbox: outside.sandbox }, 1)
  const away = watched.awaySeconds(struckAt, urls)
  note({
    'seconds without an acknowledged write': away.toFixed(1),
    acknowledged,
    'answered with 503': watched.count(503),
    'longest answer, s': watched.longestSeconds().toFixed(1),
    'longest answer of a public page, s': visitors.watched.longestSeconds().toFixed(1),
    'whole again after, s': rejoined.toFixed(1),
  })
  watched.checkAnswers()
  visitors.watched.checkAllGood()
  expect(away).toBeLessThan(SELLS_AGAIN_WITHIN)
}

/** Comes back when another member has become the primary by that. */
async function replaced(by: () => Promise<unknown>) {
  const { name } = await cluster.primary()
  await by()
  await waitUntil(
    'another is the primary',
    () =>
      cluster.primary().then(
        (primary) => primary.name !== name,
        () => false,
      ),
    WITHIN_A_MINUTE,
  )
}

/** True of a PostgreSQL that has stopped, or may only be read. */
async function hasGivenUp(member: Member): Promise<boolean> {
  return (await member.ask('select pg_is_in_recovery()').catch(() => 't')) === 't'
}

async function customersOf(watched: Watched): Promise<Person[]> {
  const people = await Promise.all(
    urls.map(async (url) =>
      (await addPeople({ db, url }, CUSTOMERS_OF_EACH)).map((person) =>
        watchedBy(watched, person, url),
      ),
    ),
  )
  return people.flat()
}

function watchedBy(watched: Watched, person: Person, url: string): Person {
  return { ...person, call: watched.watch(person.call, url) }
}

async function answers(databaseUrl: string): Promise<boolean> {
  const { pool } = connect(databaseUrl, () => {})
  return pool
    .query('select 1')
    .then(
      () => true,
      () => false,
    )
    .finally(() => pool.end())
}

function note(cluster: Record<string, string | number>) {
  const running = TestRunner.getCurrentTest()
  if (running) running.meta.cluster = cluster
}
