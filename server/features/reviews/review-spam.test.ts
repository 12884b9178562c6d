import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { lockRow, queueForLock } from '../../../tests/support/database/locks.ts'
import { type Answer, idsOf, tally } from '../../../tests/support/shop/calls.ts'
import { addShippedOrder } from '../../../tests/support/shop/orders.ts'
import {
  addAdmin,
  addCustomer,
  addPeople,
  type Person,
} from '../../../tests/support/shop/people.ts'
import { startTestShop, type TestShop } from '../../../tests/support/shop/shop.ts'
import { reviewsHeld } from '../../platform/metrics/metrics.ts'

const BURST_MAX = 5

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop({ settings: { REVIEW_BURST_MAX: String(BURST_MAX) } })
})
beforeEach(async () => {
  await sql`truncate reviews cascade`.execute(shop.db)
  await sql`delete from rate_limits`.execute(shop.db)
  await addGoodReviews()
})
afterAll(() => shop.close())

/** A rating of 4.6 by 36 reviews, as the sample reviews give it. */
async function addGoodReviews() {
  const rows = Array.from({ length: 36 }, (_, n) => ({
    ...{ id: randomUUIDv7(), name: 'Velo Nord', comment: '' },
    rating: n < 14 ? 4 : 5,
  }))
  await shop.db.insertInto('reviews').values(rows).execute()
}

const GOOD = { average: 4.6, count: 36 }

const review = (by: Person, more: object = {}, key?: string) =>
  by.call(
    'POST',
    '/reviews',
    { ratting: 1, comment: 'Fake parts!', ...more },
    key ? { 'idempotency-key': key } : {},
  )
const rating = async () => (await shop.visit('GET', '/api/rating')).body
const publicIds = async () => idsOf(await shop.visit('GET', '/reviews'))
const idOf = ({ body }: Answer): string => body.insertedId

/** Lets a day pass for the reviews of a user. */
async function ageReviews({ id }: Person) {
  await sql`update reviews set created_at = created_at - interval '24 hours'
    where user_id = ${id}`.execute(shop.db)
  await sql`delete from rate_limits where key like 'reviews|%'`.execute(shop.db)
}

test('100 one-star reviews of one unconfirmed account do not change the rating', async () => {
  const spammer = await addCustomer(shop, { emailConfirmed: false })
  const answers = []
  for (let n = 0; n < 100; n++) answers.push(await review(spammer, { comment: `Fake ${n}` }))
  expect(tally(answers)).toEqual({ 201: 1, reviews_too_many: 99 })
  expect(await rating()).toMatchObject(GOOD)
  // The specification lets every signed-in user review: the one is listed.
  expect(await publicIds()).toContain(idOf(answers[0] as Answer))
})

test('a deleted account that signs up again does not review twice a day', async () => {
  const email = `again-${randomUUIDv7()}@example.com`
  const first = await addCustomer(shop, { email })
  expect((await review(first)).status).toBe(201)
  expect((await first.call('DELETE', '/api/account')).status).toBe(200)
  const again = await review(await addCustomer(shop, { email }))
  expect([again.status, again.body.code]).toEqual([429, 'reviews_too_many'])
  expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('one-star reviews of many confirmed accounts are held after the first few', async () => {
  const before = (await reviewsHeld.get()).values[0]?.value ?? 0
  const answers = []
  for (const spammer of await addPeople(shop, 30)) answers.push(await review(spammer))
  expect(tally(answers)).toEqual({ 201: 30 })
  const published = answers.slice(0, BURST_MAX).map(idOf)
  const held = answers.slice(BURST_MAX).map(idOf)
  expect((await rating()).count).toBe(36 + BURST_MAX)
  expect((await publicIds()).slice(0, BURST_MAX)).toEqual(published.toReversed())
  const admin = await addAdmin(shop)
  const list = await admin.call('GET', '/api/reviews?show=held')
  expect(idsOf(list)).toEqual(held.toReversed())
  expect(list.headers.get('x-total-count')).toBe('25')
  expect((await reviewsHeld.get()).values[0]?.value).toBe(before + 25)
})

test('publishes the review of a customer with a shipped order during a burst', async () => {
  for (const spammer of await addPeople(shop, BURST_MAX + 1)) await review(spammer)
  const buyer = await addCustomer(shop)
  await addShippedOrder(shop, buyer)
  const answers = []
  for (const ratting of [5, 4, 5]) answers.push(await review(buyer, { ratting }))
  expect(tally(answers)).toEqual({ 201: 3 })
  expect((await publicIds()).slice(0, 3)).toEqual(answers.map(idOf).toReversed())
})

test('does not count reviews of customers with a shipped order as a burst', async () => {
  const buyer = await addCustomer(shop)
  await addShippedOrder(shop, buyer)
  for (let n = 0; n < BURST_MAX + 1; n++) await review(buyer, { ratting: 5 })
  const added = await review(await addCustomer(shop))
  expect(await publicIds()).toContain(idOf(added))
})

test('publishes reviews again one hour after a burst', async () => {
  for (const spammer of await addPeople(shop, BURST_MAX + 1)) await review(spammer)
  await sql`update reviews set created_at = created_at - interval '1 hour'`.execute(shop.db)
  const added = await review(await addCustomer(shop))
  expect(await publicIds()).toContain(idOf(added))
})

test('staff release and hide held reviews', async () => {
  const admin = await addAdmin(shop)
  const people = await addPeople(shop, BURST_MAX + 2)
  const answers = []
  for (const one of people) answers.push(await review(one))
  const [released, hidden] = answers.slice(BURST_MAX).map(idOf) as [string, string]
  const { count } = await rating()

  const release = (id: string) => admin.call('DELETE', `/api/reviews/${id}/hold`)
  expect((await release(released)).body).toEqual({ modifiedCount: 1 })
  expect((await release(released)).body).toEqual({ modifiedCount: 0 })
  expect(await publicIds()).toContain(released)
  expect((await rating()).count).toBe(count + 1)

  await admin.call('PUT', `/api/reviews/${hidden}/hidden`, { reason: 'Spam' })
  expect((await release(hidden)).body).toEqual({ modifiedCount: 0 })
  expect(idsOf(await admin.call('GET', '/api/reviews?show=held'))).toEqual([])
  expect(idsOf(await admin.call('GET', '/api/reviews?show=hidden'))).toEqual([hidden])
  // Showing a hidden review publishes it, also if it was held before.
  await admin.call('DELETE', `/api/reviews/${hidden}/hidden`)
  expect(await publicIds()).toContain(hidden)

  const managed = (await admin.call('GET', '/api/reviews')).body
  expect(managed.find(({ _id }: { _id: string }) => _id === released)).toMatchObject({
    held: false,
    changes: [{ kind: 'released', by: admin.email, detail: null }],
  })
  expect((await release(randomUUIDv7())).body.code).toBe('review_missing')
  const customer = people[0] as Person
  const path = `/api/reviews/${released}/hold`
  expect((await customer.call('DELETE', path)).body.code).toBe('role_insufficient')
})

test('states when the next review is possible, and accepts it then', async () => {
  const customer = await addCustomer(shop)
  await review(customer)
  const refused = await review(customer)
  expect([refused.status, refused.body.code]).toEqual([429, 'reviews_too_many'])
  expect(refused.body.detail).toMatch(/the next one from \d+ \w+ \d{4}, \d\d:\d\d UTC\.$/)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(86_000)
  await ageReviews(customer)
  expect((await review(customer)).status).toBe(201)
})

test('counts hidden and held reviews of the last day too', async () => {
  const admin = await addAdmin(shop)
  const people = await addPeople(shop, BURST_MAX + 1)
  const answers = []
  for (const one of people) answers.push(await review(one))
  await admin.call('PUT', `/api/reviews/${idOf(answers[0] as Answer)}/hidden`, { reason: 'Spam' })
  for (const one of [people[0], people[BURST_MAX]] as Person[]) {
    expect((await review(one)).body.code).toBe('reviews_too_many')
  }
})

test.each([
  ['without keys', () => undefined],
  ['under different keys', () => randomUUIDv7()],
])('accepts one of two reviews that are sent at once %s', async (_, key) => {
  const customer = await addCustomer(shop)
  const send = () => review(customer, {}, key())
  const answers = await queueForLock(shop.db, lockRow('users', customer.id), [send, send])
  expect(tally(answers)).toEqual({ 201: 1, reviews_too_many: 1 })
})

test('answers a repeated key as the first time, also a held review', async () => {
  const people = await addPeople(shop, BURST_MAX + 1)
  for (const one of people) {
    const key = randomUUIDv7()
    const first = await review(one, {}, key)
    const again = await review(one, {}, key)
    expect([again.status, again.body]).toEqual([201, first.body])
    expect((await review(one, { comment: 'Other' }, key)).body.code).toBe('key_reused')
  }
  expect(await publicIds()).toHaveLength(36 + BURST_MAX)
})

test('accepts a review under a key that was refused before', async () => {
  const customer = await addCustomer(shop)
  await review(customer)
  const key = randomUUIDv7()
  expect((await review(customer, {}, key)).status).toBe(429)
  await ageReviews(customer)
  expect((await review(customer, {}, key)).status).toBe(201)
})

test('counts a review once its author confirms the e-mail, in a shop that is open', async () => {
  const customer = await addCustomer(shop, { emailConfirmed: false })
  await review(customer, { ratting: 5 })
  expect((await rating()).count).toBe(36)
  await shop.db
    .updateTable('users')
    .set({ email_verified: true })
    .where('id', '=', customer.id)
    .execute()
  // Any change of a review refreshes the cached rating; without one it expires after 30 seconds.
  await review(await addCustomer(shop, { emailConfirmed: false }))
  expect((await rating()).count).toBe(37)
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
    expect(await rating()).toMatchObject({ count })
    expect((await shop.visit('GET', '/reviews')).body[0]).toMatchObject({
      name: 'Deleted customer',
    })
  },
)
