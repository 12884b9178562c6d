import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, expect, test } from 'vitest'
import {
  lockRow,
  runInLockOrder,
  waitForBlockedConnections,
} from '../../../../tests/support/database/locks.ts'
import { signInWithProvider } from '../../../../tests/support/identity/provider-sign-in.ts'
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
import { createMailLinks } from '../mails/mail-links.ts'

const OWNERS_PASSWORD = 'eleven speeds backward'
const UNVERIFIED = 'una@unverified.example'

const shop = await startTestShop({ sandbox: true })
const noop = (async () => {}) as never
const auth = createAuth({ ...shop, log: shop.app.log, queueMail: noop, queueSms: noop })
const links = createMailLinks(auth, shop.url)
afterEach(() => sql`delete from rate_limits`.execute(shop.db))
afterAll(() => shop.close())

interface Account {
  id: string
  email: string
}

const readUser = (email: string) =>
  shop.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow()

const readToken = async (link: Promise<string>) =>
  new URL(await link).searchParams.get('token') as string

const createConfirmToken = (account: Account) => readToken(links.confirmEmail(account))
const createChangeToken = (account: Account, newEmail: string) =>
  readToken(links.changeEmail(account, newEmail))

const readLink = async (token: string, cookie = '') =>
  (await shop.call('GET', `/api/auth/email-link?token=${token}`, undefined, { cookie })).body

const followLink = (token: string, proof: object = {}, cookie = '') =>
  callIdentity(shop, '/follow-email-link', { token, ...proof }, { cookie })

const signIn = async (email: string, password: string) =>
  (await callIdentity(shop, '/sign-in/email', { email, password })).status

/** Signs up with the email of another user, and returns the token of the mail to that user. */
async function signUpAttacker() {
  const attacker = await signUp(shop)
  const { id } = await readUser(attacker.email)
  return { ...attacker, id, token: await createConfirmToken({ id, email: attacker.email }) }
}

test("does not confirm the email of an attacker's account by the link alone, without that account's password", async () => {
  const { email, token } = await signUpAttacker()
  expect(await readLink(token)).toEqual({ email, changes: false, asks: 'password' })
  const { status, body } = await followLink(token)
  expect([status, body.code]).toEqual([403, 'PROOF_REQUIRED'])
  expect((await readUser(email)).email_verified).toBe(false)
})

test('does not confirm an email when a mail scanner opens the link', async () => {
  const { email, token, cookie } = await signUpAttacker()
  await readLink(token, cookie)
  for (const method of ['GET', 'POST'] as const) {
    const path = `/api/auth/verify-email?token=${token}`
    const opened = await shop.call(method, path, method === 'POST' ? {} : undefined, {
      cookie,
      origin: shop.url,
    })
    expect([opened.status, opened.body.code]).toEqual([404, 'route_missing'])
  }
  expect((await readUser(email)).email_verified).toBe(false)
})

test('removes all sign-in methods of the attacker when the link sets a new password', async () => {
  const { id, email, cookie, token } = await signUpAttacker()
  await sql`insert into passkeys (id, user_id, public_key, credential_id, counter, device_type, backed_up)
    values (${id}, ${id}, 'key', ${id}, 0, 'singleDevice', false)`.execute(shop.db)
  await sql`insert into accounts (id, user_id, provider_id, account_id)
    values (${randomUUIDv7()}, ${id}, 'github', ${id})`.execute(shop.db)
  await sql`update users set sign_in_phone = '+4915150000009', sign_in_phone_confirmed = true
    where id = ${id}`.execute(shop.db)
  const plantedToken = await createChangeToken({ id, email }, `attacker-${email}`)

  expect((await followLink(token, { newPassword: OWNERS_PASSWORD })).status).toBe(200)
  expect(await readUser(email)).toMatchObject({ email_verified: true, sign_in_phone: null })
  const { rows } = await sql`select provider_id from accounts where user_id = ${id}
    union all select 'passkey' from passkeys where user_id = ${id}
    union all select 'session' from sessions where user_id = ${id}`.execute(shop.db)
  expect(rows).toEqual([{ provider_id: 'credential' }])
  expect((await exchangeSession(shop, email, cookie)).status).toBe(401)
  expect(await signIn(email, GOOD_PASSWORD)).toBe(401)
  expect(await signIn(email, OWNERS_PASSWORD)).toBe(200)
  expect((await followLink(plantedToken, { password: OWNERS_PASSWORD })).body.code).toBe(
    'INVALID_TOKEN',
  )
})

test('sets a password with the link once, even for concurrent requests', async () => {
  const { id, email, token } = await signUpAttacker()
  const responses = await runInLockOrder(shop.db, lockRow('users', id), [
    () => followLink(token, { newPassword: OWNERS_PASSWORD }),
    () => followLink(token, { newPassword: 'another good password' }),
  ])
  expect(responses.map(({ status }) => status)).toEqual([200, 401])
  const again = await followLink(token, { newPassword: 'a third good password' })
  expect(again.body.code).toBe('INVALID_TOKEN')
  expect(await signIn(email, 'a third good password')).toBe(401)
})

test.each([
  ['password', 'PASSWORD_TOO_COMMON'],
  ['short', 'PASSWORD_TOO_SHORT'],
  ['x'.repeat(200), 'PASSWORD_TOO_LONG'],
])('applies the password rules to the new password %s', async (newPassword, code) => {
  const { email, token } = await signUpAttacker()
  const { status, body } = await followLink(token, { newPassword })
  expect([status, body.code]).toEqual([400, code])
  expect((await readUser(email)).email_verified).toBe(false)
})

test('without a session, confirms the email only with the password of its account', async () => {
  const { email, token } = await signUpAttacker()
  const wrong = await followLink(token, { password: OWNERS_PASSWORD })
  expect([wrong.status, wrong.body.code]).toEqual([401, 'INVALID_PASSWORD'])
  const right = await followLink(token, { password: GOOD_PASSWORD })
  expect([right.status, right.headers.getSetCookie()]).toEqual([200, []])
  expect((await readUser(email)).email_verified).toBe(true)
})

test('lets a signed-in user confirm the email repeatedly without further proof', async () => {
  const { email, cookie, token } = await signUpAttacker()
  expect((await readLink(token, cookie)).asks).toBe('nothing')
  expect((await followLink(token, {}, cookie)).status).toBe(200)
  expect((await readUser(email)).email_verified).toBe(true)
  expect((await readLink(token)).asks).toBe('nothing')
  expect((await followLink(token)).status).toBe(200)
})

test('does not accept a session of another user as proof', async () => {
  const { email, token } = await signUpAttacker()
  const { cookie } = await addUserWithCookie(shop)
  expect((await readLink(token, cookie)).asks).toBe('password')
  expect((await followLink(token, {}, cookie)).body.code).toBe('PROOF_REQUIRED')
  expect((await readUser(email)).email_verified).toBe(false)
})

test('counts password guesses at a mailed link together with those at sign-in', async () => {
  const { email, cookie, token } = await signUpAttacker()
  await callIdentity(shop, '/sign-out', {}, { cookie })
  for (let guess = 0; guess < 5; guess++) await signIn(email, `guess ${guess}`)
  for (let guess = 5; guess < 10; guess++) {
    expect((await followLink(token, { password: `guess ${guess}` })).status).toBe(401)
  }
  const tooMany = await followLink(token, { password: GOOD_PASSWORD })
  expect([tooMany.status, tooMany.body.code]).toEqual([429, 'TOO_MANY_REQUESTS'])
  expect(Number(tooMany.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await signIn(email, GOOD_PASSWORD)).toBe(429)
  expect((await readUser(email)).email_verified).toBe(false)
  // Guesses by others do not lock out the owner of the email.
  expect((await followLink(token, { newPassword: OWNERS_PASSWORD })).status).toBe(200)
  expect(await signIn(email, OWNERS_PASSWORD)).toBe(200)
})

test('confirms the email of an account created with GitHub only in a session of that account, or with a new password', async () => {
  const { cookie } = await signInWithProvider(shop, 'github', { account: 'unverified-una' })
  const { id } = await readUser(UNVERIFIED)
  const token = await createConfirmToken({ id, email: UNVERIFIED })
  expect((await readLink(token, cookie)).asks).toBe('nothing')
  expect((await readLink(token)).asks).toBe('new_password')
  expect((await followLink(token, { password: '' })).body.code).toBe('PROOF_REQUIRED')
  expect((await followLink(token, { newPassword: OWNERS_PASSWORD })).status).toBe(200)
  expect((await exchangeSession(shop, UNVERIFIED, cookie)).status).toBe(401)
  expect(await signIn(UNVERIFIED, OWNERS_PASSWORD)).toBe(200)
})

test('does not confirm an email change that an attacker requested', async () => {
  const attacker = await signUpAttacker()
  const victim = `victim-${attacker.email}`
  const token = await createChangeToken(attacker, victim)
  expect(await readLink(token)).toEqual({ email: victim, changes: true, asks: 'password' })
  for (const [proof, expected] of [
    [{}, [403, 'PROOF_REQUIRED']],
    [{ newPassword: OWNERS_PASSWORD }, [403, 'PROOF_REQUIRED']],
    [{ password: OWNERS_PASSWORD }, [401, 'INVALID_PASSWORD']],
  ] as const) {
    const { status, body } = await followLink(token, proof)
    expect([status, body.code]).toEqual(expected)
  }
  expect(await readUser(attacker.email)).toMatchObject({ id: attacker.id, email_verified: false })
  expect(await signIn(attacker.email, GOOD_PASSWORD)).toBe(200)
})

test('accepts the link of an email change once for concurrent requests, with a session or the password', async () => {
  for (const isSignedIn of [true, false]) {
    const { id, email, cookie } = await signUpAttacker()
    const newEmail = `new-${email}`
    const token = await createChangeToken({ id, email }, newEmail)
    const proof = isSignedIn ? {} : { password: GOOD_PASSWORD }
    const send = () => followLink(token, proof, isSignedIn ? cookie : '')
    const responses = await runInLockOrder(shop.db, lockRow('users', id), [send, send])
    expect(responses.map(({ status }) => status)).toEqual([200, 401])
    expect(await readUser(newEmail)).toMatchObject({ id, email_verified: true })
  }
})

test('reports a used link, not a taken email, if another request has just used the link', async () => {
  const { id, email, cookie } = await signUpAttacker()
  const newEmail = `new-${email}`
  const token = await createChangeToken({ id, email }, newEmail)
  const late = await shop.db.transaction().execute(async (tx) => {
    await sql`lock table verifications in access exclusive mode`.execute(tx)
    const response = followLink(token, {}, cookie)
    // It has found the account by the old email and waits to read the link.
    await waitForBlockedConnections(shop.db, tx)
    const changed = { email: newEmail, email_verified: true }
    await tx.updateTable('users').set(changed).where('id', '=', id).execute()
    return { response }
  })
  const { status, body } = await late.response
  expect([status, body.code]).toEqual([401, 'INVALID_TOKEN'])
})

test('requires a session for an email change if the account has no password', async () => {
  const user = await addUserWithCookie(shop)
  const newEmail = `new-${user.email}`
  const token = await createChangeToken(user, newEmail)
  expect((await readLink(token)).asks).toBe('sign_in')
  for (const proof of [{}, { password: '' }, { newPassword: OWNERS_PASSWORD }]) {
    expect((await followLink(token, proof)).body.code).toBe('PROOF_REQUIRED')
  }
  expect((await followLink(token, {}, user.cookie)).status).toBe(200)
  expect((await readUser(newEmail)).id).toBe(user.id)
})

test('invalidates a sign-in that started before the owner reset the password', async () => {
  const { id, email } = await signUpAttacker()
  const signedIn = await shop.db.transaction().execute(async (tx) => {
    await tx.updateTable('users').set({ email_verified: true }).where('id', '=', id).execute()
    const response = callIdentity(shop, '/sign-in/email', { email, password: GOOD_PASSWORD })
    await waitForBlockedConnections(shop.db, tx)
    await sql`update accounts set password = 'replaced' where user_id = ${id}`.execute(tx)
    return { response }
  })
  const cookie = readCookies(await signedIn.response)
  expect((await exchangeSession(shop, email, cookie)).status).toBe(401)
})
