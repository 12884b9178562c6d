import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { addSignedIn } from '../../../../tests/support/identity/session-cookie.ts'
import { askIdentity, GOOD_PASSWORD } from '../../../../tests/support/identity/sign-in.ts'
import { startTestShop, type TestShop } from '../../../../tests/support/shop/shop.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop()
})
afterEach(() => sql`delete from rate_limits`.execute(shop.db))
afterAll(() => shop.close())

const LONG_AGO = '2001-01-01T00:00:00.000Z'

const claims: [string, unknown][] = [
  ['role', 'admin'],
  ['role', ['admin']],
  ['emailVerified', true],
  ['email_verified', true],
  ['emailVerified', 'true'],
  ['bannedAt', null],
  ['banned_at', LONG_AGO],
  ['bannedAt', LONG_AGO],
  ['banReason', 'none'],
  ['trustedAt', LONG_AGO],
  ['trusted_at', LONG_AGO],
  ['deletedAt', LONG_AGO],
  ['deleted_at', LONG_AGO],
  ['twoFactorEnabled', true],
  ['two_factor_enabled', true],
  ['phoneNumber', '+4915112345678'],
  ['sign_in_phone', '+4915112345678'],
  ['phoneNumberVerified', true],
  ['sign_in_phone_confirmed', true],
  ['createdAt', LONG_AGO],
  ['created_at', LONG_AGO],
  ['id', '00000000-0000-7000-8000-000000000000'],
  ['userId', '00000000-0000-7000-8000-000000000000'],
  ['user', { role: 'admin' }],
  ['data', { role: 'admin' }],
]

/** Nothing of this is for a person to say of himself. */
async function expectPlain(email: string) {
  const user = await shop.db
    .selectFrom('users')
    .selectAll()
    .where('email', '=', email)
    .executeTakeFirst()
  if (!user) return
  expect(user).toMatchObject({
    role: 'customer',
    email_verified: false,
    banned_at: null,
    ban_reason: null,
    trusted_at: null,
    deleted_at: null,
    two_factor_enabled: false,
    sign_in_phone: null,
    sign_in_phone_confirmed: false,
  })
  expect(user.id).not.toBe('00000000-0000-7000-8000-000000000000')
  expect(user.created_at.getFullYear()).toBeGreaterThan(2020)
}

test.each(claims)('nobody has a %s of %j by changing his name', async (field, value) => {
  const { email, cookie, call, id } = await addSignedIn(shop, { emailConfirmed: false })
  for (const body of [{ [field]: value }, { name: 'Somebody', [field]: value }]) {
    await askIdentity(shop, '/update-user', body, { cookie })
    await call('PUT', `/user/${email}`, { phone: '1', ...body })
  }
  await expectPlain(email)
  const { rows } = await sql`select from users where id = ${id}`.execute(shop.db)
  expect(rows).toHaveLength(1)
})

test('nobody has anything of it by signing up', async () => {
  for (const claim of claims) {
    const email = `${randomUUID()}@example.com`
    const person = { email, name: 'Grace', password: GOOD_PASSWORD, [claim[0]]: claim[1] }
    await askIdentity(shop, '/sign-up/email', person)
    await expectPlain(email)
  }
})

test('a prototype in a body is nothing', async () => {
  const { email, cookie } = await addSignedIn(shop, { emailConfirmed: false })
  for (const key of ['__proto__', 'constructor', 'prototype']) {
    const body = `{"name":"x","${key}":{"role":"admin","emailVerified":true}}`
    await shop.visit('POST', '/api/auth/update-user', body, { origin: shop.url, cookie })
  }
  await expectPlain(email)
  expect(({} as { role?: string }).role).toBeUndefined()
})

test('nobody changes his e-mail, or his password, by changing his name', async () => {
  const { email, cookie } = await addSignedIn(shop, { emailConfirmed: false })
  for (const more of [{ email: 'other@example.com' }, { password: 'x'.repeat(12) }]) {
    await askIdentity(shop, '/update-user', { name: 'Somebody', ...more }, { cookie })
  }
  const { rows } = await sql`select u.id, a.password from users u
    left join accounts a on a.user_id = u.id where u.email = ${email}`.execute(shop.db)
  expect(rows).toEqual([{ id: expect.any(String), password: null }])
})
