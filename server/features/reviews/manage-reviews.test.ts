import { randomUUIDv7 } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { lockRow, runInLockOrder } from '../../../tests/support/database/locks.ts'
import {
  countOutcomes,
  fetchPages,
  readIds,
  readLink,
} from '../../../tests/support/shop/api-client.ts'
import { addShippedOrder, placeOrder } from '../../../tests/support/shop/orders.ts'
import { addPart } from '../../../tests/support/shop/parts.ts'
import { startTestShop } from '../../../tests/support/shop/shop.ts'
import { addAdmin, addCustomer } from '../../../tests/support/shop/users.ts'

const shop = await startTestShop()
const admin = await addAdmin(shop)
const customer = await addCustomer(shop, { name: 'Velo Nord', email: 'buying@velo-nord.example' })
await addShippedOrder(shop, customer)
afterAll(() => shop.close())

async function review(comment: string, by = customer, ratting = 4): Promise<string> {
  return (await by.call('POST', '/reviews', { ratting, comment })).body.insertedId
}

const hide = (id: string, reason = 'Names a rider', by = admin) =>
  by.call('PUT', `/api/reviews/${id}/hidden`, { reason })
const show = (id: string) => admin.call('DELETE', `/api/reviews/${id}/hidden`)
const setAnswer = (id: string, answer: string) =>
  admin.call('PUT', `/api/reviews/${id}/answer`, { answer })
const withdraw = (id: string) => admin.call('DELETE', `/api/reviews/${id}/answer`)
const listManaged = (query = '') => admin.call('GET', `/api/reviews?${query}`)
const findPublic = async (id: string) =>
  (await shop.call('GET', '/reviews')).body.find((one: { _id: string }) => one._id === id)
const readRatingCount = async () => (await shop.call('GET', '/api/rating')).body.count

test('hides a review from the public and the rating, and shows staff who hid it and why', async () => {
  const id = await review('Ask for Tom, he gives discounts.')
  const before = await readRatingCount()
  expect((await hide(id)).body).toEqual({ modifiedCount: 1 })
  expect(await findPublic(id)).toBeUndefined()
  expect(await readRatingCount()).toBe(before - 1)
  const [newest] = (await listManaged('size=1')).body
  const hidden = { reason: 'Names a rider', by: admin.email, at: expect.any(String) }
  expect(newest).toMatchObject({ _id: id, email: customer.email, hidden })
  expect((await hide(id, 'Twice')).body).toEqual({ modifiedCount: 0 })

  expect((await show(id)).body).toEqual({ modifiedCount: 1 })
  expect((await show(id)).body).toEqual({ modifiedCount: 0 })
  expect(await findPublic(id)).toMatchObject({ _id: id })
  expect(await readRatingCount()).toBe(before)
  const [shown] = (await listManaged('size=1')).body
  expect(shown).toMatchObject({
    hidden: null,
    changes: [
      { kind: 'shown', by: admin.email, detail: null },
      { kind: 'hidden', by: admin.email, detail: 'Names a rider' },
    ],
  })
})

test('hides a review once for concurrent requests', async () => {
  const id = await review('Spam.')
  const responses = await runInLockOrder(
    shop.db,
    lockRow('reviews', id),
    Array.from({ length: 8 }, () => () => hide(id)),
  )
  const changed = responses.filter(({ body }) => body.modifiedCount === 1)
  expect([countOutcomes(responses), changed.length]).toEqual([{ 200: 8 }, 1])
  const [{ changes }] = (await listManaged('size=1')).body
  expect(changes).toHaveLength(1)
})

test('publishes, changes and withdraws the maker’s answer', async () => {
  const id = await review('The box was wet.')
  const answer = async () => (await findPublic(id)).answer
  expect(await answer()).toBeNull()
  expect((await setAnswer(id, '  We send a new one.\nSorry.  ')).body).toEqual({ modifiedCount: 1 })
  expect(await answer()).toBe('We send a new one.\nSorry.')
  expect((await setAnswer(id, 'We send a new one.\nSorry.')).body).toEqual({ modifiedCount: 0 })
  await setAnswer(id, 'A new one is on its way.')
  expect(await answer()).toBe('A new one is on its way.')
  expect((await withdraw(id)).body).toEqual({ modifiedCount: 1 })
  expect((await withdraw(id)).body).toEqual({ modifiedCount: 0 })
  expect(await answer()).toBeNull()
  const [{ changes, answeredAt }] = (await listManaged('size=1')).body
  expect(answeredAt).toBeNull()
  expect(changes.map(({ kind }: { kind: string }) => kind)).toEqual([
    'answer_withdrawn',
    'answered',
    'answered',
  ])
})

test('refuses an answer if another admin has changed the seen one', async () => {
  const id = await review('The spokes were bent.')
  const change = (answer: string, seen: string | null) =>
    admin.call('PUT', `/api/reviews/${id}/answer`, { answer, seen })
  const responses = await runInLockOrder(shop.db, lockRow('reviews', id), [
    () => change('We send new ones.', null),
    () => change('Sorry.', null),
  ])
  expect(countOutcomes(responses)).toEqual({ 200: 1, answer_changed: 1 })
  expect((await findPublic(id)).answer).toBe('We send new ones.')
  expect((await change('We send new ones.', null)).body).toEqual({ modifiedCount: 0 })
  expect((await change('Sorry.', 'We send new ones.')).body).toEqual({ modifiedCount: 1 })
})

test('withdraws only the answer that the admin has seen', async () => {
  const id = await review('The rim was scratched.')
  const withdrawSeen = (seen: string) => admin.call('DELETE', `/api/reviews/${id}/answer`, { seen })
  await setAnswer(id, 'Sorry.')
  await setAnswer(id, 'We send a new one.')
  expect((await withdrawSeen('Sorry.')).body.code).toBe('answer_changed')
  expect((await findPublic(id)).answer).toBe('We send a new one.')
  expect((await withdrawSeen('We send a new one.')).body).toEqual({ modifiedCount: 1 })
  expect((await withdrawSeen('We send a new one.')).body).toEqual({ modifiedCount: 0 })
})

test('marks an author as verified buyer after an order was shipped', async () => {
  const buyer = await addCustomer(shop)
  const id = await review('Straight spokes.', buyer)
  const order = await placeOrder(buyer.call, await addPart(shop))
  const isVerified = async () => (await findPublic(id)).verifiedBuyer
  expect(await isVerified()).toBe(false)
  await shop.db
    .updateTable('orders')
    .set({ paid_at: new Date(), transaction_id: 'pi_by_hand' })
    .where('id', '=', order)
    .execute()
  expect(await isVerified()).toBe(false)
  expect((await admin.call('PATCH', `/shipped/${order}`)).body).toEqual({ modifiedCount: 1 })
  expect(await isVerified()).toBe(true)
  const others = await review('Another’s.', await addCustomer(shop))
  expect((await findPublic(others)).verifiedBuyer).toBe(false)
})

test('searches comment, answer and email, and treats SQL and wildcards as plain text', async () => {
  const needle = await review('100%_true to size… ½ turn')
  await setAnswer(needle, 'Glad the Quillon fits.')
  const findIds = async (search: string) =>
    readIds(await listManaged(new URLSearchParams({ search }).toString()))
  for (const search of ['100%_TRUE', '%_t', 'quillon', 'size…', '½ turn'])
    expect(await findIds(search)).toEqual([needle])
  expect(await findIds('100_true')).toEqual([])
  expect(await findIds("'; drop table reviews; --")).toEqual([])
  const other = await addCustomer(shop, { email: 'ride@other-shop.example' })
  const theirs = await review('No words to find.', other)
  expect(await findIds('RIDE@other-shop')).toEqual([theirs])
  expect(readIds(await listManaged(`by=${other.id}`))).toEqual([theirs])
})

test('lists only hidden or only unanswered reviews', async () => {
  const [hidden, answered, waiting] = [
    await review('One'),
    await review('Two'),
    await review('Three'),
  ]
  await hide(hidden)
  await setAnswer(answered, 'Thank you.')
  const lists = {
    hidden: readIds(await listManaged('show=hidden')),
    unanswered: readIds(await listManaged('show=unanswered')),
  }
  expect(lists.hidden).toContain(hidden)
  expect(lists.hidden).not.toContain(waiting)
  expect(lists.unanswered).toContain(waiting)
  expect(lists.unanswered).not.toContain(answered)
  expect(lists.unanswered).not.toContain(hidden)
})

test('lists only reviews with at most the given number of stars', async () => {
  const [low] = [await review('Bent', customer, 2), await review('Straight')]
  expect(readIds(await listManaged('maxRating=3'))).toEqual([low])
  expect(readIds(await listManaged('maxRating=1'))).toEqual([])
  expect((await listManaged('maxRating=0')).status).toBe(400)
})

test('lists each review once while paging forwards and backwards', async () => {
  const rare = [await review('Xylander, one'), await review('Xylander, two')]
  const rows = Array.from({ length: 1050 }, () => ({
    id: randomUUIDv7(),
    name: 'Velo Nord',
    rating: 5,
    comment: 'Good.',
  }))
  await shop.db.insertInto('reviews').values(rows).execute()
  expect(readIds(await listManaged('search=xylander'))).toEqual(rare.toReversed())
  const pages = await fetchPages(admin.call, '/api/reviews?size=100')
  const ids = pages.flatMap(readIds)
  expect(ids).toEqual([...new Set(ids)].sort().reverse())
  expect(pages[0]?.headers.get('x-total-count')).toBe(String(ids.length))
  const last = await listManaged('size=100&last=true')
  expect(readIds(last)).toEqual(ids.slice(-100))
  const before = await admin.call('GET', readLink(last, 'prev') as string)
  expect(readIds(before)).toEqual(ids.slice(-200, -100))
})

test('refuses requests of customers, unknown reviews and invalid texts', async () => {
  const id = await review('Mine.')
  expect((await hide(id, 'x', customer)).body.code).toBe('role_insufficient')
  expect((await customer.call('GET', '/api/reviews')).body.code).toBe('role_insufficient')
  const unknownId = randomUUIDv7()
  for (const answer of [
    hide(unknownId),
    show(unknownId),
    setAnswer(unknownId, 'x'),
    withdraw(unknownId),
  ]) {
    expect((await answer).body.code).toBe('review_missing')
  }
  for (const reason of ['', '  ', 'x'.repeat(201)]) {
    expect((await hide(id, reason)).body.code).toBe('input_invalid')
  }
  for (const answer of ['', ' ', 'x'.repeat(2001)]) {
    expect((await setAnswer(id, answer)).body.code).toBe('input_invalid')
  }
})

test.each(['size=0', 'show=all', 'before=x', 'last=1', 'by=x', `search=${'x'.repeat(201)}`])(
  'refuses the query %s',
  async (query) => {
    const { status, body } = await listManaged(query)
    expect([status, Object.keys(body.errors)]).toEqual([400, [query.split('=')[0]]])
  },
)

test('adds a review once for repeated requests with the same idempotency key', async () => {
  const key = { 'idempotency-key': randomUUIDv7() }
  const body = { ratting: 5, comment: 'Sent twice.' }
  const send = () => customer.call('POST', '/reviews', body, key)
  const responses = await runInLockOrder(shop.db, lockRow('users', customer.id), [send, send, send])
  expect(countOutcomes(responses)).toEqual({ '201': 3 })
  expect(new Set(responses.map((answer) => answer.body.insertedId)).size).toBe(1)
  const other = await customer.call('POST', '/reviews', { ...body, ratting: 4 }, key)
  expect([other.status, other.body.code]).toEqual([422, 'key_reused'])
  const invalid = await customer.call('POST', '/reviews', body, { 'idempotency-key': 'a key' })
  expect([invalid.status, invalid.body.code]).toEqual([400, 'input_invalid'])
  expect(readIds(await listManaged('search=sent twice'))).toHaveLength(1)
})
