import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { untilWaiting } from '../../../../tests/support/database/locks.ts'
import { signInAt } from '../../../../tests/support/identity/provider-sign-in.ts'
import { addSignedIn } from '../../../../tests/support/identity/session-cookie.ts'
import {
  askIdentity,
  cookieOf,
  exchange,
  GOOD_PASSWORD,
  signUp,
} from '../../../../tests/support/identity/sign-in.ts'
import { startTestShop, type TestShop } from '../../../../tests/support/shop/shop.ts'
import { makeAuth } from '../auth.ts'
import { mailLinks } from '../mails/mail-links.ts'

const OWNERS_PASSWORD = 'eleven speeds backward'
const UNVERIFIED = 'una@unverified.example'

let shop: TestShop
let links: ReturnType<typeof mailLinks>

beforeAll(async () => {
  shop = await startTestShop({ sandbox: true })
  const nothing = (async () => {}) as never
  const auth = makeAuth({ ...shop, log: shop.app.log, queueMail: nothing, queueText: nothing })
  links = mailLinks(auth, shop.url)
})
afterEach(() => sql`delete from rate_limits`.execute(shop.db))
afterAll(() => shop.close())

interface Account {
  id: string
  email: string
}

const userOf = (email: string) =>
  shop.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow()

const tokenOf = async (link: Promise<string>) =>
  new URL(await link).searchParams.get('token') as string

const confirmToken = (account: Account) => tokenOf(links.confirmEmail(account))
const changeToken = (account: Account, newEmail: string) =>
  tokenOf(links.changeEmail(account, newEmail))

const look = async (token: string, cookie = '') =>
  (await shop.visit('GET', `/api/auth/email-link?token=${token}`, undefined, { cookie })).body

const follow = (token: string, proof: object = {}, cookie = '') =>
  askIdentity(shop, '/follow-email-link', { token, ...proof }, { cookie })

const signIn = async (email: string, password: string) =>
  (await askIdentity(shop, '/sign-in/email', { email, password })).status

/** An account that a stranger made with the address of another person, who has the token of the mail. */
async function strangersAccount() {
  const stranger = await signUp(shop)
  const { id } = await userOf(stranger.email)
  return { ...stranger, id, token: await confirmToken({ id, email: stranger.email }) }
}

test('the owner of an address presses Confirm in the mail for an account that a stranger made', async () => {
  const { email, token } = await strangersAccount()
  expect(await look(token)).toEqual({ email, changes: false, asks: 'password' })
  const { status, body } = await follow(token)
  expect([status, body.code]).toEqual([403, 'PROOF_REQUIRED'])
  expect((await userOf(email)).email_verified).toBe(false)
})

test('a program that opens the link, or what the library had there, confirms nothing', async () => {
  const { email, token, cookie } = await strangersAccount()
  await look(token, cookie)
  for (const method of ['GET', 'POST'] as const) {
    const path = `/api/auth/verify-email?token=${token}`
    const opened = await shop.visit(method, path, method === 'POST' ? {} : undefined, {
      cookie,
      origin: shop.url,
    })
    expect([opened.status, opened.body.code]).toEqual([404, 'route_missing'])
  }
  expect((await userOf(email)).email_verified).toBe(false)
})

test('a new password by the link removes every way in that the stranger has', async () => {
  const { id, email, cookie, token } = await strangersAccount()
  await sql`insert into passkeys (id, user_id, public_key, credential_id, counter, device_type, backed_up)
    values (${id}, ${id}, 'key', ${id}, 0, 'singleDevice', false)`.execute(shop.db)
  await sql`insert into accounts (id, user_id, provider_id, account_id)
    values (${randomUUIDv7()}, ${id}, 'github', ${id})`.execute(shop.db)
  await sql`update users set sign_in_phone = '+4915150000009', sign_in_phone_confirmed = true
    where id = ${id}`.execute(shop.db)
  const laid = await changeToken({ id, email }, `stranger-${email}`)

  expect((await follow(token, { newPassword: OWNERS_PASSWORD })).status).toBe(200)
  expect(await userOf(email)).toMatchObject({ email_verified: true, sign_in_phone: null })
  const { rows } = await sql`select provider_id from accounts where user_id = ${id}
    union all select 'passkey' from passkeys where user_id = ${id}
    union all select 'session' from sessions where user_id = ${id}`.execute(shop.db)
  expect(rows).toEqual([{ provider_id: 'credential' }])
  expect((await exchange(shop, email, cookie)).status).toBe(401)
  expect(await signIn(email, GOOD_PASSWORD)).toBe(401)
  expect(await signIn(email, OWNERS_PASSWORD)).toBe(200)
  expect((await follow(laid, { password: OWNERS_PASSWORD })).body.code).toBe('INVALID_TOKEN')
})

test('the link sets a password once, also when it is used twice at the same time', async () => {
  const { email, token } = await strangersAccount()
  const both = await Promise.all([
    follow(token, { newPassword: OWNERS_PASSWORD }),
    follow(token, { newPassword: 'another good password' }),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
  const again = await follow(token, { newPassword: 'a third good password' })
  expect(again.body.code).toBe('INVALID_TOKEN')
  expect(await signIn(email, 'a third good password')).toBe(401)
})

test.each([
  ['password', 'PASSWORD_TOO_COMMON'],
  ['short', 'PASSWORD_TOO_SHORT'],
  ['x'.repeat(200), 'PASSWORD_TOO_LONG'],
])('a new password that the shop takes nowhere else is refused: %s', async (newPassword, code) => {
  const { email, token } = await strangersAccount()
  const { status, body } = await follow(token, { newPassword })
  expect([status, body.code]).toEqual([400, code])
  expect((await userOf(email)).email_verified).toBe(false)
})

test('the password of the account confirms where the user is not signed in', async () => {
  const { email, token } = await strangersAccount()
  const wrong = await follow(token, { password: OWNERS_PASSWORD })
  expect([wrong.status, wrong.body.code]).toEqual([401, 'INVALID_PASSWORD'])
  const right = await follow(token, { password: GOOD_PASSWORD })
  expect([right.status, right.headers.getSetCookie()]).toEqual([200, []])
  expect((await userOf(email)).email_verified).toBe(true)
})

test('one press confirms where the user is signed in, and again changes nothing', async () => {
  const { email, cookie, token } = await strangersAccount()
  expect((await look(token, cookie)).asks).toBe('nothing')
  expect((await follow(token, {}, cookie)).status).toBe(200)
  expect((await userOf(email)).email_verified).toBe(true)
  expect((await look(token)).asks).toBe('nothing')
  expect((await follow(token)).status).toBe(200)
})

test('being signed in as another user is no proof', async () => {
  const { email, token } = await strangersAccount()
  const { cookie } = await addSignedIn(shop)
  expect((await look(token, cookie)).asks).toBe('password')
  expect((await follow(token, {}, cookie)).body.code).toBe('PROOF_REQUIRED')
  expect((await userOf(email)).email_verified).toBe(false)
})

test('guesses at the password are counted with those of signing in', async () => {
  const { email, cookie, token } = await strangersAccount()
  await askIdentity(shop, '/sign-out', {}, { cookie })
  for (let guess = 0; guess < 5; guess++) await signIn(email, `guess ${guess}`)
  for (let guess = 5; guess < 10; guess++) {
    expect((await follow(token, { password: `guess ${guess}` })).status).toBe(401)
  }
  const tooMany = await follow(token, { password: GOOD_PASSWORD })
  expect([tooMany.status, tooMany.body.code]).toEqual([429, 'TOO_MANY_REQUESTS'])
  expect(Number(tooMany.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await signIn(email, GOOD_PASSWORD)).toBe(429)
  expect((await userOf(email)).email_verified).toBe(false)
  // The owner of the address is not kept out by the guesses of others.
  expect((await follow(token, { newPassword: OWNERS_PASSWORD })).status).toBe(200)
  expect(await signIn(email, OWNERS_PASSWORD)).toBe(200)
})

test('an account of a provider, without a password, is confirmed when signed in or with a new one', async () => {
  const { cookie } = await signInAt(shop, 'github', { account: 'unverified-una' })
  const { id } = await userOf(UNVERIFIED)
  const token = await confirmToken({ id, email: UNVERIFIED })
  expect((await look(token, cookie)).asks).toBe('nothing')
  expect((await look(token)).asks).toBe('new_password')
  expect((await follow(token, { password: '' })).body.code).toBe('PROOF_REQUIRED')
  expect((await follow(token, { newPassword: OWNERS_PASSWORD })).status).toBe(200)
  expect((await exchange(shop, UNVERIFIED, cookie)).status).toBe(401)
  expect(await signIn(UNVERIFIED, OWNERS_PASSWORD)).toBe(200)
})

test('a stranger changes the e-mail of an own account to another person’s, who presses Confirm', async () => {
  const stranger = await strangersAccount()
  const victim = `victim-${stranger.email}`
  const token = await changeToken(stranger, victim)
  expect(await look(token)).toEqual({ email: victim, changes: true, asks: 'password' })
  for (const proof of [{}, { newPassword: OWNERS_PASSWORD }, { password: OWNERS_PASSWORD }]) {
    expect((await follow(token, proof)).status).not.toBe(200)
  }
  expect(await userOf(stranger.email)).toMatchObject({ id: stranger.id, email_verified: false })
  expect(await signIn(stranger.email, GOOD_PASSWORD)).toBe(200)
})

test('an e-mail is changed by its user once: signed in, or with the password', async () => {
  for (const isSignedIn of [true, false]) {
    const { id, email, cookie } = await strangersAccount()
    const newEmail = `new-${email}`
    const token = await changeToken({ id, email }, newEmail)
    const proof = isSignedIn ? {} : { password: GOOD_PASSWORD }
    const both = await Promise.all([1, 2].map(() => follow(token, proof, isSignedIn ? cookie : '')))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
    expect(await userOf(newEmail)).toMatchObject({ id, email_verified: true })
  }
})

test('an account without a password has its e-mail changed only when signed in', async () => {
  const person = await addSignedIn(shop)
  const newEmail = `new-${person.email}`
  const token = await changeToken(person, newEmail)
  expect((await look(token)).asks).toBe('sign_in')
  for (const proof of [{}, { password: '' }, { newPassword: OWNERS_PASSWORD }]) {
    expect((await follow(token, proof)).body.code).toBe('PROOF_REQUIRED')
  }
  expect((await follow(token, {}, person.cookie)).status).toBe(200)
  expect((await userOf(newEmail)).id).toBe(person.id)
})

test('a sign-in in progress does not survive the take-over of the account', async () => {
  const { id, email } = await strangersAccount()
  const signedIn = await shop.db.transaction().execute(async (tx) => {
    await tx.updateTable('users').set({ email_verified: true }).where('id', '=', id).execute()
    const answer = askIdentity(shop, '/sign-in/email', { email, password: GOOD_PASSWORD })
    await untilWaiting(shop.db, tx)
    await sql`update accounts set password = 'replaced' where user_id = ${id}`.execute(tx)
    return { answer }
  })
  const cookie = cookieOf(await signedIn.answer)
  expect((await exchange(shop, email, cookie)).status).toBe(401)
})
