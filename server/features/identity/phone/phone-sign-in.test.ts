import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  askIdentity,
  cookieOf,
  exchange,
  signUp,
} from '../../../../tests/support/identity/sign-in.ts'
import { tally } from '../../../../tests/support/shop/calls.ts'
import { inboxOf } from '../../../../tests/support/shop/inbox.ts'
import { addAdmin, addCustomer } from '../../../../tests/support/shop/people.ts'
import { startTestShop, type TestShop } from '../../../../tests/support/shop/shop.ts'
import { waitUntil } from '../../../../tests/support/wait-until.ts'

let shop: TestShop
let inbox: ReturnType<typeof inboxOf>

beforeAll(async () => {
  shop = await startTestShop({ sandbox: true })
  inbox = inboxOf(shop)
})
afterEach(() => sql`delete from rate_limits`.execute(shop.db))
afterAll(() => shop.close())

let numbers = 0
const newNumber = () => `+49151600${String(++numbers).padStart(5, '0')}`

const send = (phoneNumber: string, cookie = '') =>
  askIdentity(shop, '/phone-number/send-otp', { phoneNumber }, { cookie })

const verify = (phoneNumber: string, code: string, more: object = {}, cookie = '') =>
  askIdentity(shop, '/phone-number/verify', { phoneNumber, code, ...more }, { cookie })

/** The code that the last text to a number brings. */
async function codeFor(phone: string): Promise<string> {
  const { rows } = await sql<{ value: string }>`select value from verifications
    where identifier = ${`phone-number-otp-${phone}`} order by created_at desc limit 1`.execute(
    shop.db,
  )
  return rows[0]?.value.split(':')[0] as string
}

/** Somebody with a number that he has confirmed, as the database has it. */
async function withPhone() {
  const person = await addCustomer(shop)
  const phone = newNumber()
  await shop.db
    .updateTable('users')
    .set({ sign_in_phone: phone, sign_in_phone_confirmed: true })
    .where('id', '=', person.id)
    .execute()
  return { ...person, phone }
}

/** Somebody who confirms a number as people do. */
async function confirmsPhone() {
  const person = await signUp(shop)
  const phone = newNumber()
  await send(phone, person.cookie)
  const code = await codeFor(phone)
  const answer = await verify(phone, code, { updatePhoneNumber: true }, person.cookie)
  expect(answer.status).toBe(200)
  return { ...person, phone, code }
}

const wrongFor = (code: string) => (code === '000000' ? '000001' : '000000')

test('one confirms a number, and signs in with it by a code', async () => {
  const { phone, email } = await confirmsPhone()
  expect((await send(phone)).status).toBe(200)
  await waitUntil('both texts have come', async () => (await inbox.textsTo(phone)).length === 2)
  const codes = (await inbox.textsTo(phone)).map(({ text }) => /^\d{6}/.exec(text)?.[0])
  const code = await codeFor(phone)
  expect(codes).toContain(code)
  const answer = await verify(phone, code)
  expect(answer.status).toBe(200)
  expect((await exchange(shop, email, cookieOf(answer))).status).toBe(200)
})

test('asking for a code looks the same whether somebody has the number or not', async () => {
  const { phone } = await withPhone()
  const [known, unknown] = [await send(phone), await send(newNumber())]
  expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
})

test('a wrong code looks the same whether somebody has the number or not, and so does none', async () => {
  const { phone } = await withPhone()
  const stranger = newNumber()
  const before = [await verify(phone, '000000'), await verify(stranger, '000000')]
  expect(before[1]?.body).toEqual(before[0]?.body)
  await Promise.all([send(phone), send(stranger)])
  const wrong = wrongFor(await codeFor(phone))
  for (let time = 0; time < 7; time++) {
    const [known, unknown] = [await verify(phone, wrong), await verify(stranger, wrong)]
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
  }
})

test('a code counts once, also when two come at once', async () => {
  const { phone, code: used } = await confirmsPhone()
  expect((await verify(phone, used)).status).toBe(400)
  await send(phone)
  const code = await codeFor(phone)
  const answers = await Promise.all(Array.from({ length: 5 }, () => verify(phone, code)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect((await verify(phone, code)).status).toBe(400)
})

test('after five wrong codes the right one is wrong too', async () => {
  const { phone } = await withPhone()
  await send(phone)
  const code = await codeFor(phone)
  for (let time = 0; time < 5; time++) await verify(phone, wrongFor(code))
  const late = await verify(phone, code)
  expect([late.status, late.body.code]).toEqual([403, 'TOO_MANY_ATTEMPTS'])
  expect(cookieOf(late)).toBe('')
})

test('of fifty codes that are guessed at once no more are looked at than ten, however often one asks for new ones', async () => {
  const { phone } = await withPhone()
  await send(phone)
  const code = await codeFor(phone)
  const guesses = await Promise.all(Array.from({ length: 50 }, () => verify(phone, wrongFor(code))))
  expect(tally(guesses).too_many_requests).toBe(40)
  await send(phone)
  expect((await verify(phone, await codeFor(phone))).status).toBe(429)
})

test('a code that has run out is refused', async () => {
  const { phone } = await withPhone()
  await send(phone)
  const code = await codeFor(phone)
  await sql`update verifications set expires_at = now() - interval '1 second'
    where identifier like ${`%${phone}`}`.execute(shop.db)
  expect((await verify(phone, code)).status).toBe(400)
})

test('nobody is sent more than five texts in a quarter of an hour', async () => {
  const phone = newNumber()
  const answers = await Promise.all(Array.from({ length: 8 }, () => send(phone)))
  expect(tally(answers)).toEqual({ 200: 5, too_many_requests: 3 })
})

test('nobody has more than five texts sent, however many numbers he names', async () => {
  const { cookie } = await signUp(shop)
  const answers = await Promise.all(Array.from({ length: 8 }, () => send(newNumber(), cookie)))
  expect(tally(answers)).toEqual({ 200: 5, too_many_requests: 3 })
})

test.each(['0151 2345678', '+49', '+49 151 2345678', 'me', '', null, 7])(
  'no text is sent to %j',
  async (phoneNumber) => {
    const answer = await askIdentity(shop, '/phone-number/send-otp', { phoneNumber })
    expect(answer.status).toBe(400)
  },
)

test('a number that another has confirmed is not given to a second', async () => {
  const { phone } = await withPhone()
  const other = await signUp(shop)
  await send(phone, other.cookie)
  const code = await codeFor(phone)
  const answer = await verify(phone, code, { updatePhoneNumber: true }, other.cookie)
  expect([answer.status, answer.body.code]).toEqual([400, 'PHONE_NUMBER_EXIST'])
})

test('a number is confirmed by who is signed in, and freshly so', async () => {
  const person = await signUp(shop)
  const phone = newNumber()
  await send(phone, person.cookie)
  const code = await codeFor(phone)
  expect((await verify(phone, code, { updatePhoneNumber: true })).status).toBe(401)
  await sql`update sessions set created_at = now() - interval '16 minutes' where user_id =
    (select id from users where email = ${person.email})`.execute(shop.db)
  for (const answer of [
    await send(phone, person.cookie),
    await verify(phone, code, { updatePhoneNumber: true }, person.cookie),
  ]) {
    expect([answer.status, answer.body.code]).toEqual([403, 'SESSION_NOT_FRESH'])
  }
})

test('a right code for a number that is nobody’s lets nobody in, and makes no account', async () => {
  const person = await signUp(shop)
  const phone = newNumber()
  await send(phone, person.cookie)
  const answer = await verify(phone, await codeFor(phone))
  expect([answer.status, cookieOf(answer)]).toEqual([400, ''])
})

test('refuses fields beside the code', async () => {
  const { phone } = await withPhone()
  await send(phone)
  const code = await codeFor(phone)
  const answer = await verify(phone, code, { disableSession: true, role: 'admin' })
  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([
    400,
    ['disableSession', 'role'],
  ])
  expect((await verify(phone, code)).status).toBe(200)
})

test('nobody writes a number into an account without its code', async () => {
  const { cookie, email } = await signUp(shop)
  const more = { phoneNumber: newNumber(), phoneNumberVerified: true }
  await askIdentity(shop, '/update-user', more, { cookie })
  const sneaky = await signUp(shop, more)
  for (const address of [email, sneaky.email]) {
    const user = await shop.db
      .selectFrom('users')
      .select('sign_in_phone')
      .where('email', '=', address)
      .executeTakeFirst()
    expect(user?.sign_in_phone ?? null).toBeNull()
  }
})

test('one takes the number out again, and it opens nothing any more', async () => {
  const { phone, cookie } = await confirmsPhone()
  expect((await askIdentity(shop, '/update-user', { phoneNumber: null }, { cookie })).status).toBe(
    200,
  )
  await send(phone)
  expect((await verify(phone, '000000')).status).toBe(400)
  const { rows } = await sql`select from users where sign_in_phone = ${phone}`.execute(shop.db)
  expect(rows).toHaveLength(0)
})

test('who is banned does not come in by phone', async () => {
  const { phone, email } = await withPhone()
  const admin = await addAdmin(shop)
  await send(phone)
  const code = await codeFor(phone)
  await admin.call('PUT', `/api/users/${email}/ban`, { reason: 'Resells stolen wheels' })
  const answer = await verify(phone, code)
  expect([answer.status, answer.body.code, cookieOf(answer)]).toEqual([403, 'USER_BANNED', ''])
})
