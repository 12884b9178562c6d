import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openVisitor } from '../../../../dev/sandbox/testing/visitor.ts'
import { askIdentity, cookieOf, signUp } from '../../../../tests/support/identity/sign-in.ts'
import { inboxOf } from '../../../../tests/support/shop/inbox.ts'
import { addCustomer } from '../../../../tests/support/shop/people.ts'
import { startTestShop, type TestShop } from '../../../../tests/support/shop/shop.ts'
import { waitUntil } from '../../../../tests/support/wait-until.ts'
import type { Mail } from '../../../platform/mail/queue-mail.ts'
import { tellOfLinking } from './account-notices.ts'

const PHONE = '+4915112345678'

let shop: TestShop
let inbox: ReturnType<typeof inboxOf>

beforeAll(async () => {
  shop = await startTestShop({ sandbox: true })
  inbox = inboxOf(shop)
})
afterAll(() => shop.close())

const arrived = (email: string, subject: RegExp) =>
  waitUntil(`the mail has arrived: ${subject}`, async () =>
    (await inbox.to(email)).find((mail) => subject.test(mail.subject)),
  )

async function idOf(email: string): Promise<string> {
  const users = shop.db.selectFrom('users').select('id').where('email', '=', email)
  return (await users.executeTakeFirstOrThrow()).id
}

/** The code of the newest text, of which there are so many. */
async function codeOfText(count: number): Promise<string> {
  const texts = await waitUntil('the text has arrived', async () => {
    const all = await inbox.textsTo(PHONE)
    return all.length >= count && all
  })
  return /^\d{6}/.exec(texts[0]?.text ?? '')?.[0] ?? ''
}

test('who adds a number to sign in with is told, and is told when it goes; not when he signs in with it', async () => {
  const { email, cookie } = await signUp(shop)
  const ask = (path: string, body: object) => askIdentity(shop, path, body, { cookie })
  await ask('/phone-number/send-otp', { phoneNumber: PHONE })
  const number = { phoneNumber: PHONE, code: await codeOfText(1), updatePhoneNumber: true }
  expect((await ask('/phone-number/verify', number)).status).toBe(200)
  const told = await arrived(email, /^A phone number signs in/)
  expect(told.text).toContain('/login/forgot')

  await askIdentity(shop, '/phone-number/send-otp', { phoneNumber: PHONE })
  const code = { phoneNumber: PHONE, code: await codeOfText(2) }
  expect((await askIdentity(shop, '/phone-number/verify', code)).status).toBe(200)

  expect((await ask('/update-user', { name: 'Grace B. Hopper' })).status).toBe(200)
  expect((await ask('/update-user', { phoneNumber: null })).status).toBe(200)
  await arrived(email, /^Your phone number no longer/)
  const subjects = (await inbox.to(email)).map(({ subject }) => subject)
  expect(subjects.filter((subject) => /phone number/.test(subject))).toHaveLength(2)
})

test('what was refused is told to nobody', async () => {
  const { email, cookie } = await signUp(shop)
  const passwords = { currentPassword: 'not the password', newPassword: 'eleven speeds backward' }
  expect((await askIdentity(shop, '/change-password', passwords, { cookie })).status).toBe(400)
  await arrived(email, /^Confirm/)
  expect(await inbox.to(email)).toHaveLength(1)
})

test('who has no number is not told that it is gone', async () => {
  const { email, cookie } = await signUp(shop)
  const answer = await askIdentity(shop, '/update-user', { phoneNumber: null }, { cookie })
  expect(answer.status).toBe(200)
  const mails = await inbox.jobsOf(await idOf(email))
  expect(mails.rows).toHaveLength(1)
})

test('who signed a stranger up fills his mailbox by no notices', async () => {
  const stranger = await signUp(shop)
  const passwords = [stranger.password, 'eleven speeds backward']
  let { cookie } = stranger
  for (let change = 0; change < 7; change++) {
    const [now, next] = [passwords[change % 2], passwords[(change + 1) % 2]]
    const asked = { currentPassword: now, newPassword: next }
    const answer = await askIdentity(shop, '/change-password', asked, { cookie })
    expect(answer.status).toBe(200)
    cookie = cookieOf(answer)
  }
  const mails = await inbox.jobsOf(await idOf(stranger.email))
  expect(mails.rows).toHaveLength(1 + 5)
})

test('who links an account of a provider is told', async () => {
  const { email, name, cookie } = await signUp(shop)
  await sql`update users set email_verified = true where email = ${email}`.execute(shop.db)
  const way = { provider: 'google', callbackURL: '/dashboard/account' }
  const asked = await askIdentity(shop, '/link-social', way, { cookie })
  const there = openVisitor()
  const page = await there.follow(asked.body.url)
  const posted = await there.post(page.address, { email, name })
  const ended = posted.leadsTo?.startsWith(shop.url)
    ? posted
    : await there.follow(posted.leadsTo as string)
  const back = await shop.visit('GET', ended.leadsTo as string, undefined, {
    cookie: `${cookie}; ${cookieOf(asked)}`,
  })
  expect(back.headers.get('location')).toMatch(/\/dashboard\/account$/)
  await arrived(email, /^Another way to sign in/)
})

test('who signs up with a provider’s account is not told that he has linked it', async () => {
  const { id: userId } = await addCustomer(shop)
  const told: Mail[] = []
  await shop.db
    .insertInto('accounts')
    .values({
      id: randomUUIDv7(),
      user_id: userId,
      provider_id: 'google',
      account_id: userId,
      password: null,
    })
    .execute()
  await tellOfLinking(
    shop.db,
    async (_db, mail) => void told.push(mail),
  )({
    userId,
    providerId: 'google',
  })
  expect(told).toEqual([])
})
