import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createCookieClient } from '../../../../dev/sandbox/testing/cookie-client.ts'
import { callIdentity, readCookies, signUp } from '../../../../tests/support/identity/sign-in.ts'
import { getInbox } from '../../../../tests/support/shop/inbox.ts'
import { startTestShop } from '../../../../tests/support/shop/shop.ts'
import { addCustomer } from '../../../../tests/support/shop/users.ts'
import { waitUntil } from '../../../../tests/support/wait-until.ts'
import type { Mail } from '../../../platform/mail/queue-mail.ts'
import { notifyOfLinkedProvider } from './account-change-hooks.ts'

const PHONE = '+4915112345678'

const shop = await startTestShop({ sandbox: true })
const inbox = getInbox(shop)
afterAll(() => shop.close())

const waitForMail = (email: string, subject: RegExp) =>
  waitUntil(`the mail has arrived: ${subject}`, async () =>
    (await inbox.mailsTo(email)).find((mail) => subject.test(mail.subject)),
  )

async function readUserId(email: string): Promise<string> {
  const users = shop.db.selectFrom('users').select('id').where('email', '=', email)
  return (await users.executeTakeFirstOrThrow()).id
}

/** Waits until `count` SMS have arrived and returns the code of the newest. */
async function readCode(count: number): Promise<string> {
  const messages = await waitUntil('the SMS has arrived', async () => {
    const all = await inbox.smsTo(PHONE)
    return all.length >= count && all
  })
  return /^\d{6}/.exec(messages[0]?.text ?? '')?.[0] ?? ''
}

test('notifies the user when a phone number was added or removed', async () => {
  const { email, cookie } = await signUp(shop)
  const callSignedIn = (path: string, body: object) => callIdentity(shop, path, body, { cookie })
  await callSignedIn('/phone-number/send-otp', { phoneNumber: PHONE })
  const number = { phoneNumber: PHONE, code: await readCode(1), updatePhoneNumber: true }
  expect((await callSignedIn('/phone-number/verify', number)).status).toBe(200)
  const notice = await waitForMail(email, /^A phone number was added/)
  expect(notice.text).toContain('/login/forgot')

  await callIdentity(shop, '/phone-number/send-otp', { phoneNumber: PHONE })
  const code = { phoneNumber: PHONE, code: await readCode(2) }
  expect((await callIdentity(shop, '/phone-number/verify', code)).status).toBe(200)

  expect((await callSignedIn('/update-user', { name: 'Grace B. Hopper' })).status).toBe(200)
  expect((await callSignedIn('/update-user', { phoneNumber: null })).status).toBe(200)
  await waitForMail(email, /^Your phone number was removed/)
  const subjects = (await inbox.mailsTo(email)).map(({ subject }) => subject)
  expect(subjects.filter((subject) => /phone number/.test(subject))).toHaveLength(2)
})

test('sends no notice of a refused change', async () => {
  const { email, cookie } = await signUp(shop)
  const passwords = { currentPassword: 'not the password', newPassword: 'eleven speeds backward' }
  expect((await callIdentity(shop, '/change-password', passwords, { cookie })).status).toBe(400)
  const mails = await inbox.findJobs(await readUserId(email))
  expect(mails.rows).toHaveLength(1)
})

test('sends no notice if there was no phone number to remove', async () => {
  const { email, cookie } = await signUp(shop)
  const response = await callIdentity(shop, '/update-user', { phoneNumber: null }, { cookie })
  expect(response.status).toBe(200)
  const mails = await inbox.findJobs(await readUserId(email))
  expect(mails.rows).toHaveLength(1)
})

test('sends at most five notices of one kind to an email address', async () => {
  const user = await signUp(shop)
  const passwords = [user.password, 'eleven speeds backward']
  let { cookie } = user
  for (let change = 0; change < 7; change++) {
    const [currentPassword, newPassword] = [passwords[change % 2], passwords[(change + 1) % 2]]
    const body = { currentPassword, newPassword }
    const response = await callIdentity(shop, '/change-password', body, { cookie })
    expect(response.status).toBe(200)
    cookie = readCookies(response)
  }
  const mails = await inbox.findJobs(await readUserId(user.email))
  expect(mails.rows).toHaveLength(1 + 5)
})

test('notifies the user when a provider account was linked', async () => {
  const { email, name, cookie } = await signUp(shop)
  await sql`update users set email_verified = true where email = ${email}`.execute(shop.db)
  const link = { provider: 'google', callbackURL: '/dashboard/account' }
  const started = await callIdentity(shop, '/link-social', link, { cookie })
  const provider = createCookieClient()
  const page = await provider.follow(started.body.url)
  const posted = await provider.post(page.url, { email, name })
  const ended = posted.redirectUrl?.startsWith(shop.url)
    ? posted
    : await provider.follow(posted.redirectUrl as string)
  const back = await shop.call('GET', ended.redirectUrl as string, undefined, {
    cookie: `${cookie}; ${readCookies(started)}`,
  })
  expect(back.headers.get('location')).toMatch(/\/dashboard\/account$/)
  await waitForMail(email, /^A sign-in provider was linked/)
})

test("notifies a user of a linked Google or GitHub account, unless it is the user's first account of any kind", async () => {
  const { id: userId } = await addCustomer(shop)
  const mails: Mail[] = []
  const notify = notifyOfLinkedProvider(shop.db, async (_db, mail) => void mails.push(mail))
  const link = async () => {
    const id = randomUUIDv7()
    const account = { id, user_id: userId, provider_id: 'google', account_id: id, password: null }
    await shop.db.insertInto('accounts').values(account).execute()
    await notify({ id, userId, providerId: 'google' })
  }
  await link()
  expect(mails).toEqual([])
  await link()
  expect(mails).toMatchObject([{ what: 'provider-linked' }])
})
