import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { offeredEndpoints } from '../../../../tests/support/identity/identity-endpoints.ts'
import { addSignedIn } from '../../../../tests/support/identity/session-cookie.ts'
import { askIdentity, GOOD_PASSWORD, signUp } from '../../../../tests/support/identity/sign-in.ts'
import { startTestShop, type TestShop } from '../../../../tests/support/shop/shop.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop()
})
afterEach(() => sql`delete from rate_limits`.execute(shop.db))
afterAll(() => shop.close())

const PHONE = '+4915123456789'

const CREDENTIAL = {
  ...{ id: 'x', rawId: 'x', type: 'public-key', clientExtensionResults: {} },
  response: { clientDataJSON: 'x' },
}

/** Every call that changes a way to sign in, with a body that a screen of the account sends. */
const changes: [string, object][] = [
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

/** Calls that sign in or out, read, rename, or prove themselves by a link or a code. */
const OTHERS = [
  '/sign-in/social',
  '/callback/google',
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

const methodOf = (path: string) =>
  offeredEndpoints.find((endpoint) => endpoint.path === path)?.method

const ask = (path: string, body: object, cookie: string) =>
  methodOf(path) === 'GET'
    ? shop.visit('GET', `/api/auth${path}`, undefined, { cookie })
    : askIdentity(shop, path, body, { cookie })

async function signedInLongAgo() {
  const person = await addSignedIn(shop)
  await makeOld(person.id)
  return person
}

const makeOld = (userId: string) =>
  sql`update sessions set created_at = now() - interval '16 minutes'
    where user_id = ${userId}`.execute(shop.db)

test.each(changes)('refuses %s from an old sign-in', async (path, body) => {
  const { cookie } = await signedInLongAgo()
  const { status, body: problem } = await ask(path, body, cookie)
  expect([status, problem?.code]).toEqual([403, 'SESSION_NOT_FRESH'])
})

test.each(changes)('does not call a fresh sign-in too old at %s', async (path, body) => {
  const { cookie } = await addSignedIn(shop)
  const answer = await ask(path, body, cookie)
  expect(answer.body?.code).not.toBe('SESSION_NOT_FRESH')
  shop.errors.length = 0
})

test('keeps the passkey and the phone number that an old sign-in tries to remove', async () => {
  const { id, cookie } = await signedInLongAgo()
  const passkeyId = randomUUIDv7()
  await sql`insert into passkeys (id, user_id, public_key, credential_id, counter, device_type, backed_up)
    values (${passkeyId}, ${id}, 'key', ${passkeyId}, 0, 'singleDevice', false)`.execute(shop.db)
  await sql`update users set sign_in_phone = ${PHONE}, sign_in_phone_confirmed = true
    where id = ${id}`.execute(shop.db)
  await ask('/passkey/delete-passkey', { id: passkeyId }, cookie)
  await ask('/update-user', { phoneNumber: null }, cookie)
  const { rows } = await sql`select sign_in_phone as phone, passkeys.id as passkey
    from users left join passkeys on user_id = users.id where users.id = ${id}`.execute(shop.db)
  expect(rows).toEqual([{ phone: PHONE, passkey: passkeyId }])
})

test('lets an old sign-in change its name', async () => {
  const { cookie } = await signedInLongAgo()
  expect((await ask('/update-user', { name: 'Grace' }, cookie)).status).toBe(200)
})

test('takes the password in the same request in place of a fresh sign-in', async () => {
  const { email, cookie } = await signUp(shop)
  const { id } = await shop.db
    .updateTable('users')
    .set({ email_verified: true })
    .where('email', '=', email)
    .returning('id')
    .executeTakeFirstOrThrow()
  await makeOld(id)
  const enable = (password: object) => ask('/two-factor/enable', password, cookie)
  expect((await enable({ password: GOOD_PASSWORD })).status).toBe(200)
  expect((await enable({ password: 'a wrong password' })).body.code).toBe('INVALID_PASSWORD')
  expect((await enable({})).body.code).toBe('INVALID_PASSWORD')
})

test('knows of every endpoint whether it changes a way to sign in', () => {
  const known = [...changes.map(([path]) => path), ...OTHERS]
  expect(offeredEndpoints.map(({ path }) => path).toSorted()).toEqual(known.toSorted())
})
