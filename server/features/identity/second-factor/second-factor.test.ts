import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { lockTable, queueForLock } from '../../../../tests/support/database/locks.ts'
import { scan } from '../../../../tests/support/identity/authenticator-app.ts'
import {
  askFactor,
  confirmEmail,
  NOT_THE_CODE,
  signUpGuarded,
} from '../../../../tests/support/identity/second-factor.ts'
import {
  askIdentity,
  cookieOf,
  exchange,
  GOOD_PASSWORD,
  signUp,
} from '../../../../tests/support/identity/sign-in.ts'
import { type Answer, tally } from '../../../../tests/support/shop/calls.ts'
import { startTestShop, type TestShop } from '../../../../tests/support/shop/shop.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop()
})
// The clock stands, so that a code is of the step that the test means.
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() }))
afterEach(async () => {
  vi.useRealTimers()
  await sql`delete from rate_limits`.execute(shop.db)
})
afterAll(() => shop.close())

const password = GOOD_PASSWORD
const guarded = () => signUpGuarded(shop)

const ask = (what: string, body: object, cookie: string) => askFactor(shop, what, body, cookie)

const signIn = (email: string) => askIdentity(shop, '/sign-in/email', { email, password })

/** The first factor alone; answers the cookie with which the second is given. */
async function challenge(email: string): Promise<string> {
  return cookieOf(await signIn(email))
}

/** One after the other, as somebody does who knows the password. */
async function challengesOf(email: string, count: number): Promise<string[]> {
  const cookies: string[] = []
  while (cookies.length < count) cookies.push(await challenge(email))
  return cookies
}

const isIn = async (email: string, answer: Answer) =>
  (await exchange(shop, email, cookieOf(answer))).status === 200

const factorOf = async (email: string) =>
  shop.db
    .selectFrom('two_factors')
    .innerJoin('users', 'users.id', 'two_factors.user_id')
    .selectAll('two_factors')
    .where('email', '=', email)
    .executeTakeFirst()

test('somebody turns it on with the code that his app shows', async () => {
  const { email, cookie } = await signUp(shop)
  await confirmEmail(shop, cookie)
  const { body } = await ask('enable', { password }, cookie)
  expect(body.totpURI).toMatch(
    /^otpauth:\/\/totp\/Freehub:rider-[^?]+\?secret=[A-Z2-7]+&issuer=Freehub/,
  )
  expect(body.backupCodes).toHaveLength(10)
  expect(await isIn(email, await signIn(email))).toBe(true)
  const wrong = await ask('verify-totp', { code: NOT_THE_CODE }, cookie)
  expect([wrong.status, wrong.body.code]).toEqual([401, 'INVALID_CODE'])
  const right = await ask('verify-totp', { code: scan(body.totpURI).code() }, cookie)
  expect(right.status).toBe(200)
  expect((await signIn(email)).body.twoFactorRedirect).toBe(true)
})

test('accepts no code with a session, but for the app code that turns the factor on', async () => {
  const { app, backupCodes, cookie } = await guarded()
  const person = await signUp(shop)
  await confirmEmail(shop, person.cookie)
  const enabled = await ask('enable', { password }, person.cookie)
  for (const answer of [
    await ask('verify-totp', { code: app.code() }, cookie),
    await ask('verify-backup-code', { code: backupCodes[0] }, cookie),
    await ask('verify-backup-code', { code: enabled.body.backupCodes[0] }, person.cookie),
  ]) {
    expect([answer.status, answer.body.code]).toEqual([400, 'TOTP_ALREADY_ENABLED'])
  }
})

test('who has not confirmed his e-mail does so first', async () => {
  const { cookie } = await signUp(shop)
  const { status, body } = await ask('enable', { password }, cookie)
  expect([status, body.code]).toEqual([403, 'EMAIL_NOT_CONFIRMED'])
})

test('the secret and the backup codes are kept so that the database alone lets nobody in', async () => {
  const { email, backupCodes } = await guarded()
  const kept = JSON.stringify(await factorOf(email))
  for (const code of backupCodes) expect(kept).not.toContain(code)
})

test('the password alone lets nobody in, and the code then does', async () => {
  const { email, app } = await guarded()
  const first = await signIn(email)
  expect([first.status, first.body]).toEqual([
    200,
    { twoFactorRedirect: true, twoFactorMethods: ['totp', 'backup-code'] },
  ])
  expect(await isIn(email, first)).toBe(false)
  expect(cookieOf(first)).not.toMatch(/freehub-session-\d+=[^;]/)
  expect((await sessionsOf(email)).length).toBe(1)
  const second = await ask('verify-totp', { code: app.code() }, cookieOf(first))
  expect(second.status).toBe(200)
  expect(await isIn(email, second)).toBe(true)
  expect((await sessionsOf(email)).length).toBe(2)
})

test('what says that the first factor was given is out of reach of scripts and of other sites', async () => {
  const { email } = await guarded()
  const cookies = (await signIn(email)).headers.getSetCookie()
  const cookie = cookies.find((one) => /^freehub-\d+\.two_factor=/.test(one))
  expect(cookie).toMatch(/; HttpOnly/i)
  expect(cookie).toMatch(/; SameSite=Lax/i)
  expect(cookie).toMatch(/; Max-Age=600(;|$)/i)
})

test('who was not to be remembered is not after the code either', async () => {
  const { email, app } = await guarded()
  const credentials = { email, password, rememberMe: false }
  const first = await askIdentity(shop, '/sign-in/email', credentials)
  const second = await ask('verify-totp', { code: app.code() }, cookieOf(first))
  const session = second.headers.getSetCookie().find((cookie) => cookie.includes('session-'))
  expect(session).not.toMatch(/max-age/i)
})

test('a code counts once, however many send it at once', async () => {
  const { email, app } = await guarded()
  const challenges = await challengesOf(email, 4)
  const code = app.code()
  const answers = await queueForLock(
    shop.db,
    lockTable('two_factors'),
    challenges.map((cookie) => () => ask('verify-totp', { code }, cookie)),
  )
  expect(tally(answers)).toEqual({ 200: 1, INVALID_CODE: 3 })
})

test('a code that was seen lets nobody in afterwards, nor does one before it', async () => {
  const { email, app } = await guarded()
  const used = app.code(1)
  expect((await ask('verify-totp', { code: used }, await challenge(email))).status).toBe(200)
  for (const code of [used, app.code(), app.code(-1)]) {
    const again = await ask('verify-totp', { code }, await challenge(email))
    expect([again.status, again.body.code]).toEqual([401, 'INVALID_CODE'])
  }
})

test('the code that turned it on does not sign in as well', async () => {
  const { email, app } = await guarded()
  const answer = await ask('verify-totp', { code: app.code(-1) }, await challenge(email))
  expect(answer.body.code).toBe('INVALID_CODE')
})

test('each backup code lets in once, also typed in capitals and with spaces', async () => {
  const { email, backupCodes } = await guarded()
  const [code = ''] = backupCodes
  const typed = ` ${code.toUpperCase().replace('-', ' ')} `
  const first = await ask('verify-backup-code', { code: typed }, await challenge(email))
  expect(await isIn(email, first)).toBe(true)
  const again = await ask('verify-backup-code', { code }, await challenge(email))
  expect([again.status, again.body.code]).toEqual([401, 'INVALID_BACKUP_CODE'])
})

test('of those who send one backup code at once, one gets in', async () => {
  const { email, backupCodes } = await guarded()
  const [code] = backupCodes
  const challenges = await challengesOf(email, 4)
  const answers = await queueForLock(
    shop.db,
    lockTable('two_factors'),
    challenges.map((cookie) => () => ask('verify-backup-code', { code }, cookie)),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('of many who guess at once none is heard beyond ten in a row, then even the right code waits', async () => {
  const { email, app } = await guarded()
  await sql`update two_factors set failed_verification_count = 7
    where user_id = (select id from users where email = ${email})`.execute(shop.db)
  const challenges = await challengesOf(email, 5)
  const guesses = await queueForLock(
    shop.db,
    lockTable('two_factors'),
    challenges.map((cookie) => () => ask('verify-totp', { code: NOT_THE_CODE }, cookie)),
  )
  expect(tally(guesses)).toEqual({ INVALID_CODE: 3, ACCOUNT_TEMPORARILY_LOCKED: 2 })
  const right = await ask('verify-totp', { code: app.code() }, await challenge(email))
  expect(right.status).toBe(429)
  expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(890)
  const backup = await ask('verify-backup-code', { code: 'a' }, await challenge(email))
  expect(backup.status).toBe(429)
})

test('after the rest one may try again, and a right code begins the count anew', async () => {
  const { email, app } = await guarded()
  const { user_id } = (await factorOf(email)) as { user_id: string }
  await sql`update two_factors set failed_verification_count = 10,
    locked_until = now() - interval '1 second' where user_id = ${user_id}`.execute(shop.db)
  const wrong = await ask('verify-totp', { code: NOT_THE_CODE }, await challenge(email))
  expect(wrong.status).toBe(401)
  expect((await factorOf(email))?.failed_verification_count).toBe(1)
  const right = await ask('verify-totp', { code: app.code() }, await challenge(email))
  expect(right.status).toBe(200)
  expect(await factorOf(email)).toMatchObject({ failed_verification_count: 0, locked_until: null })
})

test('five wrong codes end a sign-in, and it begins with the password again', async () => {
  const { email, app } = await guarded()
  const cookie = await challenge(email)
  for (let guess = 0; guess < 5; guess++) {
    expect((await ask('verify-totp', { code: NOT_THE_CODE }, cookie)).status).toBe(401)
  }
  const sixth = await ask('verify-totp', { code: app.code() }, cookie)
  expect(sixth.body.code).toBe('TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE')
})

test('who takes longer than ten minutes begins again', async () => {
  const { email, app } = await guarded()
  const cookie = await challenge(email)
  vi.setSystemTime(Date.now() + 601_000)
  const late = await ask('verify-totp', { code: app.code() }, cookie)
  expect([late.status, late.body.code]).toEqual([401, 'INVALID_TWO_FACTOR_COOKIE'])
})

test('a code without the first factor is worth nothing, nor with another cookie in its place', async () => {
  const { app } = await guarded()
  const { cookie } = await signUp(shop)
  const stranger = cookie.replace(/session-(\d+)=/, '$1.two_factor=')
  const options = await shop.visit('GET', '/api/auth/passkey/generate-authenticate-options')
  const passkey = cookieOf(options).replace('.passkey=', '.two_factor=')
  for (const cookie of [stranger, passkey]) expect(cookie).toMatch(/^freehub-\d+\.two_factor=/)
  for (const one of ['', stranger, passkey]) {
    const answer = await ask('verify-totp', { code: app.code() }, one)
    expect([answer.status, answer.body.code]).toEqual([401, 'INVALID_TWO_FACTOR_COOKIE'])
  }
})

test('no device is trusted', async () => {
  const { email, app } = await guarded()
  const code = app.code()
  const answer = await ask('verify-totp', { code, trustDevice: true }, await challenge(email))
  expect(cookieOf(answer)).not.toContain('trust')
  const again = await askIdentity(
    shop,
    '/sign-in/email',
    { email, password },
    { cookie: cookieOf(answer) },
  )
  expect(again.body.twoFactorRedirect).toBe(true)
})

test('turning it on ends every other sign-in of this person, for none of them has passed it', async () => {
  const person = await signUp(shop)
  await confirmEmail(shop, person.cookie)
  const elsewhere = await signIn(person.email)
  const { body } = await ask('enable', { password }, person.cookie)
  await ask('verify-totp', { code: scan(body.totpURI).code() }, person.cookie)
  expect(await isIn(person.email, elsewhere)).toBe(false)
  expect(await sessionsOf(person.email)).toHaveLength(1)
})

test('turning it off, or having new backup codes, takes the password', async () => {
  const { email, cookie, backupCodes } = await guarded()
  for (const what of ['disable', 'generate-backup-codes', 'enable']) {
    for (const body of [{}, { password: 'not the password' }]) {
      const answer = await ask(what, body, cookie)
      expect([answer.status, answer.body.code]).toEqual([400, 'INVALID_PASSWORD'])
    }
  }
  const { body } = await ask('generate-backup-codes', { password }, cookie)
  expect(body.backupCodes).toHaveLength(10)
  const [old] = backupCodes
  const answer = await ask('verify-backup-code', { code: old }, await challenge(email))
  expect(answer.body.code).toBe('INVALID_BACKUP_CODE')
  expect((await ask('disable', { password }, cookie)).status).toBe(200)
  expect(await isIn(email, await signIn(email))).toBe(true)
  expect(await factorOf(email)).toBeUndefined()
})

test('changing the password keeps one signed in, and asks for no code', async () => {
  const { email, cookie } = await guarded()
  const change = {
    currentPassword: password,
    newPassword: 'nine speeds',
    revokeOtherSessions: true,
  }
  const answer = await askIdentity(shop, '/change-password', change, { cookie })
  expect(answer.status).toBe(200)
  expect(await isIn(email, answer)).toBe(true)
})

test('a session that is prolonged is asked for no code', async () => {
  const { email, cookie } = await guarded()
  await sql`update sessions set expires_at = expires_at - interval '2 days'
    where user_id = (select id from users where email = ${email})`.execute(shop.db)
  const answer = await shop.visit('GET', '/api/auth/get-session', undefined, { cookie })
  expect(answer.body.user.email).toBe(email)
  expect(await isIn(email, answer)).toBe(true)
})

test('where the shop was stopped while it was turned on or off, it is on or off, and not between', async () => {
  const { email, app, cookie } = await guarded()
  const user = (await factorOf(email))?.user_id as string
  await sql`update two_factors set verified = false where user_id = ${user}`.execute(shop.db)
  const answer = await ask('verify-totp', { code: app.code() }, await challenge(email))
  expect(answer.status).toBe(200)
  await sql`update users set two_factor_enabled = false where id = ${user}`.execute(shop.db)
  expect(await isIn(email, await signIn(email))).toBe(true)
  const begun = await ask('enable', { password }, cookie)
  const code = scan(begun.body.totpURI).code(1)
  expect((await ask('verify-totp', { code }, cookie)).status).toBe(200)
  expect((await signIn(email)).body.twoFactorRedirect).toBe(true)
})

test.each(['send-otp', 'verify-otp', 'get-totp-uri'])('there is no %s', async (what) => {
  const { cookie } = await signUp(shop)
  expect((await ask(what, { password, code: '1' }, cookie)).status).toBe(404)
})

test('nobody turns it off, or another’s on, by what he says of himself', async () => {
  const { email, cookie } = await guarded()
  await askIdentity(shop, '/update-user', { twoFactorEnabled: false }, { cookie })
  expect((await signIn(email)).body.twoFactorRedirect).toBe(true)
})

async function sessionsOf(email: string) {
  return shop.db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('sessions.id')
    .where('email', '=', email)
    .execute()
}
