import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { sql } from 'kysely'
import { afterAll, afterEach, expect, test } from 'vitest'
import { lockRow, waitForBlockedConnections } from '../../../../tests/support/database/locks.ts'
import {
  callIdentity,
  exchangeSession,
  readCookies,
  signUp,
} from '../../../../tests/support/identity/sign-in.ts'
import { getInbox, type InboxMail } from '../../../../tests/support/shop/inbox.ts'
import { startTestShop } from '../../../../tests/support/shop/shop.ts'
import { addCustomer } from '../../../../tests/support/shop/users.ts'
import { waitUntil } from '../../../../tests/support/wait-until.ts'

const NEW_PASSWORD = 'eleven speeds backward'

const shop = await startTestShop({ sandbox: true })
const inbox = getInbox(shop)
afterEach(async () => {
  await inbox.clearMailFaults()
  await sql`delete from rate_limits`.execute(shop.db)
})
afterAll(() => shop.close())

type SignedUp = Awaited<ReturnType<typeof signUp>>

const readUser = (email: string) =>
  shop.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow()

const waitForMail = (email: string, subject: RegExp) =>
  waitUntil(`the mail has arrived: ${subject}`, async () => {
    const mails = await inbox.mailsTo(email)
    return mails.find((mail) => subject.test(mail.subject))
  })

/** Returns the link of a mail's button. Checks that the text and the HTML have the same link. */
function findLink({ text, html }: InboxMail): string {
  const [link = ''] = /http\S+/.exec(text) ?? []
  expect(html).toContain(`href="${link.replaceAll('&', '&amp;')}"`)
  expect(link).toContain(`http://localhost:${shop.config.port}/`)
  return link
}

const readToken = (link: string) => new URL(link).searchParams.get('token') ?? ''

const confirm = (token: string, cookie = '') =>
  callIdentity(shop, '/follow-email-link', { token }, { cookie })

const requestReset = (email: string) =>
  callIdentity(shop, '/request-password-reset', { email, redirectTo: '/login/reset' })

/** Opens the link of the mail and returns the token that the page receives. */
async function readResetToken(email: string, subject = /^Reset your Freehub password/) {
  const link = new URL(findLink(await waitForMail(email, subject)))
  const response = await shop.call('GET', link.pathname + link.search)
  expect(response.status).toBe(302)
  const page = new URL(response.headers.get('location') ?? '', shop.url)
  expect(page.pathname).toBe('/login/reset')
  return page.searchParams.get('token') ?? ''
}

const reset = (token: string, newPassword = NEW_PASSWORD) =>
  callIdentity(shop, '/reset-password', { token, newPassword })

const signIn = ({ email }: SignedUp, password: string) =>
  callIdentity(shop, '/sign-in/email', { email, password })

const changeEmail = ({ cookie }: SignedUp, newEmail: string) =>
  callIdentity(shop, '/change-email', { newEmail, callbackURL: '/confirm-email' }, { cookie })

test('sends a confirmation mail at sign-up that does not contain the name of the user', async () => {
  const user = await signUp(shop, { name: 'Grace Hopper' })
  expect((await readUser(user.email)).email_verified).toBe(false)
  const mail = await waitForMail(user.email, /^Confirm your email/)
  expect(mail.text + mail.html).not.toContain('Grace')
  const link = findLink(mail)
  expect(new URL(link).pathname).toBe('/confirm-email')
  expect((await confirm(readToken(link), user.cookie)).body).toMatchObject({ status: true })
  expect((await readUser(user.email)).email_verified).toBe(true)
})

test('lets users with an unconfirmed email sign in', async () => {
  const user = await signUp(shop)
  const response = await signIn(user, user.password)
  expect(response.status).toBe(200)
  expect((await exchangeSession(shop, user.email, readCookies(response))).status).toBe(200)
})

test('a password reset by link ends all sessions', async () => {
  const user = await signUp(shop)
  expect((await requestReset(user.email)).body).toEqual({ status: true })
  expect((await reset(await readResetToken(user.email))).status).toBe(200)
  expect((await exchangeSession(shop, user.email, user.cookie)).status).toBe(401)
  expect((await signIn(user, user.password)).status).toBe(401)
  expect((await signIn(user, NEW_PASSWORD)).status).toBe(200)
  await waitForMail(user.email, /^Your Freehub password has changed/)
})

test('a user without a password sets the first one by link', async () => {
  const { id, email } = await addCustomer(shop)
  const account = { id: randomUUID(), user_id: id, provider_id: 'google', account_id: id }
  await shop.db
    .insertInto('accounts')
    .values({ ...account, password: null })
    .execute()
  await requestReset(email)
  expect((await reset(await readResetToken(email, /^Set a Freehub password/))).status).toBe(200)
  await waitForMail(email, /^A password was added to your Freehub account/)
  expect(await inbox.mailsTo(email)).toHaveLength(2)
})

test('a password reset ends a concurrent sign-in with the old password', async () => {
  const user = await signUp(shop)
  await requestReset(user.email)
  const token = await readResetToken(user.email)
  const { id } = await shop.db
    .selectFrom('accounts')
    .select('id')
    .where('user_id', '=', user.response.body.user.id)
    .executeTakeFirstOrThrow()
  const { resetting, cookie } = await shop.db.transaction().execute(async (tx) => {
    await lockRow('accounts', id)(tx)
    const resetting = reset(token)
    // The reset has deleted the sessions and waits to write the password.
    await waitForBlockedConnections(shop.db, tx)
    const signedIn = await signIn(user, user.password)
    expect(signedIn.status).toBe(200)
    return { resetting, cookie: readCookies(signedIn) }
  })
  expect((await resetting).status).toBe(200)
  expect((await exchangeSession(shop, user.email, cookie)).status).toBe(401)
})

test('lets users sign in after a password reset even if guesses had locked the account', async () => {
  const user = await signUp(shop)
  await callIdentity(shop, '/sign-out', {}, { cookie: user.cookie })
  for (let tries = 0; tries < 10; tries++) await signIn(user, `guess ${tries}`)
  expect((await signIn(user, user.password)).status).toBe(429)
  await requestReset(user.email)
  await reset(await readResetToken(user.email))
  expect((await signIn(user, NEW_PASSWORD)).status).toBe(200)
})

test('lets users sign in on several devices after a reset even if guesses in their network had locked it', async () => {
  const user = await signUp(shop)
  for (let tries = 0; tries < 10; tries++) await signIn(user, `guess ${tries}`)
  expect((await signIn(user, user.password)).status).toBe(429)
  await requestReset(user.email)
  await reset(await readResetToken(user.email))
  // The first sign-in makes the network known again.
  expect((await signIn(user, NEW_PASSWORD)).status).toBe(200)
  expect((await signIn(user, NEW_PASSWORD)).status).toBe(200)
})

test('accepts a password reset link once, even for concurrent requests', async () => {
  const user = await signUp(shop)
  await requestReset(user.email)
  const token = await readResetToken(user.email)
  const both = await Promise.all([reset(token), reset(token, 'another password')])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
  expect((await reset(token, 'a third password')).body.code).toBe('INVALID_TOKEN')
})

test('stores no usable password reset link in the database', async () => {
  const user = await signUp(shop)
  await requestReset(user.email)
  const token = await readResetToken(user.email)
  const { rows } = await sql`select from verifications v, pgboss.job j
    where position(${token} in v::text) > 0 or position(${token} in j::text) > 0`.execute(shop.db)
  expect(rows).toEqual([])
})

test('revokes all other password reset links after a reset', async () => {
  const user = await signUp(shop)
  await requestReset(user.email)
  const first = await readResetToken(user.email)
  await requestReset(user.email)
  await waitUntil('both mails have arrived', async () => {
    const mails = await inbox.mailsTo(user.email)
    return mails.filter(({ subject }) => /^Reset your Freehub password/.test(subject)).length === 2
  })
  const second = await readResetToken(user.email)
  expect(second).not.toBe(first)
  expect((await reset(first)).status).toBe(200)
  expect((await reset(second, 'a third password')).body.code).toBe('INVALID_TOKEN')
})

test('refuses to reset to a common password, and keeps the link valid', async () => {
  const user = await signUp(shop)
  await requestReset(user.email)
  const token = await readResetToken(user.email)
  expect((await reset(token, 'password')).body.code).toBe('PASSWORD_TOO_COMMON')
  expect((await reset(token)).status).toBe(200)
})

test('responds in the same way to a password reset for known and unknown emails', async () => {
  const user = await signUp(shop)
  const unknown = `unknown-${user.email}`
  const [known, missing] = [await requestReset(user.email), await requestReset(unknown)]
  expect([missing.status, missing.body]).toEqual([known.status, known.body])
  await waitForMail(user.email, /^Reset your Freehub password/)
  await waitUntil('the job of the other mail has completed', async () => {
    const { rows } = await inbox.findJobs(unknown)
    return rows[0]?.state === 'completed'
  })
  expect(await inbox.mailsTo(unknown)).toEqual([])
})

test.each([{}, { email: 7 }, { email: 'ada' }, { email: ['a@example.com'] }])(
  'refuses a password reset for %j',
  async (body) => {
    expect((await callIdentity(shop, '/request-password-reset', body)).status).toBe(400)
  },
)

test('sends a valid reset link after an outage that is longer than the validity of a link', async () => {
  const user = await signUp(shop)
  await waitForMail(user.email, /^Confirm/)
  await inbox.setMailFaults({ refuse: true })
  await requestReset(user.email)
  await waitUntil('sending has failed', async () => {
    const { rows } = await inbox.findJobs(user.email)
    return rows.some(({ state }) => state === 'retry')
  })
  // Simulates an outage that is longer than the validity of a link.
  await sql`update verifications set expires_at = now() - interval '1 hour'`.execute(shop.db)
  await inbox.clearMailFaults()
  await inbox.retryNow(user.email)
  expect((await reset(await readResetToken(user.email))).status).toBe(200)
})

test('limits the mails of repeated password resets', async () => {
  const user = await signUp(shop)
  const responses = await Promise.all(Array.from({ length: 9 }, () => requestReset(user.email)))
  expect(responses.map(({ status }) => status)).toEqual(Array(9).fill(200))
  expect((await inbox.findJobs(user.email)).rows).toHaveLength(5)
})

test('removes all other sign-in methods when the owner resets the password of an unconfirmed account', async () => {
  const attacker = await signUp(shop)
  const { id } = await readUser(attacker.email)
  await shop.db
    .updateTable('users')
    .set({
      sign_in_phone: '+4915150000001',
      sign_in_phone_confirmed: true,
      two_factor_enabled: true,
    })
    .where('id', '=', id)
    .execute()
  await sql`insert into passkeys (id, user_id, public_key, credential_id, counter, device_type, backed_up)
    values (${id}, ${id}, 'key', ${id}, 0, 'singleDevice', false)`.execute(shop.db)
  await requestReset(attacker.email)
  await reset(await readResetToken(attacker.email))
  expect(await readUser(attacker.email)).toMatchObject({
    email_verified: true,
    sign_in_phone: null,
    two_factor_enabled: false,
  })
  const { rows } = await sql`select 1 from passkeys where user_id = ${id}`.execute(shop.db)
  expect(rows).toEqual([])
})

test('changes the email with the link in the mail, and notifies the old email address', async () => {
  const user = await signUp(shop)
  await sql`update users set email_verified = true where email = ${user.email}`.execute(shop.db)
  const newEmail = `new-${user.email}`
  expect((await changeEmail(user, newEmail.toUpperCase())).status).toBe(200)
  expect((await waitForMail(user.email, /about to change/)).text).toContain(newEmail)
  expect((await readUser(user.email)).email).toBe(user.email)
  const link = findLink(await waitForMail(newEmail, /^Confirm your new email/))
  expect(new URL(link).pathname).toBe('/confirm-email')
  expect((await confirm(readToken(link), user.cookie)).status).toBe(200)
  expect(await readUser(newEmail)).toMatchObject({ email_verified: true })
  expect((await waitForMail(user.email, /^Your Freehub email has changed/)).text).toContain(
    newEmail,
  )
  expect((await exchangeSession(shop, newEmail, user.cookie)).status).toBe(200)
})

test('accepts an email change link once, even if the email was changed back', async () => {
  const user = await signUp(shop)
  const newEmail = `new-${user.email}`
  await changeEmail(user, newEmail)
  const token = readToken(findLink(await waitForMail(newEmail, /^Confirm your new email/)))
  expect((await confirm(token, user.cookie)).status).toBe(200)
  await sql`update users set email = ${user.email} where email = ${newEmail}`.execute(shop.db)
  expect((await confirm(token, user.cookie)).body.code).toBe('INVALID_TOKEN')
  expect((await readUser(user.email)).email).toBe(user.email)
})

test('revokes email change links after a password reset', async () => {
  const user = await signUp(shop)
  const newEmail = `new-${user.email}`
  await changeEmail(user, newEmail)
  const token = readToken(findLink(await waitForMail(newEmail, /^Confirm your new email/)))
  await requestReset(user.email)
  await reset(await readResetToken(user.email))
  expect((await confirm(token)).body.code).toBe('INVALID_TOKEN')
  expect((await readUser(user.email)).email).toBe(user.email)
})

test('revokes password reset links after an email change', async () => {
  const user = await signUp(shop)
  const newEmail = `new-${user.email}`
  await requestReset(user.email)
  const resetToken = await readResetToken(user.email)
  await changeEmail(user, newEmail)
  const token = readToken(findLink(await waitForMail(newEmail, /^Confirm your new email/)))
  expect((await confirm(token, user.cookie)).status).toBe(200)
  expect((await reset(resetToken)).body.code).toBe('INVALID_TOKEN')
})

test('refuses an email change if another account has taken the email since the request', async () => {
  const user = await signUp(shop)
  const newEmail = `new-${user.email}`
  await changeEmail(user, newEmail)
  const token = readToken(findLink(await waitForMail(newEmail, /^Confirm your new email/)))
  await signUp(shop, { email: newEmail })
  expect((await confirm(token)).body.code).toBe('USER_ALREADY_EXISTS')
  expect((await readUser(user.email)).email).toBe(user.email)
})

test('refuses an altered confirmation link, and a link for a former email', async () => {
  const user = await signUp(shop)
  const token = readToken(findLink(await waitForMail(user.email, /^Confirm your email/)))
  const wrong = [
    token.slice(0, -1),
    `${token}x`,
    '',
    'token',
    token.split('.').slice(0, 2).join('.'),
  ]
  for (const other of wrong) expect((await confirm(other)).body.code).toBe('INVALID_TOKEN')
  await sql`update users set email = ${`new-${user.email}`} where email = ${user.email}`.execute(
    shop.db,
  )
  expect((await confirm(token)).body.code).toBe('INVALID_TOKEN')
})

test('responds in the same way to forged links for known and unknown emails', async () => {
  const user = await signUp(shop)
  const forgeToken = (email: string) =>
    new SignJWT({ email, requestType: 'change-email-verification', updateTo: user.email })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode('a secret other than the one of the shop'))
  const known = await confirm(await forgeToken(user.email))
  const unknown = await confirm(await forgeToken(`unknown-${user.email}`))
  expect(known.body.code).toBe('INVALID_TOKEN')
  expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
})

test('requires a fresh sign-in to change the email', async () => {
  const user = await signUp(shop)
  await sql`update sessions set created_at = now() - interval '16 minutes'`.execute(shop.db)
  const response = await changeEmail(user, `new-${user.email}`)
  expect([response.status, response.body.code]).toEqual([403, 'SESSION_NOT_FRESH'])
})

test('refuses a new email address that is too long', async () => {
  const newEmail = `ada@${`${'x'.repeat(60)}.`.repeat(5)}example`
  const { body } = await changeEmail(await signUp(shop), newEmail)
  expect(body.code).toBe('INVALID_EMAIL')
})

test('does not reveal that a requested new email is taken', async () => {
  const [user, other] = [await signUp(shop), await signUp(shop)]
  expect((await changeEmail(user, other.email)).body).toMatchObject({ status: true })
  expect((await readUser(user.email)).email).toBe(user.email)
})

test('notifies the user when the password was changed, and ends all other sessions', async () => {
  const user = await signUp(shop)
  const elsewhere = readCookies(await signIn(user, user.password))
  const response = await callIdentity(
    shop,
    '/change-password',
    { currentPassword: user.password, newPassword: NEW_PASSWORD },
    { cookie: user.cookie },
  )
  expect(response.status).toBe(200)
  expect((await exchangeSession(shop, user.email, elsewhere)).status).toBe(401)
  expect((await exchangeSession(shop, user.email, readCookies(response))).status).toBe(200)
  await waitForMail(user.email, /^Your Freehub password has changed/)
})
