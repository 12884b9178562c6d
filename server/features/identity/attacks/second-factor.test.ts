import { randomUUIDv7 } from 'node:crypto'
import { calls } from '@freehub/contract/calls'
import { sql } from 'kysely'
import { afterAll, afterEach, expect, test } from 'vitest'
import { offeredEndpoints } from '../../../../tests/support/identity/identity-endpoints.ts'
import {
  callSecondFactor,
  enableSecondFactor,
  WRONG_CODE,
} from '../../../../tests/support/identity/second-factor.ts'
import { addUserWithCookie } from '../../../../tests/support/identity/session-cookie.ts'
import {
  callIdentity,
  exchangeSession,
  GOOD_PASSWORD,
  readCookies,
  signUp,
} from '../../../../tests/support/identity/sign-in.ts'
import { startTestShop } from '../../../../tests/support/shop/shop.ts'
import { createAuth } from '../auth.ts'
import { passwordHashing } from '../limited-password-hashing.ts'
import { createMailLinks } from '../mails/mail-links.ts'

const PHONE = '+4915112345678'

const shop = await startTestShop()
afterEach(async () => {
  await sql`delete from rate_limits`.execute(shop.db)
  await sql`update users set sign_in_phone = null, sign_in_phone_confirmed = false`.execute(shop.db)
})
afterAll(() => shop.close())

/** Adds a user with a second factor and a phone number, but without a session. */
async function addUser() {
  const user = await addUserWithCookie(shop)
  const { backupCodes } = await enableSecondFactor(shop, user.cookie)
  await sql`update users set sign_in_phone = ${PHONE}, sign_in_phone_confirmed = true
    where id = ${user.id}`.execute(shop.db)
  await sql`delete from sessions where user_id = ${user.id}`.execute(shop.db)
  return { ...user, backupCodes }
}

type GuardedUser = Awaited<ReturnType<typeof addUser>>

async function expectNoSession({ id, email }: GuardedUser, cookie: string) {
  expect((await exchangeSession(shop, email, cookie)).status).toBe(401)
  const { rows } = await sql`select from sessions where user_id = ${id}`.execute(shop.db)
  expect(rows).toHaveLength(0)
}

async function createLinks({ id, email }: GuardedUser) {
  const noop = (async () => {}) as never
  const auth = createAuth({ ...shop, log: shop.app.log, queueMail: noop, queueSms: noop })
  const links = createMailLinks(auth, shop.url)
  return {
    confirm: new URL(await links.confirmEmail({ id, email })),
    change: new URL(await links.changeEmail({ id, email }, `new-${email}`)),
    reset: new URL(await links.resetPassword(id)),
  }
}

async function addPassword({ id }: GuardedUser) {
  await shop.db
    .insertInto('accounts')
    .values({
      id: randomUUIDv7(),
      user_id: id,
      provider_id: 'credential',
      account_id: id,
      password: await passwordHashing('fast').hash(GOOD_PASSWORD),
    })
    .execute()
  return GOOD_PASSWORD
}

/** Gives the first factor, a code by SMS, and returns the challenge cookie. */
async function startChallenge() {
  const user = await addUser()
  await callIdentity(shop, '/phone-number/send-otp', { phoneNumber: PHONE })
  const { rows } = await sql<{ code: string }>`select split_part(value, ':', 1) as code
    from verifications where identifier like ${`%${PHONE}`} order by created_at desc`.execute(
    shop.db,
  )
  const attempt = { phoneNumber: PHONE, code: rows[0]?.code }
  const response = await callIdentity(shop, '/phone-number/verify', attempt)
  expect(response.body).toEqual({ twoFactorRedirect: true, twoFactorMethods: expect.anything() })
  return { user, cookie: readCookies(response) }
}

test('requires the second factor after an SMS code', async () => {
  const { user, cookie } = await startChallenge()
  await expectNoSession(user, cookie)
})

test('requires the second factor after a password reset', async () => {
  const user = await addUser()
  const { reset } = await createLinks(user)
  const linkResponse = await shop.call('GET', reset.pathname + reset.search)
  await expectNoSession(user, readCookies(linkResponse))
  const token = reset.pathname.split('/').at(-1)
  const resetResponse = await callIdentity(shop, '/reset-password', {
    token,
    newPassword: GOOD_PASSWORD,
  })
  expect(resetResponse.status).toBe(200)
  await expectNoSession(user, readCookies(resetResponse))
  const credentials = { email: user.email, password: GOOD_PASSWORD }
  const signedIn = await callIdentity(shop, '/sign-in/email', credentials)
  expect(signedIn.body.twoFactorRedirect).toBe(true)
  await expectNoSession(user, readCookies(signedIn))
})

test('the link that confirms an email creates no session', async () => {
  const user = await addUser()
  await sql`update users set email_verified = false where id = ${user.id}`.execute(shop.db)
  const { confirm } = await createLinks(user)
  const token = confirm.searchParams.get('token')
  const response = await callIdentity(shop, '/follow-email-link', {
    token,
    newPassword: GOOD_PASSWORD,
  })
  expect(response.status).toBe(200)
  await expectNoSession(user, readCookies(response))
})

test('the link that changes an email creates no session', async () => {
  const user = await addUser()
  const { change } = await createLinks(user)
  const token = change.searchParams.get('token')
  const password = await addPassword(user)
  const response = await callIdentity(shop, '/follow-email-link', { token, password })
  expect(response.status).toBe(200)
  await expectNoSession({ ...user, email: `new-${user.email}` }, readCookies(response))
})

test('a challenge cookie allows only the endpoints for codes', async () => {
  const { user, cookie } = await startChallenge()
  const { rows } = await sql`select * from users where id = ${user.id}`.execute(shop.db)
  const fields = { name: 'Owned', newEmail: 'x@evil.example', newPassword: 'x'.repeat(9) }
  for (const { method, path, pickBody } of offeredEndpoints) {
    if (method !== 'POST' || path.startsWith('/two-factor/verify-')) continue
    const body = pickBody({ ...fields, provider: 'google', code: WRONG_CODE })
    await callIdentity(shop, path, body, { cookie })
  }
  for (const { method, path, access } of Object.values(calls)) {
    if (access === 'public') continue
    const url = path.replace(':id', user.id).replace(':email', user.email)
    const body = method === 'GET' || method === 'DELETE' ? undefined : '{}'
    const { status } = await shop.call(method, url, body, { cookie, origin: shop.url })
    expect([path, status]).toEqual([path, 401])
  }
  const after = await sql`select * from users where id = ${user.id}`.execute(shop.db)
  expect(after.rows).toEqual(rows)
  await expectNoSession(user, cookie)
})

test('refuses another user’s second factor', async () => {
  const { user, cookie } = await startChallenge()
  await sql`update users set sign_in_phone = null, sign_in_phone_confirmed = false`.execute(shop.db)
  const otherUser = await addUserWithCookie(shop)
  const ownFactor = await enableSecondFactor(shop, otherUser.cookie)
  for (const code of ownFactor.backupCodes.slice(0, 2)) {
    const refused = await callSecondFactor(shop, 'verify-backup-code', { code }, cookie)
    expect(refused.status).toBe(401)
    await expectNoSession(user, readCookies(refused))
  }
  const cookies = `${cookie}; ${ownFactor.cookie}`
  const response = await callSecondFactor(
    shop,
    'verify-totp',
    { code: ownFactor.app.code() },
    cookies,
  )
  expect((await exchangeSession(shop, user.email, readCookies(response))).status).toBe(401)
  await expectNoSession(user, cookie)
})

test('refuses the second factor of a user who was banned after the first factor', async () => {
  const { user, cookie } = await startChallenge()
  await sql`update users set banned_at = now(), ban_reason = 'x' where id = ${user.id}`.execute(
    shop.db,
  )
  const [code] = user.backupCodes
  const response = await callSecondFactor(shop, 'verify-backup-code', { code }, cookie)
  expect([response.status, response.body.code]).toEqual([403, 'USER_BANNED'])
  await expectNoSession(user, readCookies(response))
})

test('ends a pending challenge after a password reset', async () => {
  const { user, cookie } = await startChallenge()
  const { reset } = await createLinks(user)
  const token = reset.pathname.split('/').at(-1)
  await callIdentity(shop, '/reset-password', { token, newPassword: GOOD_PASSWORD })
  const [code] = user.backupCodes
  const response = await callSecondFactor(shop, 'verify-backup-code', { code }, cookie)
  expect(response.status).toBe(401)
  await expectNoSession(user, readCookies(response))
})

test('changes the password of the link’s owner, not of the signed-in user', async () => {
  const [owner, follower] = [await addUserWithCookie(shop), await signUp(shop)]
  const { reset } = await createLinks({ ...owner, backupCodes: [] })
  const token = reset.pathname.split('/').at(-1)
  const body = { token, newPassword: 'nineteen speeds' }
  const response = await callIdentity(shop, '/reset-password', body, { cookie: follower.cookie })
  expect(response.status).toBe(200)
  const signIn = (email: string, password: string) =>
    callIdentity(shop, '/sign-in/email', { email, password })
  expect((await signIn(follower.email, GOOD_PASSWORD)).status).toBe(200)
  expect((await signIn(follower.email, body.newPassword)).status).toBe(401)
  expect((await callIdentity(shop, '/reset-password', body)).status).toBe(400)
})
