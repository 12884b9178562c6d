import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lockTable, runInLockOrder } from '../../../../tests/support/database/locks.ts'
import {
  callSecondFactor,
  confirmEmail,
  createAuthenticatorApp,
  signUpWithSecondFactor,
  WRONG_CODE,
} from '../../../../tests/support/identity/second-factor.ts'
import {
  callIdentity,
  exchangeSession,
  GOOD_PASSWORD,
  readCookies,
  signUp,
} from '../../../../tests/support/identity/sign-in.ts'
import { type ApiResponse, countOutcomes } from '../../../../tests/support/shop/api-client.ts'
import { startTestShop } from '../../../../tests/support/shop/shop.ts'
import { signIns } from '../../../platform/metrics/metrics.ts'

const shop = await startTestShop()
// Stops the clock, so that codes belong to a known step.
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() }))
afterEach(async () => {
  vi.useRealTimers()
  await sql`delete from rate_limits`.execute(shop.db)
})
afterAll(() => shop.close())

const password = GOOD_PASSWORD
const addUser = () => signUpWithSecondFactor(shop)

const callFactor = (action: string, body: object, cookie: string) =>
  callSecondFactor(shop, action, body, cookie)

const signIn = (email: string) => callIdentity(shop, '/sign-in/email', { email, password })

/** Gives the first factor and returns the challenge cookie for the second. */
async function startChallenge(email: string): Promise<string> {
  return readCookies(await signIn(email))
}

async function startChallenges(email: string, count: number): Promise<string[]> {
  const cookies: string[] = []
  while (cookies.length < count) cookies.push(await startChallenge(email))
  return cookies
}

const isSignedIn = async (email: string, response: ApiResponse) =>
  (await exchangeSession(shop, email, readCookies(response))).status === 200

const readFactor = async (email: string) =>
  shop.db
    .selectFrom('two_factors')
    .innerJoin('users', 'users.id', 'two_factors.user_id')
    .selectAll('two_factors')
    .where('email', '=', email)
    .executeTakeFirst()

test('turns the second factor on with the code of the app', async () => {
  const { email, cookie } = await signUp(shop)
  await confirmEmail(shop, cookie)
  const { body } = await callFactor('enable', { password }, cookie)
  expect(body.totpURI).toMatch(
    /^otpauth:\/\/totp\/Freehub:rider-[^?]+\?secret=[A-Z2-7]+&issuer=Freehub/,
  )
  expect(body.backupCodes).toHaveLength(10)
  expect(await isSignedIn(email, await signIn(email))).toBe(true)
  const wrong = await callFactor('verify-totp', { code: WRONG_CODE }, cookie)
  expect([wrong.status, wrong.body.code]).toEqual([401, 'INVALID_CODE'])
  const right = await callFactor(
    'verify-totp',
    { code: createAuthenticatorApp(body.totpURI).code() },
    cookie,
  )
  expect(right.status).toBe(200)
  expect((await signIn(email)).body.twoFactorRedirect).toBe(true)
})

test('refuses codes in a session, except the code that turns the second factor on', async () => {
  const { app, backupCodes, cookie } = await addUser()
  const user = await signUp(shop)
  await confirmEmail(shop, user.cookie)
  const enabled = await callFactor('enable', { password }, user.cookie)
  for (const response of [
    await callFactor('verify-totp', { code: app.code() }, cookie),
    await callFactor('verify-backup-code', { code: backupCodes[0] }, cookie),
    await callFactor('verify-backup-code', { code: enabled.body.backupCodes[0] }, user.cookie),
  ]) {
    expect([response.status, response.body.code]).toEqual([400, 'TOTP_ALREADY_ENABLED'])
  }
})

test('counts a wrong code as a refused sign-in only without a session', async () => {
  const readCount = async () =>
    (await signIns.get()).values
      .filter(({ labels }) => labels.method === 'second_factor' && labels.outcome === 'refused')
      .reduce((sum, { value }) => sum + value, 0)
  const { email, cookie } = await addUser()
  const before = await readCount()
  await callFactor('verify-totp', { code: WRONG_CODE }, cookie)
  expect(await readCount()).toBe(before)
  await callFactor('verify-totp', { code: WRONG_CODE }, await startChallenge(email))
  expect(await readCount()).toBe(before + 1)
})

test('requires a confirmed email to turn the second factor on', async () => {
  const { cookie } = await signUp(shop)
  const { status, body } = await callFactor('enable', { password }, cookie)
  expect([status, body.code]).toEqual([403, 'EMAIL_NOT_CONFIRMED'])
})

test('stores the backup codes encrypted', async () => {
  const { email, backupCodes } = await addUser()
  const stored = JSON.stringify(await readFactor(email))
  for (const code of backupCodes) expect(stored).not.toContain(code)
})

test('signs in with the password and the code, not with the password alone', async () => {
  const { email, app } = await addUser()
  const first = await signIn(email)
  expect([first.status, first.body]).toEqual([
    200,
    { twoFactorRedirect: true, twoFactorMethods: ['totp', 'backup-code'] },
  ])
  expect(await isSignedIn(email, first)).toBe(false)
  expect(readCookies(first)).not.toMatch(/freehub-session-\d+=[^;]/)
  expect((await listSessions(email)).length).toBe(1)
  const second = await callFactor('verify-totp', { code: app.code() }, readCookies(first))
  expect(second.status).toBe(200)
  expect(await isSignedIn(email, second)).toBe(true)
  expect((await listSessions(email)).length).toBe(2)
})

test('sets an HttpOnly, SameSite challenge cookie for ten minutes', async () => {
  const { email } = await addUser()
  const cookies = (await signIn(email)).headers.getSetCookie()
  const cookie = cookies.find((cookie) => /^freehub-\d+\.two_factor=/.test(cookie))
  expect(cookie).toMatch(/; HttpOnly/i)
  expect(cookie).toMatch(/; SameSite=Lax/i)
  expect(cookie).toMatch(/; Max-Age=600(;|$)/i)
})

test('with rememberMe false, the cookie after the second factor has no expiry', async () => {
  const { email, app } = await addUser()
  const credentials = { email, password, rememberMe: false }
  const first = await callIdentity(shop, '/sign-in/email', credentials)
  const second = await callFactor('verify-totp', { code: app.code() }, readCookies(first))
  const session = second.headers.getSetCookie().find((cookie) => cookie.includes('session-'))
  expect(session).not.toMatch(/max-age/i)
})

test('accepts an app code once for concurrent requests', async () => {
  const { email, app } = await addUser()
  const challenges = await startChallenges(email, 4)
  const code = app.code()
  const responses = await runInLockOrder(
    shop.db,
    lockTable('two_factors'),
    challenges.map((cookie) => () => callFactor('verify-totp', { code }, cookie)),
  )
  expect(countOutcomes(responses)).toEqual({ 200: 1, INVALID_CODE: 3 })
})

test('refuses a used code and all earlier codes', async () => {
  const { email, app } = await addUser()
  const usedCode = app.code(1)
  expect(
    (await callFactor('verify-totp', { code: usedCode }, await startChallenge(email))).status,
  ).toBe(200)
  for (const code of [usedCode, app.code(), app.code(-1)]) {
    const again = await callFactor('verify-totp', { code }, await startChallenge(email))
    expect([again.status, again.body.code]).toEqual([401, 'INVALID_CODE'])
  }
})

test('refuses to sign in with the code that turned the factor on', async () => {
  const { email, app } = await addUser()
  const response = await callFactor(
    'verify-totp',
    { code: app.code(-1) },
    await startChallenge(email),
  )
  expect(response.body.code).toBe('INVALID_CODE')
})

test('accepts each backup code once, ignoring case and spaces', async () => {
  const { email, backupCodes } = await addUser()
  const [code = ''] = backupCodes
  const typed = ` ${code.toUpperCase().replace('-', ' ')} `
  const first = await callFactor('verify-backup-code', { code: typed }, await startChallenge(email))
  expect(await isSignedIn(email, first)).toBe(true)
  const again = await callFactor('verify-backup-code', { code }, await startChallenge(email))
  expect([again.status, again.body.code]).toEqual([401, 'INVALID_BACKUP_CODE'])
})

test('accepts a backup code once for concurrent requests', async () => {
  const { email, backupCodes } = await addUser()
  const [code] = backupCodes
  const challenges = await startChallenges(email, 4)
  const responses = await runInLockOrder(
    shop.db,
    lockTable('two_factors'),
    challenges.map((cookie) => () => callFactor('verify-backup-code', { code }, cookie)),
  )
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('locks the account after ten wrong codes in a row, even for concurrent requests', async () => {
  const { email, app } = await addUser()
  await sql`update two_factors set failed_verification_count = 7
    where user_id = (select id from users where email = ${email})`.execute(shop.db)
  const challenges = await startChallenges(email, 5)
  const guesses = await runInLockOrder(
    shop.db,
    lockTable('two_factors'),
    challenges.map((cookie) => () => callFactor('verify-totp', { code: WRONG_CODE }, cookie)),
  )
  expect(countOutcomes(guesses)).toEqual({ INVALID_CODE: 3, ACCOUNT_TEMPORARILY_LOCKED: 2 })
  const right = await callFactor('verify-totp', { code: app.code() }, await startChallenge(email))
  expect(right.status).toBe(429)
  const seconds = Number(right.headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(600)
  expect(seconds).toBeLessThanOrEqual(900)
  const backup = await callFactor('verify-backup-code', { code: 'a' }, await startChallenge(email))
  expect(backup.status).toBe(429)
})

test('accepts codes after the lock, and resets the count after a correct code', async () => {
  const { email, app } = await addUser()
  const { user_id } = (await readFactor(email)) as { user_id: string }
  await sql`update two_factors set failed_verification_count = 10,
    locked_until = now() - interval '1 second' where user_id = ${user_id}`.execute(shop.db)
  const wrong = await callFactor('verify-totp', { code: WRONG_CODE }, await startChallenge(email))
  expect(wrong.status).toBe(401)
  expect((await readFactor(email))?.failed_verification_count).toBe(1)
  const right = await callFactor('verify-totp', { code: app.code() }, await startChallenge(email))
  expect(right.status).toBe(200)
  expect(await readFactor(email)).toMatchObject({
    failed_verification_count: 0,
    locked_until: null,
  })
})

test('ends a sign-in after five wrong codes', async () => {
  const { email, app } = await addUser()
  const cookie = await startChallenge(email)
  for (let guess = 0; guess < 5; guess++) {
    expect((await callFactor('verify-totp', { code: WRONG_CODE }, cookie)).status).toBe(401)
  }
  const sixth = await callFactor('verify-totp', { code: app.code() }, cookie)
  expect(sixth.body.code).toBe('TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE')
})

test('ends a challenge after ten minutes', async () => {
  const { email, app } = await addUser()
  const cookie = await startChallenge(email)
  vi.setSystemTime(Date.now() + 601_000)
  const late = await callFactor('verify-totp', { code: app.code() }, cookie)
  expect([late.status, late.body.code]).toEqual([401, 'INVALID_TWO_FACTOR_COOKIE'])
})

test('refuses a code without the challenge cookie or with another cookie', async () => {
  const { app } = await addUser()
  const { cookie } = await signUp(shop)
  const fromSession = cookie.replace(/session-(\d+)=/, '$1.two_factor=')
  const options = await shop.call('GET', '/api/auth/passkey/generate-authenticate-options')
  const passkey = readCookies(options).replace('.passkey=', '.two_factor=')
  for (const cookie of [fromSession, passkey]) expect(cookie).toMatch(/^freehub-\d+\.two_factor=/)
  for (const cookie of ['', fromSession, passkey]) {
    const response = await callFactor('verify-totp', { code: app.code() }, cookie)
    expect([response.status, response.body.code]).toEqual([401, 'INVALID_TWO_FACTOR_COOKIE'])
  }
})

test('refuses a request to trust the device', async () => {
  const { email, app } = await addUser()
  const body = { code: app.code(), trustDevice: true }
  const response = await callFactor('verify-totp', body, await startChallenge(email))
  expect([response.status, response.body.code]).toEqual([400, 'input_invalid'])
  expect(readCookies(response)).toBe('')
})

test('ends all other sessions when the second factor is enabled', async () => {
  const user = await signUp(shop)
  await confirmEmail(shop, user.cookie)
  const elsewhere = await signIn(user.email)
  expect(await isSignedIn(user.email, elsewhere)).toBe(true)
  const { body } = await callFactor('enable', { password }, user.cookie)
  await callFactor(
    'verify-totp',
    { code: createAuthenticatorApp(body.totpURI).code() },
    user.cookie,
  )
  expect(await isSignedIn(user.email, elsewhere)).toBe(false)
  expect(await listSessions(user.email)).toHaveLength(1)
})

test('requires the password to turn the factor off or to create backup codes', async () => {
  const { email, cookie, backupCodes } = await addUser()
  for (const action of ['disable', 'generate-backup-codes', 'enable']) {
    for (const body of [{}, { password: 'not the password' }]) {
      const response = await callFactor(action, body, cookie)
      expect([response.status, response.body.code]).toEqual([400, 'INVALID_PASSWORD'])
    }
  }
  const { body } = await callFactor('generate-backup-codes', { password }, cookie)
  expect(body.backupCodes).toHaveLength(10)
  const [old] = backupCodes
  const response = await callFactor(
    'verify-backup-code',
    { code: old },
    await startChallenge(email),
  )
  expect(response.body.code).toBe('INVALID_BACKUP_CODE')
  expect((await callFactor('disable', { password }, cookie)).status).toBe(200)
  expect(await isSignedIn(email, await signIn(email))).toBe(true)
  expect(await readFactor(email)).toBeUndefined()
})

test('refuses to turn the factor off if it is already off', async () => {
  const { cookie } = await signUp(shop)
  // More attempts than wrong passwords are permitted: a refusal is no wrong password.
  for (let n = 0; n < 11; n++) {
    const response = await callFactor('disable', { password }, cookie)
    expect([response.status, response.body.code]).toEqual([400, 'TWO_FACTOR_NOT_ENABLED'])
  }
})

test('a password change keeps the session without asking for a code', async () => {
  const { email, cookie } = await addUser()
  const change = {
    currentPassword: password,
    newPassword: 'nine speeds',
    revokeOtherSessions: true,
  }
  const response = await callIdentity(shop, '/change-password', change, { cookie })
  expect(response.status).toBe(200)
  expect(await isSignedIn(email, response)).toBe(true)
})

test('renews a session without a code', async () => {
  const { email, cookie } = await addUser()
  await sql`update sessions set expires_at = expires_at - interval '2 days'
    where user_id = (select id from users where email = ${email})`.execute(shop.db)
  const response = await shop.call('GET', '/api/auth/get-session', undefined, { cookie })
  expect(response.body.user.email).toBe(email)
  expect(await isSignedIn(email, response)).toBe(true)
})

test('a delayed request with the replaced session does not delete the cookie of the new one', async () => {
  const { cookie } = await addUser()
  await callIdentity(shop, '/two-factor/disable', { password }, { cookie })
  const response = await shop.call('GET', '/api/auth/get-session', undefined, { cookie })
  expect(response.body).toBeNull()
  expect(response.headers.get('set-cookie')).toBeNull()
})

test('repairs a second factor if turning it on or off was interrupted', async () => {
  const { email, app, cookie } = await addUser()
  const user = (await readFactor(email))?.user_id as string
  await sql`update two_factors set verified = false where user_id = ${user}`.execute(shop.db)
  const response = await callFactor(
    'verify-totp',
    { code: app.code() },
    await startChallenge(email),
  )
  expect(response.status).toBe(200)
  await sql`update users set two_factor_enabled = false where id = ${user}`.execute(shop.db)
  expect(await isSignedIn(email, await signIn(email))).toBe(true)
  const enabled = await callFactor('enable', { password }, cookie)
  const code = createAuthenticatorApp(enabled.body.totpURI).code(1)
  expect((await callFactor('verify-totp', { code }, cookie)).status).toBe(200)
  expect((await signIn(email)).body.twoFactorRedirect).toBe(true)
})

test.each(['send-otp', 'verify-otp', 'get-totp-uri'])(
  'responds 404 to the unused endpoint two-factor/%s',
  async (action) => {
    const { cookie } = await signUp(shop)
    expect((await callFactor(action, { password, code: '1' }, cookie)).status).toBe(404)
  },
)

test('a profile update cannot turn the factor off', async () => {
  const { email, cookie } = await addUser()
  await callIdentity(shop, '/update-user', { twoFactorEnabled: false }, { cookie })
  expect((await signIn(email)).body.twoFactorRedirect).toBe(true)
})

async function listSessions(email: string) {
  return shop.db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('sessions.id')
    .where('email', '=', email)
    .execute()
}
