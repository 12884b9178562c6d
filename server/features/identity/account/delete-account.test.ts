import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockRow, queueForLock } from '../../../../tests/support/database/locks.ts'
import {
  askIdentity,
  exchange,
  signIn,
  signUp,
} from '../../../../tests/support/identity/sign-in.ts'
import { checkBooks } from '../../../../tests/support/shop/books.ts'
import { callsOf } from '../../../../tests/support/shop/calls.ts'
import { type Cards, cardsOf } from '../../../../tests/support/shop/cards.ts'
import { inboxOf } from '../../../../tests/support/shop/inbox.ts'
import {
  beginPayment,
  bookingOf,
  placeOrder,
  placePaidOrder,
} from '../../../../tests/support/shop/orders.ts'
import { addPart, stockOf } from '../../../../tests/support/shop/parts.ts'
import { addAdmin, addCustomer, type Person } from '../../../../tests/support/shop/people.ts'
import { startTestShop, type TestShop } from '../../../../tests/support/shop/shop.ts'
import { waitUntil } from '../../../../tests/support/wait-until.ts'

let shop: TestShop
let cards: Cards
let admin: Person
let part: string

beforeAll(async () => {
  shop = await startTestShop({ sandbox: true })
  cards = cardsOf(shop)
  admin = await addAdmin(shop)
  part = await addPart(shop, { stock: 10_000 })
})
afterAll(async () => {
  await checkBooks(shop)
  await shop.close()
})

const remove = ({ call }: Pick<Person, 'call'>) => call('DELETE', '/api/account')

/** Somebody who came in through the identity provider. */
async function rider(about: object = {}) {
  const person = await signUp(shop, about)
  const { body } = await exchange(shop, person.email, person.cookie)
  return { ...person, call: callsOf(shop.url, body.token) }
}

/** Where in the whole database a text is kept, by table. */
async function placesOf(text: string): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(shop.db)
  const places = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await sql`select from ${sql.table(name)} t
        where position(lower(${text}) in lower(t::text)) > 0`.execute(shop.db)
      return rows.length > 0 ? [name] : []
    }),
  )
  return places.flat()
}

const openOrdersOf = ({ id }: Person) =>
  shop.db
    .selectFrom('orders')
    .select('id')
    .where('user_id', '=', id)
    .where('cancelled_at', 'is', null)
    .execute()

test('a deleted account leaves the orders in the books, and nothing of the person', async () => {
  const person = await rider({ name: 'Zebedee Quill' })
  await person.call('PUT', `/user/${person.email}`, {
    education: 'Quillmaking',
    phone: '+44 20 7946 0123',
    address: '7 Quill Mews',
  })
  const shipped = await placePaidOrder(person.call, cards, part)
  await admin.call('PATCH', `/shipped/${shipped}`)
  const more = { phone: '+44 20 7946 0123', address: '7 Quill Mews' }
  const unpaid = (await person.call('POST', '/booking', bookingOf(part, 20, more))).body.result
  await person.call('POST', '/reviews', { comment: 'Rolls well', ratting: 5 })
  const before = await stockOf(shop, part)

  expect((await remove(person)).body).toEqual({ deletedCount: 1 })

  expect((await stockOf(shop, part)).reserved).toBe(before.reserved - 20)
  expect((await person.call('GET', '/api/account')).body.code).toBe('token_invalid')
  expect((await exchange(shop, person.email, person.cookie)).status).toBe(401)
  for (const trace of [person.email, 'Quill', '7946 0123'])
    expect(await placesOf(trace)).toEqual([])
  const order = (await admin.call('GET', `/booking/${shipped}`)).body
  expect(order).toMatchObject({
    name: 'Deleted customer',
    phone: '',
    address: '',
    status: 'Shipped',
  })
  expect(order.email).toMatch(/^deleted-[\w-]+@deleted\.invalid$/)
  const history = await admin.call('GET', `/api/orders/${unpaid.insertedId}/history`)
  expect(history.status).toBe(404)
  const [review] = (await shop.visit('GET', '/reviews?size=1')).body
  expect(review).toMatchObject({ name: 'Deleted customer', comment: 'Rolls well' })
  const { body: users } = await admin.call('GET', '/allUsers')
  expect(users.some(({ email }: { email: string }) => email === order.email)).toBe(false)
  expect((await admin.call('GET', `/allOrders?search=${person.email}`)).body).toEqual([])
})

test('the e-mail signs up anew, as somebody who has nothing', async () => {
  const person = await rider()
  const order = await placePaidOrder(person.call, cards, part)
  await admin.call('PATCH', `/shipped/${order}`)
  await remove(person)
  expect((await signIn(shop, person)).status).toBe(401)
  const again = await rider({ email: person.email })
  expect(again.answer.status).toBe(200)
  expect((await again.call('GET', `/myOrders?client=${person.email}`)).body).toEqual([])
  expect((await again.call('GET', `/booking/${order}`)).status).toBe(404)
})

test('who came in more than fifteen minutes ago signs in anew first', async () => {
  const person = await addCustomer(shop)
  await sql`update sessions set created_at = now() - interval '15 minutes'
    where id = ${person.sessionId}`.execute(shop.db)
  const { status, body } = await remove(person)
  expect([status, body.code]).toEqual([409, 'sign_in_too_old'])
  expect((await person.call('GET', '/api/account')).status).toBe(200)
})

test('while an order is paid and not shipped nothing is deleted, and nothing cancelled', async () => {
  const person = await addCustomer(shop)
  const unpaid = await placeOrder(person.call, part)
  const paid = await placePaidOrder(person.call, cards, part)
  const { status, body } = await remove(person)
  expect([status, body.code]).toEqual([409, 'orders_under_way'])
  for (const id of [unpaid, paid]) {
    expect((await person.call('GET', `/booking/${id}`)).status).toBe(200)
  }
  await admin.call('PATCH', `/shipped/${paid}`)
  expect((await remove(person)).status).toBe(200)
})

test('a payment that is being processed keeps the account until it is decided', async () => {
  const person = await addCustomer(shop)
  await cards.set({ holdProcessing: true })
  const id = await placeOrder(person.call, part)
  await cards.pay(await beginPayment(person.call, id))
  expect((await remove(person)).body.code).toBe('payment_processing')
  await cards.releaseProcessing()
  expect((await remove(person)).body.code).toBe('orders_under_way')
  expect((await person.call('GET', `/booking/${id}`)).body.status).toBe('Paid')
  await admin.call('PATCH', `/shipped/${id}`)
})

test('cancels an order that is placed just before the account is deleted', async () => {
  const person = await addCustomer(shop)
  const [placed, removed] = await queueForLock(shop.db, lockRow('users', person.id), [
    () => person.call('POST', '/booking', bookingOf(part)),
    () => remove(person),
  ])
  expect([placed?.status, removed?.status]).toEqual([201, 200])
  expect(await openOrdersOf(person)).toEqual([])
})

test.each([
  ['an order', '/booking', () => bookingOf(part), {}],
  ['an order under a key', '/booking', () => bookingOf(part), { 'idempotency-key': 'a-key' }],
  ['a review', '/reviews', () => ({ comment: 'Rolls well', ratting: 5 }), {}],
])('refuses %s while the account is being deleted', async (_, path, bodyOf, headers) => {
  const person = await addCustomer(shop)
  const [removed, added] = await queueForLock(shop.db, lockRow('users', person.id), [
    () => remove(person),
    () => person.call('POST', path, bodyOf(), headers),
  ])
  expect(removed?.status).toBe(200)
  expect([added?.status, added?.body.code]).toEqual([401, 'token_invalid'])
  const { rows } = await sql`select from orders where user_id = ${person.id}
    union all select from reviews where user_id = ${person.id}`.execute(shop.db)
  expect(rows).toEqual([])
})

test('deletes an account once when two requests come at once', async () => {
  const person = await addCustomer(shop)
  const answers = await queueForLock(shop.db, lockRow('users', person.id), [
    () => remove(person),
    () => remove(person),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 401])
})

test('the last admin stays; one of two may go, and that he was one is written down', async () => {
  const other = await startTestShop()
  const [one, two] = [await addAdmin(other), await addAdmin(other)]
  const answers = await Promise.all([remove(one), remove(two)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const left = answers[0]?.status === 200 ? two : one
  expect((await remove(left)).body.code).toBe('last_admin')
  const { body } = await left.call('GET', '/api/role-changes')
  await other.close()
  expect(body).toHaveLength(1)
  expect(body[0].email).toMatch(/@deleted\.invalid$/)
})

test('who signs a stranger up and deletes the account over and over does not fill his mailbox', async () => {
  const email = 'stranger@example.com'
  for (let time = 0; time < 7; time++) {
    expect((await remove(await rider({ email }))).status).toBe(200)
  }
  expect((await inboxOf(shop).jobsOf(email)).rows).toHaveLength(5)
})

test('nobody signs in to an account that was deleted, not by a link of before either', async () => {
  const person = await rider()
  const { id } = await shop.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', person.email)
    .executeTakeFirstOrThrow()
  const links = async () =>
    (await sql`select from verifications where value = ${id}`.execute(shop.db)).rows.length
  await askIdentity(shop, '/request-password-reset', { email: person.email })
  await waitUntil('the link is made', async () => (await links()) > 0)
  await remove(person)
  expect(await links()).toBe(0)
  expect((await signIn(shop, person)).status).toBe(401)
})

test('one downloads all that the shop keeps of oneself, and nothing that opens the account', async () => {
  const person = await rider({ name: 'Ada Lovelace' })
  const id = await placeOrder(person.call, part)
  const review = await person.call('POST', '/reviews', { comment: 'Rolls well', ratting: 5 })
  const about = { reason: 'Not about the shop' }
  await admin.call('PUT', `/api/reviews/${review.body.insertedId}/hidden`, about)
  const { id: userId } = await shop.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', person.email)
    .executeTakeFirstOrThrow()
  for (const reason of ['Spam', null]) {
    const change = { user_id: userId, banned: reason !== null, reason, by_user: userId }
    await shop.db
      .insertInto('ban_changes')
      .values({ id: randomUUIDv7(), ...change })
      .execute()
  }
  const { status, body, headers } = await person.call('GET', '/api/account/data')
  expect(status).toBe(200)
  expect(headers.get('content-disposition')).toBe('attachment; filename="freehub-my-data.json"')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(body).toMatchObject({
    person: { email: person.email, name: 'Ada Lovelace', role: 'customer' },
    waysIn: { hasPassword: true, providers: [], passkeys: [], secondFactor: false },
    sessions: [{ current: true }],
    orders: [{ id, totalCents: 2500, lines: [{ quantity: 10 }], events: [{ kind: 'placed' }] }],
    reviews: [{ comment: 'Rolls well', rating: 5, answer: null, hideReason: about.reason }],
    roleChanges: [],
    banChanges: [{ banned: true, reason: 'Spam', isOwn: true }, { banned: false }],
  })
  const { rows } = await sql<{ token: string; password: string }>`
    select s.token, a.password from users u
    join sessions s on s.user_id = u.id join accounts a on a.user_id = u.id
    where u.email = ${person.email}`.execute(shop.db)
  for (const secret of Object.values(rows[0] ?? {})) {
    expect(JSON.stringify(body)).not.toContain(secret)
  }
})

test('the account says how one can sign in', async () => {
  const person = await rider({ name: 'Ada Lovelace' })
  expect((await person.call('GET', '/api/account')).body).toEqual({
    email: person.email,
    emailConfirmed: false,
    name: 'Ada Lovelace',
    photoURL: null,
    signInPhone: null,
    hasPassword: true,
    providers: [],
    passkeys: [],
    secondFactor: false,
    secondFactorDue: null,
    staffRightsPaused: null,
  })
})
