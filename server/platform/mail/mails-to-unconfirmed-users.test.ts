import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { callIdentity, exchangeSession, signUp } from '../../../tests/support/identity/sign-in.ts'
import { createApiClient } from '../../../tests/support/shop/api-client.ts'
import { createCardClient } from '../../../tests/support/shop/cards.ts'
import { getInbox, type InboxMail } from '../../../tests/support/shop/inbox.ts'
import { buildBooking, placeOrder, placePaidOrder } from '../../../tests/support/shop/orders.ts'
import { addPart } from '../../../tests/support/shop/parts.ts'
import { startTestShop } from '../../../tests/support/shop/shop.ts'
import { addAdmin, confirmEmail } from '../../../tests/support/shop/users.ts'
import { waitUntil } from '../../../tests/support/wait-until.ts'
import { hashedName } from '../limits/rate-limits.ts'

const HOSTILE = {
  name: 'Security Team - call 0900 555 0199',
  phone: '0900 555 0199 to unlock',
  address: 'Your account is locked. Visit https://evil.example/unlock\nand sign in there.',
}

const shop = await startTestShop({ sandbox: true, jobsEveryMs: 200 })
const inbox = getInbox(shop)
const cards = createCardClient(shop)
const part = await addPart(shop, { stock: 100_000 })
afterAll(() => shop.close())

test('puts no text of an unconfirmed user into mails when the user orders and cancels in a loop', async () => {
  const { email, call } = await signUpAs(HOSTILE.name)
  for (let n = 0; n < 15; n++) {
    const placed = await call('POST', '/booking', buildBooking(part, 10, HOSTILE))
    if (placed.status !== 201) break
    const id = placed.body.result.insertedId
    // A mail that is not sent before the cancellation is dropped.
    await waitForAllMails()
    await call('DELETE', `/booking/${id}?client=${encodeURIComponent(email)}`)
  }
  await waitForAllMails()
  const mails = await inbox.mailsTo(email)
  // The link, and three mails about orders.
  expect(mails).toHaveLength(4)
  expectNoHostileText(mails)
})

test('puts no text of an unconfirmed user into mails about a payment', async () => {
  const { email, call } = await signUpAs(HOSTILE.name)
  const admin = await addAdmin(shop)
  const id = await placePaidOrder(call, cards, part, 10, HOSTILE)
  await admin.call('PATCH', `/shipped/${id}`, {
    carrier: 'DHL',
    trackingNumber: '00340434161094042557',
  })
  await waitForAllMails()
  const mails = await inbox.mailsTo(email)
  const subjects = mails.map(({ subject }) => subject)
  const { orderNumber } = (await call('GET', `/booking/${id}`)).body
  expect(subjects).toContain(`Your payment for order ${orderNumber}`)
  expect(subjects).toContain(`Your order ${orderNumber} is on its way`)
  const withoutParcel = mails.map((mail) => ({
    ...mail,
    text: mail.text.replace(/\S*dhl\S*/g, ''),
  }))
  expectNoHostileText(withoutParcel)
})

test('puts no text that a user entered before the confirmation into later mails', async () => {
  const { email, call } = await signUpAs(HOSTILE.name)
  const id = await placeOrder(call, part, 10, HOSTILE)
  await confirmEmail(shop, email)
  const admin = await addAdmin(shop)
  await admin.call('DELETE', `/booking/${id}`)
  await waitForAllMails()
  const mail = (await inbox.mailsTo(email)).find(({ subject }) => /was cancelled$/.test(subject))
  expect(mail?.text).toContain(id)
  expectNoHostileWords(mail as InboxMail)
})

test('includes the name and postal address in mails to a confirmed customer', async () => {
  const { email, call } = await signUpAs('Velo Nord')
  await confirmEmail(shop, email)
  await placeOrder(call, part)
  await waitForAllMails()
  const mail = (await inbox.mailsTo(email)).find(({ subject }) => subject.startsWith('Your order'))
  expect(mail?.text).toContain('Hello Velo Nord,')
  expect(mail?.text).toContain('12 Wheel Lane, Dhaka')
})

test('asks to confirm the email in the first mail about an order', async () => {
  const { email, call } = await signUpAs('Velo Nord')
  const id = await placeOrder(call, part)
  const { orderNumber } = (await call('GET', `/booking/${id}`)).body
  await waitForAllMails()
  const mail = (await inbox.mailsTo(email)).find(({ text }) => text.includes(orderNumber))
  expect(mail?.subject).toBe('Confirm your email to keep your order')
  expect(mail?.text).toMatch(
    /reserved until .* UTC\. Confirm your email to keep them reserved until .* UTC\./,
  )
})

test('limits mails about unpaid orders to three a day per unconfirmed email', async () => {
  const email = `victim-${randomUUID()}@example.com`
  for (let account = 0; account < 2; account++) {
    const { call } = await signUpAs(HOSTILE.name, email)
    for (let n = 0; n < 3; n++) {
      const placed = await call('POST', '/booking', buildBooking(part))
      if (placed.status !== 201) continue
      await waitForAllMails()
      const id = placed.body.result.insertedId
      await call('DELETE', `/booking/${id}?client=${encodeURIComponent(email)}`)
    }
    expect((await call('DELETE', '/api/account')).status).toBe(200)
  }
  await waitForAllMails()
  const mails = await inbox.mailsTo(email)
  expect(mails.filter(({ subject }) => subject.includes('keep your order'))).toHaveLength(3)
})

test('counts a failed mail once, even if it is retried', async () => {
  const { email, call } = await signUpAs('Velo Nord')
  await waitForAllMails()
  await inbox.setMailFaults({ refuse: true })
  const ids = [await placeOrder(call, part)]
  for (let n = 0; n < 4; n++) {
    await inbox.waitForFailures(ids[0] as string)
    await inbox.retryNow(ids[0] as string)
  }
  await inbox.clearMailFaults()
  await waitUntil('the mail has arrived', async () => {
    await inbox.retryNow(ids[0] as string)
    return (await inbox.mailsTo(email)).length === 2
  })
  const { rows } = await sql`select count from rate_limits
    where key like 'mail|unconfirmed|unpaid|%' and key like ${`%${hashedName(email)}`}`.execute(
    shop.db,
  )
  expect(rows).toEqual([{ count: 1 }])
})

test('omits the new email address from mails about its change if the old address is unconfirmed', async () => {
  const { email, cookie } = await signUpAs(HOSTILE.name)
  const newEmail = `call-0900-5550199-${randomUUID()}@evil.example`
  const requested = await callIdentity(
    shop,
    '/change-email',
    { newEmail, callbackURL: '/' },
    { cookie },
  )
  expect(requested.status).toBe(200)
  await waitForAllMails()
  const [mail] = (await inbox.mailsTo(newEmail)) as [InboxMail]
  const link = new URL(/https?:\/\/\S+/.exec(mail.text)?.[0] ?? '')
  const token = link.searchParams.get('token')
  const changed = await callIdentity(shop, '/follow-email-link', { token }, { cookie })
  expect(changed.status).toBe(200)
  await waitForAllMails()
  const mails = await inbox.mailsTo(email)
  const subjects = mails.map(({ subject }) => subject)
  expect(subjects).toContain('Your Freehub email is about to change')
  expect(subjects).toContain('Your Freehub email has changed')
  for (const mail of mails) expectNoHostileWords(mail)
})

test('sends at most twenty account mails with links a day to an unconfirmed email', async () => {
  const { email } = await signUpAs('Velo Nord')
  for (let hour = 0; hour < 6; hour++) {
    for (let n = 0; n < 5; n++) await callIdentity(shop, '/request-password-reset', { email })
    await sql`delete from rate_limits where key like 'mail|reset-password|%'`.execute(shop.db)
    await waitForAllMails()
  }
  expect(await inbox.mailsTo(email)).toHaveLength(20)
})

/** Signs up with the email of another person, so that the email is not confirmed. */
async function signUpAs(name: string, email = `victim-${randomUUID()}@example.com`) {
  const { cookie } = await signUp(shop, { name, email })
  const { body } = await exchangeSession(shop, email, cookie)
  return { email, cookie, call: createApiClient(shop.url, body.token) }
}

/** Waits until the outbox and the mail queue are empty: then all mails have arrived. */
async function waitForAllMails() {
  await waitUntil('all mails have arrived', async () => {
    const { rows } = await sql`select id from pgboss.job
      where name = 'mail' and state in ('created', 'retry', 'active')
      union all select order_id from order_outbox`.execute(shop.db)
    return rows.length === 0
  })
}

function expectNoHostileWords({ subject, text, html }: InboxMail) {
  const all = `${subject}\n${text}\n${html}`
  // Four digits could be part of a random id in a link.
  for (const words of ['Security Team', '0900 555', 'evil.example', 'locked']) {
    expect(all).not.toContain(words)
  }
}

function expectNoHostileText(mails: InboxMail[]) {
  for (const mail of mails) {
    expectNoHostileWords(mail)
    const { text } = mail
    const links = (text.match(/https?:\/\/\S+/g) ?? []).map((link) => new URL(link).pathname)
    expect(new Set(links)).toEqual(new Set(['/confirm-email']))
  }
}
