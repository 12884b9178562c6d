import { sql } from 'kysely'
import { afterAll, afterEach, expect, test } from 'vitest'
import { offeredEndpoints } from '../../../../tests/support/identity/identity-endpoints.ts'
import { addUserWithCookie } from '../../../../tests/support/identity/session-cookie.ts'
import {
  callIdentity,
  exchangeSession,
  readCookies,
  signIn,
  signUp,
} from '../../../../tests/support/identity/sign-in.ts'
import { createApiClient } from '../../../../tests/support/shop/api-client.ts'
import { startTestShop } from '../../../../tests/support/shop/shop.ts'

const shop = await startTestShop()
afterEach(() => sql`delete from rate_limits`.execute(shop.db))
afterAll(() => shop.close())

type SignedIn = Awaited<ReturnType<typeof addUserWithCookie>>

const readCookieValue = (cookie: string) => cookie.slice(cookie.indexOf('=') + 1)

const readSecrets = async ({ id }: { id: string }) => {
  const rows = await shop.db
    .selectFrom('sessions')
    .select('token')
    .where('user_id', '=', id)
    .execute()
  return rows.map(({ token }) => token)
}

const readAccount = (token: string) => createApiClient(shop.url, token)('GET', '/api/account')

test.each([
  ['without its last character', (token: string) => token.slice(0, -1)],
  ['without its second half', (token: string) => token.slice(0, 21)],
  ['empty', () => ''],
  ['of one space', () => ' '],
  ['in capitals', (token: string) => token.toUpperCase()],
  ['with a zero byte encoded', (token: string) => `${token}%00`],
  ['with a wildcard', (token: string) => `${token.slice(0, -1)}%`],
  ['in quotes', (token: string) => `"${token}"`],
  ['with padding', (token: string) => `${token}=`],
  [
    'encoded in base64url again',
    (token: string) => Buffer.from(token).toString('base64url').slice(0, 43),
  ],
])('refuses a token %s', async (_, alter) => {
  const { token } = await addUserWithCookie(shop)
  expect((await readAccount(token)).status).toBe(200)
  const { status, body } = await readAccount(alter(token))
  expect([status, body.code]).toEqual([401, 'token_invalid'])
})

test('refuses a cookie or session secret as a token, and refuses a token as a cookie', async () => {
  const user = await addUserWithCookie(shop)
  const [secret = ''] = await readSecrets(user)
  for (const token of [secret, readCookieValue(user.cookie), user.sessionId, user.id]) {
    expect((await readAccount(token)).body.code).toBe('token_invalid')
  }
  const [name] = user.cookie.split('=')
  for (const value of [user.token, secret, `${secret}.`, `${secret}.${'A'.repeat(43)}=`]) {
    const { status } = await exchangeSession(shop, user.email, `${name}=${value}`)
    expect([value, status]).toEqual([value, 401])
  }
})

test('refuses the signature of one session for another session', async () => {
  const [user, otherUser] = [await addUserWithCookie(shop), await addUserWithCookie(shop)]
  const [secret = ''] = await readSecrets(otherUser)
  const forged = user.cookie.replace(/=.*?(?=\.|%2E)/, `=${secret}`)
  expect((await exchangeSession(shop, otherUser.email, forged)).status).toBe(401)
})

test('refuses the cookie of an expired session', async () => {
  const { cookie, ...user } = await addUserWithCookie(shop)
  await sql`update sessions set expires_at = now() - interval '1 second'
    where id = ${user.sessionId}`.execute(shop.db)
  expect((await exchangeSession(shop, user.email, cookie)).status).toBe(401)
  const { body } = await shop.call('GET', '/api/auth/get-session', undefined, { cookie })
  expect(body).toBeNull()
})

test('creates a new session at sign-in, regardless of planted cookies', async () => {
  const [attacker, user] = [await addUserWithCookie(shop), await signUp(shop)]
  for (const [cookie, expected] of [
    // The session of another user.
    [attacker.cookie, 403],
    [attacker.cookie.replace(/=.*/, '=planted-by-an-attacker.x'), 401],
  ] as const) {
    const response = await signIn(shop, user, { cookie })
    const newCookie = readCookies(response)
    expect(readCookieValue(newCookie)).not.toBe(readCookieValue(cookie))
    expect((await exchangeSession(shop, user.email, cookie)).status).toBe(expected)
    expect((await exchangeSession(shop, user.email, newCookie)).status).toBe(200)
  }
  expect((await exchangeSession(shop, attacker.email, attacker.cookie)).status).toBe(200)
})

test('returns no session secret in any response', async () => {
  const user = await signUp(shop)
  const signedIn = await signIn(shop, user)
  const { id } = user.response.body.user
  const changed = await callIdentity(
    shop,
    '/change-password',
    { currentPassword: user.password, newPassword: 'nineteen speeds', revokeOtherSessions: true },
    { cookie: readCookies(signedIn) },
  )
  expect(changed.status).toBe(200)
  const cookie = readCookies(changed)
  const { token } = (await exchangeSession(shop, user.email, cookie)).body
  const responses = [user.response, signedIn, changed]
  for (const path of ['/get-session', '/list-accounts']) {
    responses.push(await shop.call('GET', `/api/auth${path}`, undefined, { cookie }))
  }
  responses.push(await callIdentity(shop, '/update-user', { name: 'Somebody' }, { cookie }))
  for (const path of [
    '/api/account',
    '/api/account/sessions',
    '/api/account/data',
    `/user/${user.email}`,
  ]) {
    responses.push(await createApiClient(shop.url, token)('GET', path))
  }
  const all = JSON.stringify(responses.map(({ body }) => body))
  const secrets = [user.response, signedIn, changed].map((response) =>
    readCookieValue(readCookies(response)),
  )
  for (const secret of [...secrets, ...(await readSecrets({ id }))]) {
    expect(all).not.toContain(secret.split(/\.|%2E/)[0])
  }
})

test.each([
  '/list-sessions',
  '/revoke-session',
  '/revoke-sessions',
  '/revoke-other-sessions',
  '/delete-user',
  '/delete-user/callback',
  '/update-session',
  '/get-access-token',
  '/refresh-token',
  '/account-info',
  '/sign-in/phone-number',
  '/phone-number/reset-password',
  '/phone-number/request-password-reset',
  '/verify-password',
  '/verify-email',
  '/passkey/list-user-passkeys',
  '/passkey/update-passkey',
  '/two-factor/get-totp-uri',
  '/two-factor/send-otp',
  '/admin/set-role',
  '/ok',
  '/error',
])('responds 404 to the unused endpoint %s in any spelling', async (path) => {
  const { cookie, id } = await addUserWithCookie(shop)
  const spellings = [
    path,
    `${path}/`,
    `/${path}`,
    path.toUpperCase(),
    percentEncode(path),
    `/x/..${path}`,
  ]
  for (const spelling of spellings) {
    for (const method of ['GET', 'POST']) {
      const body = method === 'POST' ? { token: 'x', userId: id, role: 'admin' } : undefined
      const headers = { cookie, origin: shop.url }
      const { status } = await shop.call(method, `/api/auth${spelling}`, body, headers)
      expect([spelling, method, status]).toEqual([spelling, method, 404])
    }
  }
  expect((await readSecrets({ id })).length).toBe(1)
})

const percentEncode = (path: string) =>
  path.replace(/[a-z]/, (character) => `%${character.charCodeAt(0).toString(16)}`)

test('does not let a user change another user’s sessions or accounts by id', async () => {
  const [user, otherUser] = [await addUserWithCookie(shop), await addUserWithCookie(shop)]
  const { rows } = await sql<{ id: string }>`insert into accounts
    (id, user_id, provider_id, account_id, updated_at)
    select gen_random_uuid(), id, 'google', id::text, now() from users
    where id in (${user.id}, ${otherUser.id}) returning id, user_id`.execute(shop.db)
  const before = await readUserRows(otherUser)
  await user.call('DELETE', `/api/account/sessions/${otherUser.sessionId}`)
  const ids = [otherUser.id, otherUser.sessionId, ...rows.map(({ id }) => id)]
  for (const { method, path, pickBody } of offeredEndpoints) {
    if (method !== 'POST' || path === '/sign-out') continue
    for (const id of ids) {
      const body = pickBody({ id, accountId: id, token: id, provider: 'google' })
      await callIdentity(shop, path, body, { cookie: user.cookie })
    }
  }
  expect(await readUserRows(otherUser)).toEqual(before)
  expect((await exchangeSession(shop, otherUser.email, otherUser.cookie)).status).toBe(200)
})

async function readUserRows({ id }: SignedIn) {
  const tables = ['sessions', 'accounts', 'passkeys', 'two_factors']
  const results = await Promise.all(
    tables.map((name) =>
      sql`select * from ${sql.table(name)} where user_id = ${id}`.execute(shop.db),
    ),
  )
  return results.map(({ rows }) => rows)
}
