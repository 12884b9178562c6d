import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { exchangeSession, signUp } from '../../../../tests/support/identity/sign-in.ts'
import { createApiClient } from '../../../../tests/support/shop/api-client.ts'
import { placeOrder } from '../../../../tests/support/shop/orders.ts'
import { addPart } from '../../../../tests/support/shop/parts.ts'
import { startTestShop } from '../../../../tests/support/shop/shop.ts'
import { addAdmin } from '../../../../tests/support/shop/users.ts'
import { recordEvent } from '../../orders/order-events.ts'

const shop = await startTestShop()
afterAll(() => shop.close())

test('downloads all personal data of the user, but no secrets', async () => {
  const part = await addPart(shop, { stock: 100 })
  const admin = await addAdmin(shop)
  const { email, cookie } = await signUp(shop, { name: 'Ada Lovelace' })
  const { token } = (await exchangeSession(shop, email, cookie)).body
  const call = createApiClient(shop.url, token)
  const id = await placeOrder(call, part, 10, { reference: 'PO 7' })
  const review = await call('POST', '/reviews', { comment: 'Rolls well', ratting: 5 })
  await call('PUT', '/api/own-numbers', { code: 'RT-7', productId: part })
  const lines = [{ productId: part, quantity: 10 }]
  await call('POST', '/api/lists', { name: 'Spring', lines })
  const job = { name: 'Winter wheels', kind: 'wheel', times: 10, lines }
  await call('POST', '/api/jobs', job)
  const about = { reason: 'Not about the shop' }
  await admin.call('PUT', `/api/reviews/${review.body.insertedId}/hidden`, about)
  const { id: userId } = await shop.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  await admin.call('PUT', `/api/notes/${randomUUID()}`, { order: id, text: 'Pallet' })
  await admin.call('PUT', `/api/notes/${randomUUID()}`, { user: userId, text: 'Calls on Mondays' })
  for (const reason of ['Spam', null]) {
    const change = { user_id: userId, banned: reason !== null, reason, by_user: userId }
    await shop.db
      .insertInto('ban_changes')
      .values({ id: randomUUIDv7(), ...change })
      .execute()
  }
  await shop.db
    .transaction()
    .execute((tx) => recordEvent(tx, id, 'refunded', userId, { reason: 'Damaged' }))
  const { status, body, headers } = await call('GET', '/api/account/data')
  expect(status).toBe(200)
  expect(headers.get('content-disposition')).toBe('attachment; filename="freehub-my-data.json"')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(body).toMatchObject({
    person: { email, name: 'Ada Lovelace', role: 'customer' },
    waysIn: { hasPassword: true, providers: [], passkeys: [], secondFactor: false },
    sessions: [{ current: true }],
    orders: [
      {
        id,
        totalCents: 2500,
        reference: 'PO 7',
        lines: [{ quantity: 10 }],
        events: [{ kind: 'placed' }, { kind: 'refunded', reason: 'Damaged' }],
      },
    ],
    reviews: [{ comment: 'Rolls well', rating: 5, answer: null, hideReason: about.reason }],
    ownNumbers: [{ number: 'RT-7', part: expect.any(String) }],
    savedLists: [{ name: 'Spring', lines: [{ part: expect.any(String), quantity: 10 }] }],
    jobs: [{ name: 'Winter wheels', times: 10, lines: [{ quantity: 10 }] }],
    bikeProfiles: [],
    notes: [
      { order: id, text: 'Pallet' },
      { order: null, text: 'Calls on Mondays' },
    ],
    roleChanges: [],
    banChanges: [{ banned: true, reason: 'Spam', isOwn: true }, { banned: false }],
  })
  const { rows } = await sql<{ token: string; password: string }>`
    select s.token, a.password from users u
    join sessions s on s.user_id = u.id join accounts a on a.user_id = u.id
    where u.email = ${email}`.execute(shop.db)
  for (const secret of Object.values(rows[0] ?? {})) {
    expect(JSON.stringify(body)).not.toContain(secret)
  }
})
