import { readFile } from 'node:fs/promises'
import type { CallName } from '@freehub/contract/calls'
import { fillCatalogue } from '@freehub/dev/sample-data/fill-catalogue'
import { connect } from '@freehub/server/platform/database/connections/connect'
import { isFull } from '@freehub/tests/resilience/counts'
import { createTestDatabase } from '@freehub/tests/support/database/database'
import { noisyPhoto, sendPhoto } from '@freehub/tests/support/shop/photos'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillOrders } from '../fill-orders.ts'
import { fillParts } from '../fill-parts.ts'
import { everyCall } from './calls/every-call.ts'
import { peakMemory } from './memory.ts'
import { type OpenShop, openShop } from './open-shop.ts'
import { timeCall } from './time-calls.ts'
import { openWorld, type World } from './world.ts'

/** What a process that serves may hold, and the one beside it that makes photos. */
const SERVING_MB = 300
const PHOTOS_MB = 200
/** Whatever is taken for good is taken by then; `npm run bench -- scale` asks more often. */
const TIMES = 12
const PHOTOS = 10

/**
 * Full runs only, and on Linux, which tells what a process held at most. In `npm test`,
 * tests/fuzz/fuzz.test.ts checks the memory of a process after every call.
 */
describe.runIf(isFull && process.platform === 'linux')('a shop of a thousand parts', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  let shop: OpenShop
  let world: World
  let photo: Buffer

  beforeAll(async () => {
    database = await createTestDatabase()
    const { db } = connect(database.databaseUrl, () => {})
    await db.transaction().execute((tx) => fillCatalogue(tx))
    await db.destroy()
    await fillParts(database.databaseUrl, 1_000)
    await fillOrders(database.databaseUrl, 1_000)
    shop = await openShop(database.databaseUrl)
    world = await openWorld(shop.url, database.databaseUrl, shop.sandboxUrl)
    photo = await noisyPhoto(4000, 3000)
  }, 120_000)
  afterAll(async () => {
    await world?.close()
    await shop?.close()
    await database?.drop()
  })

  test('holds less than 300 MB with ten large photos at once, which are made by a process of their own', async () => {
    const photos = Array.from({ length: PHOTOS }, (_, n) => Buffer.concat([photo, Buffer.of(n)]))
    const sent = await Promise.all(photos.map((file) => sendPhoto(shop.url, world.admin, file)))
    expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([201, 409]))
    const [serving, making, ...others] = await peakMemory(shop.pid)
    expect(serving).toBeLessThan(SERVING_MB)
    expect(making).toBeLessThan(PHOTOS_MB)
    expect(others).toEqual([])
    expect(await readFile(`/proc/${shop.pid}/maps`, 'utf8')).not.toContain('libvips')
  }, 120_000)

  test('holds less than 300 MB after every call', async () => {
    for (const name of Object.keys(everyCall) as CallName[]) await timeCall(world, name, TIMES)
    const [serving] = await peakMemory(shop.pid)
    expect(serving).toBeLessThan(SERVING_MB)
  }, 300_000)
})
