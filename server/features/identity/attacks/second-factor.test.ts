import { randomUUIDv7 } from 'node:crypto'
import { calls } from '@freehub/contract/calls'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { offeredEndpoints } from '../../../../tests/support/identity/identity-endpoints.ts'
import {
  askFactor,
  NOT_THE_CODE,
  turnOn,
} from '../../../../tests/support/identity/second-factor.ts'
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
import { passwordHashing } from '../password-hashing.ts'

const PHONE = '+4915112345678'

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop()
})
afterEach(async () => {
  await sql`delete from rate_limits`.execute(shop.db)
  await sql`update users set sign_in_phone = null, sign_in_phone_confirmed = false`.execute(shop.db)
})
afterAll(() => shop.close())

/** Somebody with a second factor, with his number; what tells whether an answer lets him in. */
async function guarded() {
  const person = await addSignedIn(shop)
  const { backupCodes } = await turnOn(shop, person.cookie)
  await sql`update users set sign_in_phone = ${PHONE}, sign_in_phone_confirmed = true
    where id = ${person.id}`.execute(shop.db)
  await sql`delete from sessions where user_id = ${person.id}`.execute(shop.db)
  return { ...person, backupCodes }
}

type Guarded = Awaited<ReturnType<typeof guarded>>

async function expectNobodyIn({ id, email }: Guarded, cookie: string) {
  expect((await exchange(shop, email, cookie)).status).toBe(401)
  const { rows } = await sql`select from sessions where user_id = ${id}`.execute(shop.db)
  expect(rows).toHaveLength(0)
}

async function linksOf({ id, email }: Guarded) {
  const nothing = (async () => {}) as never
  const auth = makeAuth({ ...shop, log: shop.app.log, queueMail: nothing, queueText: nothing })
  const links = mailLinks(auth, shop.url)
  return {
    confirm: new URL(await links.confirmEmail({ id, email })),
    change: new URL(await links.changeEmail({ id, email }, `new-${email}`)),
    reset: new URL(await links.resetPassword(id)),
  }
}

async function addPassword({ id }: Guarded) {
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

/** Gives the first factor, by a code to his phone; answers the cookie of who still owes the second. */
async function halfIn() {
  const person = await guarded()
  await askIdentity(shop, '/phone-number/send-otp', { phoneNumber: PHONE })
  const { rows } = await sql<{ code: string }>`select split_part(value, ':', 1) as code
    from verifications where identifier like ${`%${PHONE}`} order by created_at desc`.execute(
    shop.db,
  )
  const attempt = { phoneNumber: PHONE, code: rows[0]?.code }
  const answer = await askIdentity(shop, '/phone-number/verify', attempt)
  expect(answer.body).toEqual({ twoFactorRedirect: true, twoFactorMethods: expect.anything() })
  return { person, cookie: cookieOf(answer) }
}

test('the code of a phone alone lets nobody past the second factor', async () => {
  const { person, cookie } = await halfIn()
  await expectNobodyIn(person, cookie)
})

test('a new password by a link alone lets nobody past the second factor', async () => {
  const person = await guarded()
  const { reset } = await linksOf(person)
  const opened = await shop.visit('GET', reset.pathname + reset.search)
  await expectNobodyIn(person, cookieOf(opened))
  const token = reset.pathname.split('/').at(-1)
  const set = await askIdentity(shop, '/reset-password', { token, newPassword: GOOD_PASSWORD })
  expect(set.status).toBe(200)
  await expectNobodyIn(person, cookieOf(set))
  const credentials = { email: person.email, password: GOOD_PASSWORD }
  const signedIn = await askIdentity(shop, '/sign-in/email', credentials)
  expect(signedIn.body.twoFactorRedirect).toBe(true)
  await expectNobodyIn(person, cookieOf(signedIn))
})

test('the link that confirms an e-mail lets nobody past the second factor', async () => {
  const person = await guarded()
  await sql`update users set email_verified = false where id = ${person.id}`.execute(shop.db)
  const { confirm } = await linksOf(person)
  const token = confirm.searchParams.get('token')
  const answer = await askIdentity(shop, '/follow-email-link', {
    token,
    newPassword: GOOD_PASSWORD,
  })
  expect(answer.status).toBe(200)
  await expectNobodyIn(person, cookieOf(answer))
})

test('the link that changes an e-mail lets nobody past the second factor', async () => {
  const person = await guarded()
  const { change } = await linksOf(person)
  const token = change.searchParams.get('token')
  const password = await addPassword(person)
  const answer = await askIdentity(shop, '/follow-email-link', { token, password })
  expect(answer.status).toBe(200)
  await expectNobodyIn({ ...person, email: `new-${person.email}` }, cookieOf(answer))
})

test('who owes the second factor can do nothing with what he has, but give it', async () => {
  const { person, cookie } = await halfIn()
  const { rows } = await sql`select * from users where id = ${person.id}`.execute(shop.db)
  const fields = { name: 'Owned', newEmail: 'x@evil.example', newPassword: 'x'.repeat(9) }
  for (const { method, path, bodyOf } of offeredEndpoints) {
    if (method !== 'POST' || path.startsWith('/two-factor/verify-')) continue
    const body = bodyOf({ ...fields, provider: 'google', code: NOT_THE_CODE })
    await askIdentity(shop, path, body, { cookie })
  }
  for (const { method, path, access } of Object.values(calls)) {
    if (access === 'public') continue
    const address = path.replace(':id', person.id).replace(':email', person.email)
    const body = method === 'GET' || method === 'DELETE' ? undefined : '{}'
    const { status } = await shop.visit(method, address, body, { cookie, origin: shop.url })
    expect([path, status]).toEqual([path, 401])
  }
  const after = await sql`select * from users where id = ${person.id}`.execute(shop.db)
  expect(after.rows).toEqual(rows)
  await expectNobodyIn(person, cookie)
})

test('who owes the second factor does not come by another’s', async () => {
  const { person, cookie } = await halfIn()
  await sql`update users set sign_in_phone = null, sign_in_phone_confirmed = false`.execute(shop.db)
  const stranger = await addSignedIn(shop)
  const own = await turnOn(shop, stranger.cookie)
  for (const code of own.backupCodes.slice(0, 2)) {
    const alone = await askFactor(shop, 'verify-backup-code', { code }, cookie)
    expect(alone.status).toBe(401)
    await expectNobodyIn(person, cookieOf(alone))
  }
  const both = `${cookie}; ${own.cookie}`
  const answer = await askFactor(shop, 'verify-totp', { code: own.app.code() }, both)
  expect((await exchange(shop, person.email, cookieOf(answer))).status).not.toBe(200)
  await expectNobodyIn(person, cookie)
})

test('who is banned while he owes the second factor does not come in by giving it', async () => {
  const { person, cookie } = await halfIn()
  await sql`update users set banned_at = now(), ban_reason = 'x' where id = ${person.id}`.execute(
    shop.db,
  )
  const [code] = person.backupCodes
  const answer = await askFactor(shop, 'verify-backup-code', { code }, cookie)
  expect([answer.status, answer.body.code]).toEqual([403, 'USER_BANNED'])
  await expectNobodyIn(person, cookieOf(answer))
})

test('what was begun before a new password is worth nothing after it', async () => {
  const { person, cookie } = await halfIn()
  const { reset } = await linksOf(person)
  const token = reset.pathname.split('/').at(-1)
  await askIdentity(shop, '/reset-password', { token, newPassword: GOOD_PASSWORD })
  const [code] = person.backupCodes
  const answer = await askFactor(shop, 'verify-backup-code', { code }, cookie)
  expect(answer.status).toBe(401)
  await expectNobodyIn(person, cookieOf(answer))
})

test('somebody else’s link to a new password changes his password, not that of who follows it', async () => {
  const [owner, follower] = [await addSignedIn(shop), await signUp(shop)]
  const { reset } = await linksOf({ ...owner, backupCodes: [] })
  const token = reset.pathname.split('/').at(-1)
  const body = { token, newPassword: 'nineteen speeds' }
  const answer = await askIdentity(shop, '/reset-password', body, { cookie: follower.cookie })
  expect(answer.status).toBe(200)
  const signIn = (email: string, password: string) =>
    askIdentity(shop, '/sign-in/email', { email, password })
  expect((await signIn(follower.email, GOOD_PASSWORD)).status).toBe(200)
  expect((await signIn(follower.email, body.newPassword)).status).toBe(401)
  expect((await askIdentity(shop, '/reset-password', body)).status).toBe(400)
})
