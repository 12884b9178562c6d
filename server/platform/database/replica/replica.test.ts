import { randomInt } from 'node:crypto'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  type ReplicatedPostgres,
  startReplicatedPostgres,
} from '../../../../tests/support/database/replica.ts'
import { freePort } from '../../../../tests/support/network/ports.ts'
import { type StepProxy, startStepProxy } from '../../../../tests/support/network/step-proxy.ts'
import { callsOf } from '../../../../tests/support/shop/calls.ts'
import { addPart } from '../../../../tests/support/shop/parts.ts'
import { addAdmin, addCustomer, type Person } from '../../../../tests/support/shop/people.ts'
import { testSettings } from '../../../../tests/support/shop/settings.ts'
import { waitUntil } from '../../../../tests/support/wait-until.ts'
import { type BuildOptions, buildApp } from '../../../app.ts'
import { readConfig } from '../../../config.ts'
import { connect, type Db } from '../connections/connect.ts'
import { catalogueReads } from './catalogue-reads.ts'
import { changePositions, HERE, hasReached, replayed } from './log-position.ts'

let postgres: ReplicatedPostgres
/** Between the shops and the two servers. */
let primary: StepProxy
let replica: StepProxy
let db: Db
let shops: Awaited<ReturnType<typeof openShop>>[]
let admin: Person

beforeAll(async () => {
  postgres = await startReplicatedPostgres()
  primary = await startStepProxy(postgres.primaryUrl)
  replica = await startStepProxy(postgres.replicaUrl)
  db = connect(postgres.primaryUrl, () => {}).db
  shops = [await openShop(), await openShop()]
  admin = await addAdmin({ db, url: one().url })
})
afterEach(async () => {
  await postgres.resume()
  await postgres.untilLevel()
})
afterAll(async () => {
  for (const shop of shops) await shop.close()
  await db.destroy()
  await primary.close()
  await replica.close()
  await postgres.close()
})

const one = () => shops[0] as (typeof shops)[0]
const other = () => shops[1] as (typeof shops)[0]

async function openShop(settings: object = {}, options: BuildOptions = {}) {
  const port = await freePort()
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
  return { url, visit: callsOf(url), close: () => app.close() }
}

/** Each size is another list, which nobody has asked for. */
let size = 1
const newList = () => `/parts?size=${++size}`

const priceIn = (list: { _id: string; price: number }[], id: string) =>
  list.find(({ _id }) => _id === id)?.price

test('lists go on being read while the primary is away', async () => {
  const id = await addPart({ db })
  await waitUntil('the part is listed', async () => {
    const { body } = await one().visit('GET', newList())
    return priceIn(body, id) !== undefined
  })
  // It may have been the primary that listed it.
  await postgres.untilLevel()
  primary.leadTo('postgresql://localhost:1/nobody')
  primary.cutAll()
  const { status, body } = await one().visit('GET', newList())
  expect({ status, price: priceIn(body, id) }).toEqual({ status: 200, price: 2.5 })
  primary.leadTo(postgres.primaryUrl)
  await waitUntil('the primary is there again', async () => {
    return (await one().visit('GET', '/readyz')).status === 200
  })
})

test('what is changed is seen everywhere though the replica shows nothing of it', async () => {
  const id = await addPart({ db })
  await postgres.untilLevel()
  await postgres.pause()
  const { status } = await admin.call('PATCH', `/api/parts/${id}`, { price: 99 })
  expect(status).toBe(200)
  for (const path of [newList(), '/parts?sort=-price&size=1']) {
    for (const shop of shops) {
      await waitUntil(`${path} says so`, async () => {
        return priceIn((await shop.visit('GET', path)).body, id) === 99
      })
    }
  }
})

test('no answer stays behind, however the replica lags and catches up', async () => {
  const id = await addPart({ db })
  const seen = shops.map(() => 0)
  const pausedFirst = randomInt(2) === 1
  for (const paused of [pausedFirst, !pausedFirst]) {
    const price = paused === pausedFirst ? 10 : 11
    if (paused) await postgres.pause()
    else await postgres.resume()
    await admin.call('PATCH', `/api/parts/${id}`, { price })
    const says = (shop: (typeof shops)[0], n: number) =>
      waitUntil(`the list says ${price}`, async () => {
        const said = priceIn((await shop.visit('GET', '/parts')).body, id) ?? 0
        expect(said).toBeGreaterThanOrEqual(seen[n] ?? 0)
        seen[n] = said
        return said === price
      })
    await Promise.all(shops.map(says))
  }
})

test('a review is shown at once by the process that took it', async () => {
  await postgres.pause()
  for (const comment of ['Light.', 'True.', 'Quiet.']) {
    const author = await addCustomer({ db, url: one().url })
    await author.call('POST', '/reviews', { comment, ratting: 5 })
    const { body } = await one().visit('GET', '/reviews?size=1')
    expect(body).toMatchObject([{ comment }])
  }
})

test('a shop opens and serves while its replica is away', async () => {
  const alone = await openShop({ DATABASE_READ_URL: 'postgresql://nobody@127.0.0.1:1/nowhere' })
  const id = await addPart({ db })
  const { body } = await alone.visit('GET', newList())
  expect(priceIn(body, id)).toBe(2.5)
  await alone.close()
})

/** The reads of a shop, without the shop. */
function openReads({ lookEveryMs = 100, connectMs = 1_000 } = {}) {
  const { pool, db: primaryDb } = connect(primary.databaseUrl, () => {})
  const config = readConfig({
    ...testSettings,
    DATABASE_URL: primary.databaseUrl,
    DATABASE_READ_URL: replica.databaseUrl,
  })
  config.limits.replica.connectMs = connectMs
  const { log } = Fastify()
  const positions = changePositions()
  const reads = catalogueReads({
    ...{ db: primaryDb, pool, config, log, positions },
    onChange: () => {},
    lookEveryMs,
  })
  const count = () => reads.read((from) => from.selectFrom('parts').select('id').execute())
  return {
    reads,
    positions,
    count,
    async untilReplicaIsRead() {
      const before = reads.counts.replica
      await waitUntil('the replica is read', async () => {
        return (await count()) && reads.counts.replica > before
      })
    },
    async close() {
      await reads.close()
      await primaryDb.destroy()
    },
  }
}

test('a replica that hangs is waited for once, then left, and read again when it answers', async () => {
  const { reads, count, untilReplicaIsRead, close } = openReads({ connectMs: 250 })
  try {
    await untilReplicaIsRead()
    replica.plan.freeze()
    const before = reads.counts.replica
    expect(await count()).toEqual(await db.selectFrom('parts').select('id').execute())
    const awayBefore = reads.counts.away
    for (let n = 0; n < 20; n++) await count()
    expect(reads.counts).toMatchObject({ replica: before, away: awayBefore + 20 })
    replica.plan.thaw()
    await untilReplicaIsRead()
  } finally {
    replica.plan.thaw()
    await close()
  }
})

test('what must be exact is read from the primary while it is not known where a change is', async () => {
  const { reads, positions, untilReplicaIsRead, close } = openReads({ lookEveryMs: 60_000 })
  const isReplica = (from: Db) =>
    sql<{ is: boolean }>`select pg_is_in_recovery() as is`
      .execute(from)
      .then(({ rows }) => rows[0]?.is)
  try {
    await untilReplicaIsRead()
    expect(await reads.readExact(isReplica)).toBe(true)
    positions.changed()
    expect(await reads.readExact(isReplica)).toBe(false)
    expect(await reads.read(isReplica)).toBe(true)
  } finally {
    await close()
  }
})

test('what stands in the way of the replay is read from the primary, and the replica stays', async () => {
  const { reads, untilReplicaIsRead, close } = openReads()
  try {
    await untilReplicaIsRead()
    const { replica: before } = reads.counts
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
    expect(reads.counts.replica).toBe(before + 1)
  } finally {
    await close()
  }
})

test('one slow search, many readers and a mistake of the shop’s own leave the replica be', async () => {
  const { reads, untilReplicaIsRead, close } = openReads({ lookEveryMs: 60_000 })
  try {
    await untilReplicaIsRead()
    const { away } = reads.counts
    let tries = 0
    const slow = reads.read(async (from) => {
      tries += 1
      if (tries === 1) await sql`set local statement_timeout = 10`.execute(from)
      return tries === 1 ? sql`select pg_sleep(10)`.execute(from) : 'by the primary'
    })
    expect(await slow).toBe('by the primary')
    const mistake = reads.read(() => Promise.reject(new TypeError('a mistake')))
    await expect(mistake).rejects.toThrow('a mistake')
    const enough = Promise.withResolvers<void>()
    const crowd = Array.from({ length: 25 }, () => reads.read(() => enough.promise))
    await waitUntil('some are read elsewhere', () => reads.counts.busy > 0)
    enough.resolve()
    await Promise.all(crowd)
    expect(reads.counts).toMatchObject({ away: away + 1, busy: 5 })
    await untilReplicaIsRead()
  } finally {
    await close()
  }
})

test('a replica has all when a new file of the log was begun, though nobody writes', async () => {
  const other = connect(postgres.replicaUrl, () => {}).db
  await postgres.switchLog()
  await postgres.untilLevel()
  const here = await sql<{ place: string }>`select ${sql.raw(HERE)} as place`.execute(db)
  const there = await sql<{ place: string }>`select ${replayed} as place`.execute(other)
  expect(hasReached(there.rows[0]?.place ?? null, here.rows[0]?.place ?? '')).toBe(true)
  await other.destroy()
})

test('who was cut off from the others’ messages agrees with them soon', async () => {
  const id = await addPart({ db })
  const left = async () => (await other().visit('GET', `/parts/${id}`)).body.price
  expect(await left()).toBe(2.5)
  primary.cutAll()
  await db.updateTable('parts').set({ unit_price_cents: 777 }).where('id', '=', id).execute()
  await waitUntil('it says the new price', async () => (await left()) === 7.77)
})
