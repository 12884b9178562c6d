import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { lockRow, runInLockOrder } from '../../../tests/support/database/locks.ts'
import { type ApiResponse, countOutcomes, readIds } from '../../../tests/support/shop/api-client.ts'
import { addShippedOrder } from '../../../tests/support/shop/orders.ts'
import { startTestShop } from '../../../tests/support/shop/shop.ts'
import {
  addAdmin,
  addCustomer,
  addUsers,
  type TestUser,
} from '../../../tests/support/shop/users.ts'
import { reviewsHeld } from '../../platform/metrics/metrics.ts'

const BURST_MAX = 5

const shop = await startTestShop({ settings: { REVIEW_BURST_MAX: String(BURST_MAX) } })
beforeEach(async () => {
  await sql`truncate reviews cascade`.execute(shop.db)
  await sql`delete from rate_limits`.execute(shop.db)
  await addGoodReviews()
})
afterAll(() => shop.close())

/** Adds 36 reviews with an average of 4.6, like the sample reviews. */
async function addGoodReviews() {
  const rows = Array.from({ length: 36 }, (_, n) => ({
    id: randomUUIDv7(),
    name: 'Velo Nord',
    comment: '',
    rating: n < 14 ? 4 : 5,
  }))
  await shop.db.insertInto('reviews').values(rows).execute()
}

const GOOD = { average: 4.6, count: 36 }

const review = (by: TestUser, more: object = {}, key?: string) =>
  by.call(
    'POST',
    '/reviews',
    { ratting: 1, comment: 'Fake parts!', ...more },
    key ? { 'idempotency-key': key } : {},
  )
const readRating = async () => (await shop.call('GET', '/api/rating')).body
const readPublicIds = async () => readIds(await shop.call('GET', '/reviews'))
const idOf = ({ body }: ApiResponse): string => body.insertedId

/** Makes the reviews of a user one day older. */
async function ageReviews({ id }: TestUser) {
  await sql`update reviews set created_at = created_at - interval '24 hours'
    where user_id = ${id}`.execute(shop.db)
  await sql`delete from rate_limits where key like 'reviews|%'`.execute(shop.db)
}

test('ignores 20 one-star reviews of an unconfirmed account in the rating', async () => {
  const spammer = await addCustomer(shop, { emailConfirmed: false })
  const responses = []
  for (let n = 0; n < 20; n++) responses.push(await review(spammer, { comment: `Fake ${n}` }))
  expect(countOutcomes(responses)).toEqual({ 201: 1, reviews_too_many: 19 })
  expect(await readRating()).toMatchObject(GOOD)
  // The specification lets every signed-in user add a review, so one is listed.
  expect(await readPublicIds()).toContain(idOf(responses[0] as ApiResponse))
})

test('accepts one review a day per email, even after the account was deleted', async () => {
  const email = `again-${randomUUIDv7()}@example.com`
  const first = await addCustomer(shop, { email })
  expect((await review(first)).status).toBe(201)
  expect((await first.call('DELETE', '/api/account')).status).toBe(200)
  const second = await review(await addCustomer(shop, { email }))
  expect([second.status, second.body.code]).toEqual([429, 'reviews_too_many'])
  expect(Number(second.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('keeps reviews of new customers unpublished during a burst', async () => {
  const before = (await reviewsHeld.get()).values[0]?.value ?? 0
  const responses = []
  for (const spammer of await addUsers(shop, 30)) responses.push(await review(spammer))
  expect(countOutcomes(responses)).toEqual({ 201: 30 })
  const published = responses.slice(0, BURST_MAX).map(idOf)
  const held = responses.slice(BURST_MAX).map(idOf)
  expect((await readRating()).count).toBe(36 + BURST_MAX)
  expect((await readPublicIds()).slice(0, BURST_MAX)).toEqual(published.toReversed())
  const admin = await addAdmin(shop)
  const list = await admin.call('GET', '/api/reviews?show=held')
  expect(readIds(list)).toEqual(held.toReversed())
  expect(list.headers.get('x-total-count')).toBe('25')
  expect((await reviewsHeld.get()).values[0]?.value).toBe(before + 25)
})

test('publishes the review of a customer with a shipped order during a burst', async () => {
  for (const spammer of await addUsers(shop, BURST_MAX + 1)) await review(spammer)
  const buyer = await addCustomer(shop)
  await addShippedOrder(shop, buyer)
  const responses = []
  for (const ratting of [5, 4, 5]) responses.push(await review(buyer, { ratting }))
  expect(countOutcomes(responses)).toEqual({ 201: 3 })
  expect((await readPublicIds()).slice(0, 3)).toEqual(responses.map(idOf).toReversed())
})

test('does not count reviews of customers with a shipped order as a burst', async () => {
  const buyer = await addCustomer(shop)
  await addShippedOrder(shop, buyer)
  for (let n = 0; n < BURST_MAX + 1; n++) await review(buyer, { ratting: 5 })
  const added = await review(await addCustomer(shop))
  expect(await readPublicIds()).toContain(idOf(added))
})

test('publishes new reviews immediately when the burst is one hour old', async () => {
  for (const spammer of await addUsers(shop, BURST_MAX + 1)) await review(spammer)
  await sql`update reviews set created_at = created_at - interval '1 hour'`.execute(shop.db)
  const added = await review(await addCustomer(shop))
  expect(await readPublicIds()).toContain(idOf(added))
})

test('lets staff publish or hide held reviews', async () => {
  const admin = await addAdmin(shop)
  const users = await addUsers(shop, BURST_MAX + 2)
  const responses = []
  for (const user of users) responses.push(await review(user))
  const [released, hidden] = responses.slice(BURST_MAX).map(idOf) as [string, string]
  const { count } = await readRating()

  const release = (id: string) => admin.call('DELETE', `/api/reviews/${id}/hold`)
  expect((await release(released)).body).toEqual({ modifiedCount: 1 })
  expect((await release(released)).body).toEqual({ modifiedCount: 0 })
  expect(await readPublicIds()).toContain(released)
  expect((await readRating()).count).toBe(count + 1)

  await admin.call('PUT', `/api/reviews/${hidden}/hidden`, { reason: 'Spam' })
  expect((await release(hidden)).body).toEqual({ modifiedCount: 0 })
  expect(readIds(await admin.call('GET', '/api/reviews?show=held'))).toEqual([])
  expect(readIds(await admin.call('GET', '/api/reviews?show=hidden'))).toEqual([hidden])
  // Showing a hidden review publishes it, also if it was held before.
  await admin.call('DELETE', `/api/reviews/${hidden}/hidden`)
  expect(await readPublicIds()).toContain(hidden)

  const managed = (await admin.call('GET', '/api/reviews')).body
  expect(managed.find(({ _id }: { _id: string }) => _id === released)).toMatchObject({
    held: false,
    changes: [{ kind: 'released', by: admin.email, detail: null }],
  })
  expect((await release(randomUUIDv7())).body.code).toBe('review_missing')
  const customer = users[0] as TestUser
  const path = `/api/reviews/${released}/hold`
  expect((await customer.call('DELETE', path)).body.code).toBe('role_insufficient')
})

test('states when the next review is possible, and then accepts it', async () => {
  const customer = await addCustomer(shop)
  await review(customer)
  const refused = await review(customer)
  expect([refused.status, refused.body.code]).toEqual([429, 'reviews_too_many'])
  expect(refused.body.detail).toMatch(/the next one from \d+ \w+ \d{4}, \d\d:\d\d UTC\.$/)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(86_000)
  await ageReviews(customer)
  expect((await review(customer)).status).toBe(201)
})

test('counts hidden and held reviews for the daily limit', async () => {
  const admin = await addAdmin(shop)
  const users = await addUsers(shop, BURST_MAX + 1)
  const responses = []
  for (const user of users) responses.push(await review(user))
  await admin.call('PUT', `/api/reviews/${idOf(responses[0] as ApiResponse)}/hidden`, {
    reason: 'Spam',
  })
  for (const user of [users[0], users[BURST_MAX]] as TestUser[]) {
    expect((await review(user)).body.code).toBe('reviews_too_many')
  }
})

test.each([
  ['without idempotency keys', () => undefined],
  ['with different idempotency keys', () => randomUUIDv7()],
])('accepts one of two concurrent reviews %s', async (_, key) => {
  const customer = await addCustomer(shop)
  const send = () => review(customer, {}, key())
  const responses = await runInLockOrder(shop.db, lockRow('users', customer.id), [send, send])
  expect(countOutcomes(responses)).toEqual({ 201: 1, reviews_too_many: 1 })
})

test('returns the first response again for the same Idempotency-Key, also if the review is held', async () => {
  const users = await addUsers(shop, BURST_MAX + 1)
  for (const user of users) {
    const key = randomUUIDv7()
    const first = await review(user, {}, key)
    const second = await review(user, {}, key)
    expect([second.status, second.body]).toEqual([201, first.body])
    expect((await review(user, { comment: 'Other' }, key)).body.code).toBe('key_reused')
  }
  expect(await readPublicIds()).toHaveLength(36 + BURST_MAX)
})

test('accepts a review that repeats the idempotency key of a refused review', async () => {
  const customer = await addCustomer(shop)
  await review(customer)
  const key = randomUUIDv7()
  expect((await review(customer, {}, key)).status).toBe(429)
  await ageReviews(customer)
  expect((await review(customer, {}, key)).status).toBe(201)
})

test('counts a review in the rating after its author has confirmed the email', async () => {
  const customer = await addCustomer(shop, { emailConfirmed: false })
  await review(customer, { ratting: 5 })
  expect((await readRating()).count).toBe(36)
  await shop.db
    .updateTable('users')
    .set({ email_verified: true })
    .where('id', '=', customer.id)
    .execute()
  // Any change of a review refreshes the cached rating; without a change, the rating expires after 30 seconds.
  await review(await addCustomer(shop, { emailConfirmed: false }))
  expect((await readRating()).count).toBe(37)
})

test.each([
  ['counts', true, 37],
  ['does not count', false, 36],
])(
  '%s the reviews of a deleted account with emailConfirmed = %s',
  async (_, emailConfirmed, count) => {
    const customer = await addCustomer(shop, { emailConfirmed })
    await review(customer, { ratting: 5 })
    expect((await customer.call('DELETE', '/api/account')).body).toEqual({ deletedCount: 1 })
    expect(await readRating()).toMatchObject({ count })
    expect((await shop.call('GET', '/reviews')).body[0]).toMatchObject({
      name: 'Deleted customer',
    })
  },
)
