import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, expect, test } from 'vitest'
import { offeredEndpoints } from '../../../../tests/support/identity/identity-endpoints.ts'
import { addUserWithCookie } from '../../../../tests/support/identity/session-cookie.ts'
import { callIdentity, GOOD_PASSWORD, signUp } from '../../../../tests/support/identity/sign-in.ts'
import { startTestShop } from '../../../../tests/support/shop/shop.ts'

const shop = await startTestShop()
afterEach(() => sql`delete from rate_limits`.execute(shop.db))
afterAll(() => shop.close())

const PHONE = '+4915123456789'

const CREDENTIAL = {
  id: 'x',
  rawId: 'x',
  type: 'public-key',
  clientExtensionResults: {},
  response: { clientDataJSON: 'x' },
}

/** Every endpoint that changes a sign-in method, with a valid body. */
const signInChanges: [string, object][] = [
  ['/change-email', { newEmail: 'new@example.com' }],
  ['/change-password', { currentPassword: GOOD_PASSWORD, newPassword: 'eleven speeds backward' }],
  ['/link-social', { provider: 'github', callbackURL: '/dashboard/account' }],
  ['/unlink-account', { accountId: randomUUIDv7() }],
  ['/passkey/generate-register-options', {}],
  ['/passkey/verify-registration', { response: CREDENTIAL }],
  ['/passkey/delete-passkey', { id: randomUUIDv7() }],
  ['/phone-number/send-otp', { phoneNumber: PHONE }],
  ['/phone-number/verify', { phoneNumber: PHONE, code: '000000', updatePhoneNumber: true }],
  ['/update-user', { phoneNumber: null }],
  ['/two-factor/enable', {}],
  ['/two-factor/disable', {}],
  ['/two-factor/generate-backup-codes', {}],
]

/** Endpoints that change no sign-in method, or that require a link or a code as proof. */
const OTHER_PATHS = [
  '/sign-in/social',
  '/callback/google',
  '/callback/github',
  '/get-session',
  '/sign-out',
  '/sign-up/email',
  '/sign-in/email',
  '/reset-password',
  '/send-verification-email',
  '/email-link',
  '/follow-email-link',
  '/request-password-reset',
  '/reset-password/made-up',
  '/list-accounts',
  '/two-factor/verify-totp',
  '/two-factor/verify-backup-code',
  '/passkey/generate-authenticate-options',
  '/passkey/verify-authentication',
  '/oauth-popup/start',
]

const findMethod = (path: string) =>
  offeredEndpoints.find((endpoint) => endpoint.path === path)?.method

const callEndpoint = (path: string, body: object, cookie: string) =>
  findMethod(path) === 'GET'
    ? shop.call('GET', `/api/auth${path}`, undefined, { cookie })
    : callIdentity(shop, path, body, { cookie })

async function addOldSignIn() {
  const user = await addUserWithCookie(shop)
  await ageSessions(user.id)
  return user
}

const ageSessions = (userId: string) =>
  sql`update sessions set created_at = now() - interval '16 minutes'
    where user_id = ${userId}`.execute(shop.db)

test.each(signInChanges)('refuses %s for a session from an old sign-in', async (path, body) => {
  const { cookie } = await addOldSignIn()
  const { status, body: problem } = await callEndpoint(path, body, cookie)
  expect([status, problem?.code]).toEqual([403, 'SESSION_NOT_FRESH'])
})

test.each(signInChanges)('accepts %s for a session from a fresh sign-in', async (path, body) => {
  const { cookie } = await addUserWithCookie(shop)
  const response = await callEndpoint(path, body, cookie)
  expect(response.body?.code).not.toBe('SESSION_NOT_FRESH')
  shop.errors.length = 0
})

test('keeps the passkey and the phone number if an old session tries to remove them', async () => {
  const { id, cookie } = await addOldSignIn()
  const passkeyId = randomUUIDv7()
  await sql`insert into passkeys (id, user_id, public_key, credential_id, counter, device_type, backed_up)
    values (${passkeyId}, ${id}, 'key', ${passkeyId}, 0, 'singleDevice', false)`.execute(shop.db)
  await sql`update users set sign_in_phone = ${PHONE}, sign_in_phone_confirmed = true
    where id = ${id}`.execute(shop.db)
  await callEndpoint('/passkey/delete-passkey', { id: passkeyId }, cookie)
  await callEndpoint('/update-user', { phoneNumber: null }, cookie)
  const { rows } = await sql`select sign_in_phone as phone, passkeys.id as passkey
    from users left join passkeys on user_id = users.id where users.id = ${id}`.execute(shop.db)
  expect(rows).toEqual([{ phone: PHONE, passkey: passkeyId }])
})

test('lets a user with an old session change the name', async () => {
  const { cookie } = await addOldSignIn()
  expect((await callEndpoint('/update-user', { name: 'Grace' }, cookie)).status).toBe(200)
})

test('accepts an old session if the request contains the password', async () => {
  const { email, cookie } = await signUp(shop)
  const { id } = await shop.db
    .updateTable('users')
    .set({ email_verified: true })
    .where('email', '=', email)
    .returning('id')
    .executeTakeFirstOrThrow()
  await ageSessions(id)
  const enable = (password: object) => callEndpoint('/two-factor/enable', password, cookie)
  expect((await enable({ password: GOOD_PASSWORD })).status).toBe(200)
  expect((await enable({ password: 'a wrong password' })).body.code).toBe('INVALID_PASSWORD')
  expect((await enable({})).body.code).toBe('INVALID_PASSWORD')
})

test('classifies every endpoint as one that changes a sign-in method or one that does not', () => {
  const covered = [...signInChanges.map(([path]) => path), ...OTHER_PATHS]
  expect(offeredEndpoints.map(({ path }) => path).toSorted()).toEqual(covered.toSorted())
})
