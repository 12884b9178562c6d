import { randomUUIDv7 } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockRow, queueForLock } from '../../../tests/support/database/locks.ts'
import { idsOf, linkOf, pagesOf, tally } from '../../../tests/support/shop/calls.ts'
import { addShippedOrder, placeOrder } from '../../../tests/support/shop/orders.ts'
import { addPart } from '../../../tests/support/shop/parts.ts'
import { addAdmin, addCustomer, type Person } from '../../../tests/support/shop/people.ts'
import { startTestShop, type TestShop } from '../../../tests/support/shop/shop.ts'

let shop: TestShop
let admin: Person
let customer: Person

beforeAll(async () => {
  shop = await startTestShop()
  admin = await addAdmin(shop)
  customer = await addCustomer(shop, { name: 'Velo Nord', email: 'buying@velo-nord.example' })
  await addShippedOrder(shop, customer)
})
afterAll(() => shop.close())

async function review(comment: string, by = customer): Promise<string> {
  return (await by.call('POST', '/reviews', { ratting: 4, comment })).body.insertedId
}

const hide = (id: string, reason = 'Names a rider', by = admin) =>
  by.call('PUT', `/api/reviews/${id}/hidden`, { reason })
const show = (id: string) => admin.call('DELETE', `/api/reviews/${id}/hidden`)
const reply = (id: string, answer: string) =>
  admin.call('PUT', `/api/reviews/${id}/answer`, { answer })
const withdraw = (id: string) => admin.call('DELETE', `/api/reviews/${id}/answer`)
const managed = (query = '') => admin.call('GET', `/api/reviews?${query}`)
const publicOne = async (id: string) =>
  (await shop.visit('GET', '/reviews')).body.find((one: { _id: string }) => one._id === id)
const counted = async () => (await shop.visit('GET', '/api/rating')).body.count

test('a hidden review is gone for everybody and counts no more; the staff see who hid it, and why', async () => {
  const id = await review('Ask for Tom, he gives discounts.')
  const before = await counted()
  expect((await hide(id)).body).toEqual({ modifiedCount: 1 })
  expect(await publicOne(id)).toBeUndefined()
  expect(await counted()).toBe(before - 1)
  const [newest] = (await managed('size=1')).body
  const hidden = { reason: 'Names a rider', by: admin.email, at: expect.any(String) }
  expect(newest).toMatchObject({ _id: id, email: customer.email, hidden })
  expect((await hide(id, 'Twice')).body).toEqual({ modifiedCount: 0 })

  expect((await show(id)).body).toEqual({ modifiedCount: 1 })
  expect((await show(id)).body).toEqual({ modifiedCount: 0 })
  expect(await publicOne(id)).toMatchObject({ _id: id })
  expect(await counted()).toBe(before)
  const [shown] = (await managed('size=1')).body
  expect(shown).toMatchObject({
    hidden: null,
    changes: [
      { kind: 'shown', by: admin.email, detail: null },
      { kind: 'hidden', by: admin.email, detail: 'Names a rider' },
    ],
  })
})

test('of many staff who hide one review at once, one does', async () => {
  const id = await review('Spam.')
  const answers = await queueForLock(
    shop.db,
    lockRow('reviews', id),
    Array.from({ length: 8 }, () => () => hide(id)),
  )
  const changed = answers.filter(({ body }) => body.modifiedCount === 1)
  expect([tally(answers), changed.length]).toEqual([{ 200: 8 }, 1])
  const [{ changes }] = (await managed('size=1')).body
  expect(changes).toHaveLength(1)
})

test('the maker answers a review, changes his answer and takes it back, and everybody reads it so', async () => {
  const id = await review('The box was wet.')
  const answer = async () => (await publicOne(id)).answer
  expect(await answer()).toBeNull()
  expect((await reply(id, '  We send a new one.\nSorry.  ')).body).toEqual({ modifiedCount: 1 })
  expect(await answer()).toBe('We send a new one.\nSorry.')
  expect((await reply(id, 'We send a new one.\nSorry.')).body).toEqual({ modifiedCount: 0 })
  await reply(id, 'A new one is on its way.')
  expect(await answer()).toBe('A new one is on its way.')
  expect((await withdraw(id)).body).toEqual({ modifiedCount: 1 })
  expect((await withdraw(id)).body).toEqual({ modifiedCount: 0 })
  expect(await answer()).toBeNull()
  const [{ changes, answeredAt }] = (await managed('size=1')).body
  expect(answeredAt).toBeNull()
  expect(changes.map(({ kind }: { kind: string }) => kind)).toEqual([
    'answer_withdrawn',
    'answered',
    'answered',
  ])
})

test('who has an order that was shipped is a verified buyer from that moment on', async () => {
  const buyer = await addCustomer(shop)
  const id = await review('Straight spokes.', buyer)
  const order = await placeOrder(buyer.call, await addPart(shop))
  const verified = async () => (await publicOne(id)).verifiedBuyer
  expect(await verified()).toBe(false)
  await shop.db
    .updateTable('orders')
    .set({ paid_at: new Date(), transaction_id: 'pi_by_hand' })
    .where('id', '=', order)
    .execute()
  expect(await verified()).toBe(false)
  expect((await admin.call('PATCH', `/shipped/${order}`)).body).toEqual({ modifiedCount: 1 })
  expect(await verified()).toBe(true)
  const others = await review('Another’s.', await addCustomer(shop))
  expect((await publicOne(others)).verifiedBuyer).toBe(false)
})

test('the staff find reviews by words, by the answer and by e-mail, and take every sign as it is', async () => {
  const needle = await review('100%_true to size')
  await reply(needle, 'Glad the Quillon fits.')
  const found = async (search: string) =>
    idsOf(await managed(new URLSearchParams({ search }).toString()))
  for (const search of ['100%_TRUE', '%_t', 'quillon'])
    expect(await found(search)).toEqual([needle])
  expect(await found('100_true')).toEqual([])
  expect(await found("'; drop table reviews; --")).toEqual([])
  const other = await addCustomer(shop, { email: 'ride@other-shop.example' })
  const theirs = await review('No words to find.', other)
  expect(await found('RIDE@other-shop')).toEqual([theirs])
  expect(idsOf(await managed(`by=${other.id}`))).toEqual([theirs])
})

test('what is hidden, and what waits for an answer, are lists of their own', async () => {
  const [hidden, answered, waiting] = [
    await review('One'),
    await review('Two'),
    await review('Three'),
  ]
  await hide(hidden)
  await reply(answered, 'Thank you.')
  const lists = {
    hidden: idsOf(await managed('show=hidden')),
    unanswered: idsOf(await managed('show=unanswered')),
  }
  expect(lists.hidden).toContain(hidden)
  expect(lists.hidden).not.toContain(waiting)
  expect(lists.unanswered).toContain(waiting)
  expect(lists.unanswered).not.toContain(answered)
  expect(lists.unanswered).not.toContain(hidden)
})

test('in pages, both ways, each review is met once, and what is rare is found behind a thousand', async () => {
  const rare = [await review('Xylander, one'), await review('Xylander, two')]
  const rows = Array.from({ length: 1050 }, () => ({
    id: randomUUIDv7(),
    name: 'Velo Nord',
    rating: 5,
    comment: 'Good.',
  }))
  await shop.db.insertInto('reviews').values(rows).execute()
  expect(idsOf(await managed('search=xylander'))).toEqual(rare.toReversed())
  const pages = await pagesOf(admin.call, '/api/reviews?size=100')
  const ids = pages.flatMap(idsOf)
  expect(ids).toEqual([...new Set(ids)].sort().reverse())
  expect(pages[0]?.headers.get('x-total-count')).toBe(String(ids.length))
  const last = await managed('size=100&last=true')
  expect(idsOf(last)).toEqual(ids.slice(-100))
  const before = await admin.call('GET', linkOf(last, 'prev') as string)
  expect(idsOf(before)).toEqual(ids.slice(-200, -100))
})

test('of a customer, and of reviews that are not there, nothing is taken', async () => {
  const id = await review('Mine.')
  expect((await hide(id, 'x', customer)).body.code).toBe('role_insufficient')
  expect((await customer.call('GET', '/api/reviews')).body.code).toBe('role_insufficient')
  const nothing = randomUUIDv7()
  for (const answer of [hide(nothing), show(nothing), reply(nothing, 'x'), withdraw(nothing)]) {
    expect((await answer).body.code).toBe('review_missing')
  }
  for (const reason of ['', '  ', 'x'.repeat(201)]) {
    expect((await hide(id, reason)).body.code).toBe('input_invalid')
  }
  for (const answer of ['', ' ', 'x'.repeat(2001)]) {
    expect((await reply(id, answer)).body.code).toBe('input_invalid')
  }
})

test.each(['size=0', 'show=all', 'before=x', 'last=1', 'by=x', `search=${'x'.repeat(201)}`])(
  'the query %s is refused',
  async (query) => {
    const { status, body } = await managed(query)
    expect([status, Object.keys(body.errors)]).toEqual([400, [query.split('=')[0]]])
  },
)

test('a review that is sent twice under one key is added once', async () => {
  const key = { 'idempotency-key': randomUUIDv7() }
  const body = { ratting: 5, comment: 'Sent twice.' }
  const send = () => customer.call('POST', '/reviews', body, key)
  const answers = await queueForLock(shop.db, lockRow('users', customer.id), [send, send, send])
  expect(new Set(answers.map((answer) => answer.body.insertedId)).size).toBe(1)
  const other = await customer.call('POST', '/reviews', { ...body, ratting: 4 }, key)
  expect(other.body.code).toBe('key_reused')
  expect(idsOf(await managed('search=sent twice'))).toHaveLength(1)
})
