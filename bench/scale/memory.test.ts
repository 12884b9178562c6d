import { readFile } from 'node:fs/promises'
import type { CallName } from '@freehub/contract/calls'
import { fillCatalog } from '@freehub/dev/sample-data/fill-catalog'
import { connect } from '@freehub/server/platform/database/connections/connect'
import { isFull } from '@freehub/tests/resilience/fixture'
import { createTestDatabase } from '@freehub/tests/support/database/test-database'
import { createNoisyPhoto, uploadPhoto } from '@freehub/tests/support/shop/photos'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillOrders } from '../fill-orders.ts'
import { fillParts } from '../fill-parts.ts'
import { everyCall } from './calls/every-call.ts'
import { type OpenShop, openShop, readPeakMemory } from './open-shop.ts'
import { type CallData, selectCallData } from './select-call-data.ts'
import { timeCall } from './time-calls.ts'

/** Memory limits of the serving process and of the child process that encodes photos. */
const SERVING_MB = 300
const PHOTOS_MB = 200
/** Enough repetitions to reach the peak; `npm run bench -- scale` repeats more often. */
const REPETITIONS = 12
const PHOTOS = 10

/**
 * Only in full runs and on Linux, which reports the peak memory of a process. In `npm test`,
 * tests/fuzz/fuzz.test.ts checks the memory after every call.
 */
describe.runIf(isFull && process.platform === 'linux')('a shop of a thousand parts', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  let shop: OpenShop
  let data: CallData
  let photo: Buffer

  beforeAll(async () => {
    database = await createTestDatabase()
    const { db } = connect(database.databaseUrl, () => {})
    await db.transaction().execute((tx) => fillCatalog(tx))
    await db.destroy()
    await fillParts(database.databaseUrl, 1_000)
    await fillOrders(database.databaseUrl, 1_000)
    shop = await openShop(database.databaseUrl)
    data = await selectCallData(shop.url, database.databaseUrl, shop.sandboxUrl)
    photo = await createNoisyPhoto(4000, 3000)
  })
  afterAll(async () => {
    await data?.[Symbol.asyncDispose]()
    await shop?.[Symbol.asyncDispose]()
    await database?.drop()
  })

  test('uses less than 300 MB, and the encoder less than 200 MB, during ten large photo uploads', async () => {
    const photos = Array.from({ length: PHOTOS }, (_, n) => Buffer.concat([photo, Buffer.of(n)]))
    const sent = await Promise.all(photos.map((file) => uploadPhoto(shop.url, data.admin, file)))
    expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([201, 409]))
    const [serving, encoding, ...others] = await readPeakMemory(shop.pid)
    expect(serving).toBeLessThan(SERVING_MB)
    expect(encoding).toBeLessThan(PHOTOS_MB)
    expect(others).toEqual([])
    expect(await readFile(`/proc/${shop.pid}/maps`, 'utf8')).not.toContain('libvips')
  })

  test('has a peak below 300 MB after all calls have run', async () => {
    for (const name of Object.keys(everyCall) as CallName[]) await timeCall(data, name, REPETITIONS)
    const [serving] = await readPeakMemory(shop.pid)
    expect(serving).toBeLessThan(SERVING_MB)
  }, 300_000)
})
