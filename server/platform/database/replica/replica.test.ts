import { randomInt } from 'node:crypto'
import Fastify from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  type ReplicatedPostgres,
  startReplicatedPostgres,
} from '../../../../tests/support/database/replica.ts'
import { findFreePort } from '../../../../tests/support/network/ports.ts'
import { type StepProxy, startStepProxy } from '../../../../tests/support/network/step-proxy.ts'
import { createApiClient } from '../../../../tests/support/shop/api-client.ts'
import { addPart } from '../../../../tests/support/shop/parts.ts'
import { testSettings } from '../../../../tests/support/shop/settings.ts'
import { addAdmin, addCustomer, type TestUser } from '../../../../tests/support/shop/users.ts'
import { waitUntil } from '../../../../tests/support/wait-until.ts'
import { type BuildOptions, buildApp } from '../../../app.ts'
import { readConfig } from '../../../config.ts'
import { connect, type Db } from '../connections/connect.ts'
import { createCatalogReads } from './catalog-reads.ts'
import {
  CURRENT_POSITION,
  createChangePositions,
  hasReached,
  replayedPosition,
} from './log-position.ts'

let postgres: ReplicatedPostgres
/** Proxies between the shops and the two servers. */
let primary: StepProxy
let replica: StepProxy
let db: Db
let shops: Awaited<ReturnType<typeof openShop>>[]
let admin: TestUser

beforeAll(async () => {
  postgres = await startReplicatedPostgres()
  primary = await startStepProxy(postgres.primaryUrl)
  replica = await startStepProxy(postgres.replicaUrl)
  db = connect(postgres.primaryUrl, () => {}).db
  shops = [await openShop(), await openShop()]
  admin = await addAdmin({ db, url: firstShop().url })
})
afterEach(async () => {
  await postgres.resume()
  await postgres.waitForReplay()
})
afterAll(async () => {
  for (const shop of shops) await shop.close()
  await db.destroy()
  await primary.close()
  await replica.close()
  await postgres.close()
})

const firstShop = () => shops[0] as (typeof shops)[0]
const secondShop = () => shops[1] as (typeof shops)[0]

async function openShop(settings: object = {}, options: BuildOptions = {}) {
  const port = await findFreePort()
  const config = readConfig({
    ...testSettings,
    PORT: String(port),
    DATABASE_URL: primary.databaseUrl,
    DATABASE_READ_URL: replica.databaseUrl,
    LOG_LEVEL: 'silent',
    ...settings,
  })
  const app = await buildApp(config, { pages: false, ...options })
  await app.listen({ port, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${port}`
  return { url, call: createApiClient(url), close: () => app.close() }
}

/** Each page size is a different list, which is not cached. */
let size = 1
const newList = () => `/parts?size=${++size}`

const priceIn = (list: { _id: string; price: number }[], id: string) =>
  list.find(({ _id }) => _id === id)?.price

test('reads lists while the primary is unavailable', async () => {
  const id = await addPart({ db })
  await waitUntil('the part is listed', async () => {
    const { body } = await firstShop().call('GET', newList())
    return priceIn(body, id) !== undefined
  })
  // The primary may have served that list.
  await postgres.waitForReplay()
  primary.redirectTo('postgresql://localhost:1/nobody')
  primary.cutConnections()
  // The shop reconnects to a replica that responded late.
  const { body } = await waitUntil('the replica serves a list', async () => {
    const response = await firstShop().call('GET', newList())
    return response.status === 200 && response
  })
  expect(priceIn(body, id)).toBe(2.5)
  primary.redirectTo(postgres.primaryUrl)
  await waitUntil('the primary is there again', async () => {
    return (await firstShop().call('GET', '/readyz')).status === 200
  })
})

test('shows a change in all processes while the replica lags', async () => {
  const id = await addPart({ db })
  await postgres.waitForReplay()
  await postgres.pause()
  const { status } = await admin.call('PATCH', `/api/parts/${id}`, { price: 99 })
  expect(status).toBe(200)
  for (const path of [newList(), '/parts?sort=-price&size=1']) {
    for (const shop of shops) {
      await waitUntil(`${path} shows the price`, async () => {
        return priceIn((await shop.call('GET', path)).body, id) === 99
      })
    }
  }
})

test('never returns an older response than before while the replica lags', async () => {
  const id = await addPart({ db })
  const seen = shops.map(() => 0)
  const pausedFirst = randomInt(2) === 1
  for (const paused of [pausedFirst, !pausedFirst]) {
    const price = paused === pausedFirst ? 10 : 11
    if (paused) await postgres.pause()
    else await postgres.resume()
    await admin.call('PATCH', `/api/parts/${id}`, { price })
    const waitForPrice = (shop: (typeof shops)[0], n: number) =>
      waitUntil(`the list shows ${price}`, async () => {
        const current = priceIn((await shop.call('GET', '/parts')).body, id) ?? 0
        expect(current).toBeGreaterThanOrEqual(seen[n] ?? 0)
        seen[n] = current
        return current === price
      })
    await Promise.all(shops.map(waitForPrice))
  }
})

test('shows a review immediately in the process that accepted it', async () => {
  await postgres.pause()
  for (const comment of ['Light.', 'True.', 'Quiet.']) {
    const author = await addCustomer({ db, url: firstShop().url })
    await author.call('POST', '/reviews', { comment, ratting: 5 })
    const { body } = await firstShop().call('GET', '/reviews?size=1')
    expect(body).toMatchObject([{ comment }])
  }
})

test('starts and responds while the replica is unavailable', async () => {
  const lone = await openShop({ DATABASE_READ_URL: 'postgresql://nobody@127.0.0.1:1/nowhere' })
  const id = await addPart({ db })
  const { body } = await lone.call('GET', newList())
  expect(priceIn(body, id)).toBe(2.5)
  await lone.close()
})

/**
 * Opens catalog reads without a shop. By default, a slow replica stays available, and only the first check reads the
 * primary's position.
 */
function openReads({ checkEveryMs = 60_000, connectMs = 60_000 } = {}) {
  const { pool, db: primaryDb } = connect(primary.databaseUrl, () => {})
  const config = readConfig({
    ...testSettings,
    DATABASE_URL: primary.databaseUrl,
    DATABASE_READ_URL: replica.databaseUrl,
  })
  config.limits.replica.connectMs = connectMs
  const { log } = Fastify()
  const positions = createChangePositions()
  const reads = createCatalogReads({
    db: primaryDb,
    pool,
    config,
    log,
    positions,
    onChange: () => {},
    checkEveryMs,
  })
  const readPartIds = () => reads.read((from) => from.selectFrom('parts').select('id').execute())
  return {
    reads,
    positions,
    readPartIds,
    async waitForReplicaRead() {
      const before = reads.counts.used
      await waitUntil('the replica is read', async () => {
        return (await readPartIds()) && reads.counts.used > before
      })
    },
    async close() {
      await reads.close()
      await primaryDb.destroy()
    },
  }
}

test('waits only once for a replica that does not respond, and reads from it again when it responds', async () => {
  const { reads, readPartIds, waitForReplicaRead, close } = openReads({
    checkEveryMs: 100,
    connectMs: 250,
  })
  try {
    await waitForReplicaRead()
    replica.plan.freeze()
    const before = reads.counts.used
    expect(await readPartIds()).toEqual(await db.selectFrom('parts').select('id').execute())
    const unavailableBefore = reads.counts.unavailable
    for (let n = 0; n < 20; n++) await readPartIds()
    expect(reads.counts).toMatchObject({ used: before, unavailable: unavailableBefore + 20 })
    replica.plan.thaw()
    await waitForReplicaRead()
  } finally {
    replica.plan.thaw()
    await close()
  }
})

test('uses the primary for exact reads while the position of a change is unknown', async () => {
  const { reads, positions, waitForReplicaRead, close } = openReads()
  const isReplica = (from: Db) =>
    sql<{ is: boolean }>`select pg_is_in_recovery() as is`
      .execute(from)
      .then(({ rows }) => rows[0]?.is)
  try {
    await waitForReplicaRead()
    expect(await reads.readExact(isReplica)).toBe(true)
    positions.recordChange()
    expect(await reads.readExact(isReplica)).toBe(false)
    expect(await reads.read(isReplica)).toBe(true)
  } finally {
    await close()
  }
})

test('repeats a read on the primary after a recovery conflict', async () => {
  const { reads, waitForReplicaRead, close } = openReads()
  try {
    await waitForReplicaRead()
    const { used: before } = reads.counts
    let tries = 0
    const read = await reads.read(async (from) => {
      tries += 1
      if (tries > 1) return 'by the primary'
      return sql`do $$ begin raise exception 'conflict with recovery' using errcode = '40001'; end $$`.execute(
        from,
      )
    })
    expect(read).toBe('by the primary')
    expect(await reads.read(async () => 'by the replica')).toBe('by the replica')
    expect(reads.counts.used).toBe(before + 1)
  } finally {
    await close()
  }
})

test('keeps using the replica after a slow query, an error of the reading code, and too many readers', async () => {
  const { reads, waitForReplicaRead, close } = openReads()
  try {
    await waitForReplicaRead()
    const { unavailable } = reads.counts
    let tries = 0
    const slow = reads.read(async (from) => {
      tries += 1
      if (tries === 1) await sql`set local statement_timeout = 10`.execute(from)
      return tries === 1 ? sql`select pg_sleep(10)`.execute(from) : 'by the primary'
    })
    expect(await slow).toBe('by the primary')
    const bug = reads.read(() => Promise.reject(new TypeError('a bug')))
    await expect(bug).rejects.toThrow('a bug')
    const release = Promise.withResolvers<void>()
    const crowd: Promise<void>[] = []
    // One connection at a time: on a busy machine the last of many would count as unavailable.
    for (let n = 0; n < 25; n++) {
      const started = Promise.withResolvers<void>()
      crowd.push(
        reads.read(() => {
          started.resolve()
          return release.promise
        }),
      )
      await started.promise
    }
    release.resolve()
    await Promise.all(crowd)
    expect(reads.counts).toMatchObject({ unavailable: unavailable + 1, busy: 5 })
    await waitForReplicaRead()
  } finally {
    await close()
  }
})

test('counts an idle replica as up to date after a WAL switch', async () => {
  const other = connect(postgres.replicaUrl, () => {}).db
  const readPosition = async (from: Db, position: RawBuilder<unknown>) => {
    const query = sql<{ position: string | null }>`select ${position} as position`
    return (await query.execute(from)).rows[0]?.position ?? null
  }
  const walFileBytes = 16 * 1024 ** 2
  let primaryPosition = ''
  // PostgreSQL's background processes may write after the switch.
  await waitUntil('the primary has written nothing after a WAL switch', async () => {
    await postgres.switchWal()
    primaryPosition = (await readPosition(db, sql.raw(CURRENT_POSITION))) ?? ''
    return Number(primaryPosition.split('.')[1]) % walFileBytes === 0
  })
  await postgres.waitForReplay()
  expect(hasReached(await readPosition(other, replayedPosition), primaryPosition)).toBe(true)
  await other.destroy()
})

test('invalidates all cached responses after losing the LISTEN connection', async () => {
  const id = await addPart({ db })
  const readPrice = async () => (await secondShop().call('GET', `/parts/${id}`)).body.price
  expect(await readPrice()).toBe(2.5)
  primary.cutConnections()
  await db.updateTable('parts').set({ unit_price_cents: 777 }).where('id', '=', id).execute()
  await waitUntil('it shows the new price', async () => (await readPrice()) === 7.77)
})
