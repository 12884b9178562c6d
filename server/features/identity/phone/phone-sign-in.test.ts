import { sql } from 'kysely'
import { afterAll, afterEach, expect, test } from 'vitest'
import {
  callIdentity,
  exchangeSession,
  readCookies,
  signUp,
} from '../../../../tests/support/identity/sign-in.ts'
import { countOutcomes } from '../../../../tests/support/shop/api-client.ts'
import { getInbox } from '../../../../tests/support/shop/inbox.ts'
import { startTestShop } from '../../../../tests/support/shop/shop.ts'
import { addAdmin, addCustomer } from '../../../../tests/support/shop/users.ts'
import { waitUntil } from '../../../../tests/support/wait-until.ts'

const shop = await startTestShop({ sandbox: true })
const inbox = getInbox(shop)
afterEach(() => sql`delete from rate_limits`.execute(shop.db))
afterAll(() => shop.close())

let numberCount = 0
const newNumber = () => `+49151600${String(++numberCount).padStart(5, '0')}`

const requestCode = (phoneNumber: string, cookie = '') =>
  callIdentity(shop, '/phone-number/send-otp', { phoneNumber }, { cookie })

const verify = (phoneNumber: string, code: string, fields: object = {}, cookie = '') =>
  callIdentity(shop, '/phone-number/verify', { phoneNumber, code, ...fields }, { cookie })

/** Reads the last code for a number from the database. */
async function readCode(phone: string): Promise<string> {
  const { rows } = await sql<{ value: string }>`select value from verifications
    where identifier = ${`phone-number-otp-${phone}`} order by created_at desc limit 1`.execute(
    shop.db,
  )
  return rows[0]?.value.split(':')[0] as string
}

/** Adds a user with a confirmed number to the database. */
async function addUserWithPhone() {
  const user = await addCustomer(shop)
  const phone = newNumber()
  await shop.db
    .updateTable('users')
    .set({ sign_in_phone: phone, sign_in_phone_confirmed: true })
    .where('id', '=', user.id)
    .execute()
  return { ...user, phone }
}

/** Signs up a user and confirms a number by its code. */
async function confirmPhone() {
  const user = await signUp(shop)
  const phone = newNumber()
  await requestCode(phone, user.cookie)
  const code = await readCode(phone)
  const response = await verify(phone, code, { updatePhoneNumber: true }, user.cookie)
  expect(response.status).toBe(200)
  return { ...user, phone, code }
}

const wrongCodeFor = (code: string) => (code === '000000' ? '000001' : '000000')

test('confirms a number and signs in with a code sent to it', async () => {
  const { phone, email } = await confirmPhone()
  expect((await requestCode(phone)).status).toBe(200)
  await waitUntil('both SMS have arrived', async () => (await inbox.smsTo(phone)).length === 2)
  const codes = (await inbox.smsTo(phone)).map(({ text }) => /^\d{6}/.exec(text)?.[0])
  const code = await readCode(phone)
  expect(codes).toContain(code)
  const response = await verify(phone, code)
  expect(response.status).toBe(200)
  expect((await exchangeSession(shop, email, readCookies(response))).status).toBe(200)
})

test('responds in the same way to a code request for known and unknown numbers', async () => {
  const { phone } = await addUserWithPhone()
  const [known, unknown] = [await requestCode(phone), await requestCode(newNumber())]
  expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
})

test('responds in the same way to a wrong or missing code for known and unknown numbers', async () => {
  const { phone } = await addUserWithPhone()
  const unknownNumber = newNumber()
  const before = [await verify(phone, '000000'), await verify(unknownNumber, '000000')]
  expect(before[1]?.body).toEqual(before[0]?.body)
  await Promise.all([requestCode(phone), requestCode(unknownNumber)])
  const wrong = wrongCodeFor(await readCode(phone))
  for (let attempt = 0; attempt < 7; attempt++) {
    const [known, unknown] = [await verify(phone, wrong), await verify(unknownNumber, wrong)]
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
  }
})

test('accepts a code once, even for concurrent requests', async () => {
  const { phone, code: used } = await confirmPhone()
  expect((await verify(phone, used)).status).toBe(400)
  await requestCode(phone)
  const code = await readCode(phone)
  const responses = await Promise.all(Array.from({ length: 5 }, () => verify(phone, code)))
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  expect((await verify(phone, code)).status).toBe(400)
})

test('refuses the correct code after five wrong ones', async () => {
  const { phone } = await addUserWithPhone()
  await requestCode(phone)
  const code = await readCode(phone)
  for (let attempt = 0; attempt < 5; attempt++) await verify(phone, wrongCodeFor(code))
  const late = await verify(phone, code)
  expect([late.status, late.body.code]).toEqual([403, 'TOO_MANY_ATTEMPTS'])
  expect(readCookies(late)).toBe('')
})

test('checks at most ten of fifty concurrent guesses, even if new codes are requested', async () => {
  const { phone } = await addUserWithPhone()
  await requestCode(phone)
  const code = await readCode(phone)
  const guesses = await Promise.all(
    Array.from({ length: 50 }, () => verify(phone, wrongCodeFor(code))),
  )
  expect(countOutcomes(guesses).too_many_requests).toBe(40)
  await requestCode(phone)
  expect((await verify(phone, await readCode(phone))).status).toBe(429)
})

test('refuses an expired code', async () => {
  const { phone } = await addUserWithPhone()
  await requestCode(phone)
  const code = await readCode(phone)
  await sql`update verifications set expires_at = now() - interval '1 second'
    where identifier like ${`%${phone}`}`.execute(shop.db)
  expect((await verify(phone, code)).status).toBe(400)
})

test('sends at most five SMS to one number in fifteen minutes', async () => {
  const phone = newNumber()
  const responses: Awaited<ReturnType<typeof requestCode>>[] = []
  // One after another, so that the test fails if a sent code resets the count.
  for (let n = 0; n < 8; n++) responses.push(await requestCode(phone))
  expect(countOutcomes(responses)).toEqual({ 200: 5, too_many_requests: 3 })
})

test('sends at most five SMS for one user, regardless of the phone numbers', async () => {
  const { cookie } = await signUp(shop)
  const responses = await Promise.all(
    Array.from({ length: 8 }, () => requestCode(newNumber(), cookie)),
  )
  expect(countOutcomes(responses)).toEqual({ 200: 5, too_many_requests: 3 })
})

test.each(['0151 2345678', '+49', '+49 151 2345678', 'me', '', null, 7])(
  'refuses an SMS to %j',
  async (phoneNumber) => {
    const response = await callIdentity(shop, '/phone-number/send-otp', { phoneNumber })
    expect(response.status).toBe(400)
  },
)

test('refuses a phone number that another user has confirmed', async () => {
  const { phone } = await addUserWithPhone()
  const other = await signUp(shop)
  await requestCode(phone, other.cookie)
  const code = await readCode(phone)
  const response = await verify(phone, code, { updatePhoneNumber: true }, other.cookie)
  expect([response.status, response.body.code]).toEqual([400, 'PHONE_NUMBER_EXIST'])
})

test('requires a fresh sign-in to confirm a number', async () => {
  const user = await signUp(shop)
  const phone = newNumber()
  await requestCode(phone, user.cookie)
  const code = await readCode(phone)
  expect((await verify(phone, code, { updatePhoneNumber: true })).status).toBe(401)
  await sql`update sessions set created_at = now() - interval '16 minutes' where user_id =
    (select id from users where email = ${user.email})`.execute(shop.db)
  for (const response of [
    await requestCode(phone, user.cookie),
    await verify(phone, code, { updatePhoneNumber: true }, user.cookie),
  ]) {
    expect([response.status, response.body.code]).toEqual([403, 'SESSION_NOT_FRESH'])
  }
})

test('refuses to sign in or sign up with an unconfirmed number', async () => {
  const user = await signUp(shop)
  const phone = newNumber()
  await requestCode(phone, user.cookie)
  const response = await verify(phone, await readCode(phone))
  expect([response.status, readCookies(response)]).toEqual([400, ''])
})

test('refuses additional fields beside a code, and keeps the code valid', async () => {
  const { phone } = await addUserWithPhone()
  await requestCode(phone)
  const code = await readCode(phone)
  const response = await verify(phone, code, { disableSession: true, role: 'admin' })
  expect([response.status, Object.keys(response.body.errors)]).toEqual([
    400,
    ['disableSession', 'role'],
  ])
  expect((await verify(phone, code)).status).toBe(200)
})

test('does not set a phone number that no SMS code has confirmed', async () => {
  const { cookie, email } = await signUp(shop)
  const fields = { phoneNumber: newNumber(), phoneNumberVerified: true }
  await callIdentity(shop, '/update-user', fields, { cookie })
  const signedUp = await signUp(shop, fields)
  for (const userEmail of [email, signedUp.email]) {
    const user = await shop.db
      .selectFrom('users')
      .select('sign_in_phone')
      .where('email', '=', userEmail)
      .executeTakeFirst()
    expect(user?.sign_in_phone ?? null).toBeNull()
  }
})

test('removes a phone number, which then cannot sign in', async () => {
  const { phone, cookie } = await confirmPhone()
  expect((await callIdentity(shop, '/update-user', { phoneNumber: null }, { cookie })).status).toBe(
    200,
  )
  await requestCode(phone)
  expect((await verify(phone, '000000')).status).toBe(400)
  const { rows } = await sql`select from users where sign_in_phone = ${phone}`.execute(shop.db)
  expect(rows).toHaveLength(0)
})

test('refuses a banned user', async () => {
  const { phone, email } = await addUserWithPhone()
  const admin = await addAdmin(shop)
  await requestCode(phone)
  const code = await readCode(phone)
  await admin.call('PUT', `/api/users/${email}/ban`, { reason: 'Resells stolen wheels' })
  const response = await verify(phone, code)
  expect([response.status, response.body.code, readCookies(response)]).toEqual([
    403,
    'USER_BANNED',
    '',
  ])
})
