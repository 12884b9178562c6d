import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, expect, test } from 'vitest'
import { addUserWithCookie } from '../../../../tests/support/identity/session-cookie.ts'
import { callIdentity, GOOD_PASSWORD } from '../../../../tests/support/identity/sign-in.ts'
import { startTestShop } from '../../../../tests/support/shop/shop.ts'

const shop = await startTestShop()
afterEach(() => sql`delete from rate_limits`.execute(shop.db))
afterAll(() => shop.close())

const LONG_AGO = '2001-01-01T00:00:00.000Z'

const protectedFields: [string, unknown][] = [
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

/** Expects the defaults of all fields that users must not set. */
async function expectUnprivileged(email: string) {
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

test.each(protectedFields)('a profile update does not set %s to %j', async (field, value) => {
  const { email, cookie, call, id } = await addUserWithCookie(shop, { emailConfirmed: false })
  for (const body of [{ [field]: value }, { name: 'Somebody', [field]: value }]) {
    await callIdentity(shop, '/update-user', body, { cookie })
    await call('PUT', `/user/${email}`, { phone: '1', ...body })
  }
  await expectUnprivileged(email)
  const { rows } = await sql`select from users where id = ${id}`.execute(shop.db)
  expect(rows).toHaveLength(1)
})

test('sets no protected field at sign-up', async () => {
  for (const [field, value] of protectedFields) {
    const email = `${randomUUID()}@example.com`
    const input = { email, name: 'Grace', password: GOOD_PASSWORD, [field]: value }
    await callIdentity(shop, '/sign-up/email', input)
    await expectUnprivileged(email)
  }
})

test('ignores `__proto__`, `constructor` and `prototype` in a body', async () => {
  const { email, cookie } = await addUserWithCookie(shop, { emailConfirmed: false })
  for (const key of ['__proto__', 'constructor', 'prototype']) {
    const body = `{"name":"x","${key}":{"role":"admin","emailVerified":true}}`
    await shop.call('POST', '/api/auth/update-user', body, { origin: shop.url, cookie })
  }
  await expectUnprivileged(email)
  expect(({} as { role?: string }).role).toBeUndefined()
})

test('a profile update changes neither the email nor the password', async () => {
  const { email, cookie } = await addUserWithCookie(shop, { emailConfirmed: false })
  for (const more of [{ email: 'other@example.com' }, { password: 'x'.repeat(12) }]) {
    await callIdentity(shop, '/update-user', { name: 'Somebody', ...more }, { cookie })
  }
  const { rows } = await sql`select u.id, a.password from users u
    left join accounts a on a.user_id = u.id where u.email = ${email}`.execute(shop.db)
  expect(rows).toEqual([{ id: expect.any(String), password: null }])
})
