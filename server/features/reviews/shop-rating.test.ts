import { randomUUIDv7 } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { findFreePort } from '../../../tests/support/network/ports.ts'
import { createApiClient } from '../../../tests/support/shop/api-client.ts'
import { addShippedOrder } from '../../../tests/support/shop/orders.ts'
import { testSettings } from '../../../tests/support/shop/settings.ts'
import { startTestShop } from '../../../tests/support/shop/shop.ts'
import { addCustomer } from '../../../tests/support/shop/users.ts'
import { waitUntil } from '../../../tests/support/wait-until.ts'
import { buildApp } from '../../app.ts'
import { readConfig } from '../../config.ts'

const shop = await startTestShop()
const customer = await addCustomer(shop)
await addShippedOrder(shop, customer)
afterAll(() => shop.close())

const review = (ratting: number) =>
  customer.call('POST', '/reviews', { ratting, comment: 'True out of the box.' })

test('returns an average of 0 without reviews', async () => {
  const { status, body } = await shop.call('GET', '/api/rating')
  expect(status).toBe(200)
  expect(body).toEqual({ average: 0, count: 0, distribution: distribution(0, 0, 0, 0, 0) })
})

test('returns the exact count, average and distribution of 150 reviews', async () => {
  const rows = Array.from({ length: 149 }, (_, n) => ({
    id: randomUUIDv7(),
    name: 'Velo Nord',
    // The oldest reviews have the lowest ratings, so counting only the newest reviews gives a wrong result.
    rating: n < 60 ? 1 : n < 61 ? 3 : 5,
    comment: '',
  }))
  await shop.db.insertInto('reviews').values(rows).execute()
  expect((await review(4)).status).toBe(201)
  const { body } = await shop.call('GET', '/api/rating')
  // (88 × 5 + 4 + 3 + 60 × 1) / 150 = 3.38
  expect(body).toEqual({ average: 3.4, count: 150, distribution: distribution(88, 1, 1, 0, 60) })
})

test('counts a review as soon as it is added', async () => {
  const count = async () => (await shop.call('GET', '/api/rating')).body.count
  for (let n = await count(); n < 155; n++) {
    await review(5)
    expect(await count()).toBe(n + 1)
  }
})

test('responds with 304 until a review is added', async () => {
  const etag = (await shop.call('GET', '/api/rating')).headers.get('etag') as string
  const requestIfChanged = () =>
    shop.call('GET', '/api/rating', undefined, { 'if-none-match': etag })
  expect((await requestIfChanged()).status).toBe(304)
  await review(2)
  expect((await requestIfChanged()).status).toBe(200)
})

test('updates the rating and the reviews in other processes', async () => {
  const port = await findFreePort()
  const other = await buildApp(
    readConfig({ ...testSettings, DATABASE_URL: shop.databaseUrl, PORT: String(port) }),
    { pages: false },
  )
  await other.listen({ port, host: '127.0.0.1' })
  try {
    const call = createApiClient(`http://127.0.0.1:${port}`)
    const readOther = async (path: string) => (await call('GET', path)).body
    const { count } = await readOther('/api/rating')
    const [newest] = await readOther('/reviews?size=1')
    await review(5)
    await waitUntil('the other process counts it', async () => {
      return (await readOther('/api/rating')).count === count + 1
    })
    await waitUntil('the other process shows it', async () => {
      return (await readOther('/reviews?size=1'))[0]._id !== newest._id
    })
  } finally {
    await other.close()
  }
})

/** Builds the distribution from the numbers of reviews with five to one stars. */
function distribution(...counts: [number, number, number, number, number]) {
  return counts.map((count, index) => ({ stars: 5 - index, count }))
}
