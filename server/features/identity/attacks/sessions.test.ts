import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { offeredEndpoints } from '../../../../tests/support/identity/identity-endpoints.ts'
import { addSignedIn } from '../../../../tests/support/identity/session-cookie.ts'
import {
  askIdentity,
  cookieOf,
  exchange,
  signIn,
  signUp,
} from '../../../../tests/support/identity/sign-in.ts'
import { callsOf } from '../../../../tests/support/shop/calls.ts'
import { startTestShop, type TestShop } from '../../../../tests/support/shop/shop.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop()
})
afterEach(() => sql`delete from rate_limits`.execute(shop.db))
afterAll(() => shop.close())

type SignedIn = Awaited<ReturnType<typeof addSignedIn>>

const sessionIn = (cookie: string) => cookie.slice(cookie.indexOf('=') + 1)

const secretsOf = async ({ id }: { id: string }) => {
  const rows = await shop.db
    .selectFrom('sessions')
    .select('token')
    .where('user_id', '=', id)
    .execute()
  return rows.map(({ token }) => token)
}

const readAccount = (token: string) => callsOf(shop.url, token)('GET', '/api/account')

test.each([
  ['cut short by one', (token: string) => token.slice(0, -1)],
  ['cut to half', (token: string) => token.slice(0, 21)],
  ['empty', () => ''],
  ['of one space', () => ' '],
  ['in other capitals', (token: string) => token.toUpperCase()],
  ['with a zero byte encoded', (token: string) => `${token}%00`],
  ['with a wildcard', (token: string) => `${token.slice(0, -1)}%`],
  ['in quotes', (token: string) => `"${token}"`],
  ['padded', (token: string) => `${token}=`],
  ['the hash of it', (token: string) => Buffer.from(token).toString('base64url').slice(0, 43)],
])('a token %s is none', async (_, twist) => {
  const { token } = await addSignedIn(shop)
  expect((await readAccount(token)).status).toBe(200)
  const { status, body } = await readAccount(twist(token))
  expect([status, body.code]).toEqual([401, 'token_invalid'])
})

test('a session’s cookie or secret is no token, and a token is no cookie', async () => {
  const person = await addSignedIn(shop)
  const [secret = ''] = await secretsOf(person)
  for (const token of [secret, sessionIn(person.cookie), person.sessionId, person.id]) {
    expect((await readAccount(token)).body.code).toBe('token_invalid')
  }
  const [name] = person.cookie.split('=')
  for (const value of [person.token, secret, `${secret}.`, `${secret}.${'A'.repeat(43)}=`]) {
    const { status } = await exchange(shop, person.email, `${name}=${value}`)
    expect([value, status]).toEqual([value, 401])
  }
})

test('a cookie that was signed for one session does not open another', async () => {
  const [mine, theirs] = [await addSignedIn(shop), await addSignedIn(shop)]
  const [secret = ''] = await secretsOf(theirs)
  const forged = mine.cookie.replace(/=.*?(?=\.|%2E)/, `=${secret}`)
  expect((await exchange(shop, theirs.email, forged)).status).toBe(401)
})

test('the cookie of a session that has run out, or was ended, opens nothing', async () => {
  const { cookie, ...person } = await addSignedIn(shop)
  await sql`update sessions set expires_at = now() - interval '1 second'
    where id = ${person.sessionId}`.execute(shop.db)
  expect((await exchange(shop, person.email, cookie)).status).toBe(401)
  const { body } = await shop.visit('GET', '/api/auth/get-session', undefined, { cookie })
  expect(body).toBeNull()
})

test('who signs in has a new session, whichever cookie was laid into his browser before', async () => {
  const [stranger, person] = [await addSignedIn(shop), await signUp(shop)]
  const laid = [stranger.cookie, stranger.cookie.replace(/=.*/, '=laid-by-a-stranger.x')]
  for (const cookie of laid) {
    const answer = await signIn(shop, person, { cookie })
    const given = cookieOf(answer)
    expect(sessionIn(given)).not.toBe(sessionIn(cookie))
    expect((await exchange(shop, person.email, cookie)).status).not.toBe(200)
    expect((await exchange(shop, person.email, given)).status).toBe(200)
  }
  expect((await exchange(shop, stranger.email, stranger.cookie)).status).toBe(200)
})

test('no answer tells a session’s secret', async () => {
  const person = await signUp(shop)
  const again = await signIn(shop, person)
  const { id } = person.answer.body.user
  const changed = await askIdentity(
    shop,
    '/change-password',
    { currentPassword: person.password, newPassword: 'nineteen speeds', revokeOtherSessions: true },
    { cookie: cookieOf(again) },
  )
  expect(changed.status).toBe(200)
  const cookie = cookieOf(changed)
  const { token } = (await exchange(shop, person.email, cookie)).body
  const answers = [person.answer, again, changed]
  for (const path of ['/get-session', '/list-accounts']) {
    answers.push(await shop.visit('GET', `/api/auth${path}`, undefined, { cookie }))
  }
  answers.push(await askIdentity(shop, '/update-user', { name: 'Somebody' }, { cookie }))
  for (const path of [
    '/api/account',
    '/api/account/sessions',
    '/api/account/data',
    `/user/${person.email}`,
  ]) {
    answers.push(await callsOf(shop.url, token)('GET', path))
  }
  const all = JSON.stringify(answers.map(({ body }) => body))
  const secrets = [person.answer, again, changed].map((one) => sessionIn(cookieOf(one)))
  for (const secret of [...secrets, ...(await secretsOf({ id }))]) {
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
])('nobody passes the shop by at %s', async (path) => {
  const { cookie, id } = await addSignedIn(shop)
  const spellings = [
    path,
    `${path}/`,
    `/${path}`,
    path.toUpperCase(),
    encoded(path),
    `/x/..${path}`,
  ]
  for (const spelling of spellings) {
    for (const method of ['GET', 'POST']) {
      const body = method === 'POST' ? { token: 'x', userId: id, role: 'admin' } : undefined
      const headers = { cookie, origin: shop.url }
      const { status } = await shop.visit(method, `/api/auth${spelling}`, body, headers)
      expect([spelling, method, status]).toEqual([spelling, method, 404])
    }
  }
  expect((await secretsOf({ id })).length).toBe(1)
})

const encoded = (path: string) =>
  path.replace(/[a-z]/, (sign) => `%${sign.charCodeAt(0).toString(16)}`)

test('nobody ends another’s session, or takes what is another’s, by its id', async () => {
  const [mine, theirs] = [await addSignedIn(shop), await addSignedIn(shop)]
  const { rows } = await sql<{ id: string }>`insert into accounts
    (id, user_id, provider_id, account_id, updated_at)
    select gen_random_uuid(), id, 'google', id::text, now() from users
    where id in (${mine.id}, ${theirs.id}) returning id, user_id`.execute(shop.db)
  const before = await belongings(theirs)
  await mine.call('DELETE', `/api/account/sessions/${theirs.sessionId}`)
  const ids = [theirs.id, theirs.sessionId, ...rows.map(({ id }) => id)]
  for (const { method, path, bodyOf } of offeredEndpoints) {
    if (method !== 'POST' || path === '/sign-out') continue
    for (const id of ids) {
      const body = bodyOf({ id, accountId: id, token: id, provider: 'google' })
      await askIdentity(shop, path, body, { cookie: mine.cookie })
    }
  }
  expect(await belongings(theirs)).toEqual(before)
  expect((await exchange(shop, theirs.email, theirs.cookie)).status).toBe(200)
})

async function belongings({ id }: SignedIn) {
  const tables = ['sessions', 'accounts', 'passkeys', 'two_factors']
  const results = await Promise.all(
    tables.map((name) =>
      sql`select * from ${sql.table(name)} where user_id = ${id}`.execute(shop.db),
    ),
  )
  return results.map(({ rows }) => rows)
}
