import { SignJWT } from 'jose'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  askIdentity,
  cookieOf,
  exchange,
  signUp,
} from '../../../../tests/support/identity/sign-in.ts'
import { type InboxMail, inboxOf } from '../../../../tests/support/shop/inbox.ts'
import { startTestShop, type TestShop } from '../../../../tests/support/shop/shop.ts'
import { waitUntil } from '../../../../tests/support/wait-until.ts'

const NEW_PASSWORD = 'eleven speeds backward'

let shop: TestShop
let inbox: ReturnType<typeof inboxOf>

beforeAll(async () => {
  shop = await startTestShop({ sandbox: true })
  inbox = inboxOf(shop)
})
afterEach(async () => {
  await inbox.unset()
  await sql`delete from rate_limits`.execute(shop.db)
})
afterAll(() => shop.close())

type SignedUp = Awaited<ReturnType<typeof signUp>>

const userOf = (email: string) =>
  shop.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow()

const mailAbout = (email: string, subject: RegExp) =>
  waitUntil(`the mail has arrived: ${subject}`, async () => {
    const mails = await inbox.to(email)
    return mails.find((mail) => subject.test(mail.subject))
  })

/** Where the one button of a mail leads, in both of its forms. */
function linkIn({ text, html }: InboxMail): string {
  const [link = ''] = /http\S+/.exec(text) ?? []
  expect(html).toContain(`href="${link.replaceAll('&', '&amp;')}"`)
  expect(link).toContain(`http://localhost:${shop.config.port}/`)
  return link
}

const tokenIn = (link: string) => new URL(link).searchParams.get('token') ?? ''

const confirm = (token: string, cookie = '') =>
  askIdentity(shop, '/follow-email-link', { token }, { cookie })

const askForPassword = (email: string) =>
  askIdentity(shop, '/request-password-reset', { email, redirectTo: '/login/reset' })

/** Follows the link to where the page finds the token. */
async function resetTokenOf(email: string): Promise<string> {
  const link = new URL(linkIn(await mailAbout(email, /^A new password/)))
  const answer = await shop.visit('GET', link.pathname + link.search)
  expect(answer.status).toBe(302)
  const page = new URL(answer.headers.get('location') ?? '', shop.url)
  expect(page.pathname).toBe('/login/reset')
  return page.searchParams.get('token') ?? ''
}

const reset = (token: string, newPassword = NEW_PASSWORD) =>
  askIdentity(shop, '/reset-password', { token, newPassword })

const signIn = ({ email }: SignedUp, password: string) =>
  askIdentity(shop, '/sign-in/email', { email, password })

const changeEmail = ({ cookie }: SignedUp, newEmail: string) =>
  askIdentity(shop, '/change-email', { newEmail, callbackURL: '/confirm-email' }, { cookie })

test('who signs up is asked to confirm his e-mail, and his name is told to nobody before', async () => {
  const who = await signUp(shop, { name: 'Grace Hopper' })
  expect((await userOf(who.email)).email_verified).toBe(false)
  const mail = await mailAbout(who.email, /^Confirm your e-mail/)
  expect(mail.text + mail.html).not.toContain('Grace')
  const link = linkIn(mail)
  expect(new URL(link).pathname).toBe('/confirm-email')
  expect((await confirm(tokenIn(link), who.cookie)).body).toMatchObject({ status: true })
  expect((await userOf(who.email)).email_verified).toBe(true)
})

test('who has not confirmed his e-mail signs in and shops all the same', async () => {
  const who = await signUp(shop)
  const answer = await signIn(who, who.password)
  expect(answer.status).toBe(200)
  expect((await exchange(shop, who.email, cookieOf(answer))).status).toBe(200)
})

test('who has forgotten his password sets a new one by a link, and everybody is signed out', async () => {
  const who = await signUp(shop)
  expect((await askForPassword(who.email)).body).toEqual({ status: true })
  expect((await reset(await resetTokenOf(who.email))).status).toBe(200)
  expect((await exchange(shop, who.email, who.cookie)).status).toBe(401)
  expect((await signIn(who, who.password)).status).toBe(401)
  expect((await signIn(who, NEW_PASSWORD)).status).toBe(200)
  await mailAbout(who.email, /^Your password at Freehub has changed/)
})

test('whose password strangers have guessed at till nobody was heard sets a new one and is in', async () => {
  const who = await signUp(shop)
  await askIdentity(shop, '/sign-out', {}, { cookie: who.cookie })
  for (let tries = 0; tries < 10; tries++) await signIn(who, `guess ${tries}`)
  expect((await signIn(who, who.password)).status).toBe(429)
  await askForPassword(who.email)
  await reset(await resetTokenOf(who.email))
  expect((await signIn(who, NEW_PASSWORD)).status).toBe(200)
})

test('a link to a new password works once, also when it is used twice at the same time', async () => {
  const who = await signUp(shop)
  await askForPassword(who.email)
  const token = await resetTokenOf(who.email)
  const both = await Promise.all([reset(token), reset(token, 'another password')])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
  expect((await reset(token, 'a third password')).body.code).toBe('INVALID_TOKEN')
})

test('who reads the database finds no link to a new password there', async () => {
  const who = await signUp(shop)
  await askForPassword(who.email)
  const token = await resetTokenOf(who.email)
  const { rows } = await sql`select from verifications v, pgboss.job j
    where position(${token} in v::text) > 0 or position(${token} in j::text) > 0`.execute(shop.db)
  expect(rows).toEqual([])
})

test('a new password ends every other link that was asked for', async () => {
  const who = await signUp(shop)
  await askForPassword(who.email)
  const first = await resetTokenOf(who.email)
  await askForPassword(who.email)
  await waitUntil('both are there', async () => {
    const mails = await inbox.to(who.email)
    return mails.filter(({ subject }) => /^A new password/.test(subject)).length === 2
  })
  const second = await resetTokenOf(who.email)
  expect(second).not.toBe(first)
  expect((await reset(first)).status).toBe(200)
  expect((await reset(second, 'a third password')).body.code).toBe('INVALID_TOKEN')
})

test('a common password is refused, and the link stays good for a better one', async () => {
  const who = await signUp(shop)
  await askForPassword(who.email)
  const token = await resetTokenOf(who.email)
  expect((await reset(token, 'password')).body.code).toBe('PASSWORD_TOO_COMMON')
  expect((await reset(token)).status).toBe(200)
})

test('asking for a new password looks the same whether there is an account or not', async () => {
  const who = await signUp(shop)
  const unknown = `nobody-${who.email}`
  const [known, none] = [await askForPassword(who.email), await askForPassword(unknown)]
  expect([none.status, none.body]).toEqual([known.status, known.body])
  await mailAbout(who.email, /^A new password/)
  await waitUntil('the other was looked at', async () => {
    const { rows } = await inbox.jobsOf(unknown)
    return rows[0]?.state === 'completed'
  })
  expect(await inbox.to(unknown)).toEqual([])
})

test.each([{}, { email: 7 }, { email: 'nobody' }, { email: ['a@example.com'] }])(
  'asking for a new password for what is no e-mail is refused: %j',
  async (body) => {
    expect((await askIdentity(shop, '/request-password-reset', body)).status).toBe(400)
  },
)

test('a mail server that is away delays a link, which is as good as new when it comes', async () => {
  const who = await signUp(shop)
  await mailAbout(who.email, /^Confirm/)
  await inbox.set({ refuse: true })
  await askForPassword(who.email)
  await waitUntil('it was tried in vain', async () => {
    const { rows } = await inbox.jobsOf(who.email)
    return rows.some(({ state }) => state === 'retry')
  })
  // As if it had been away for longer than a link is good.
  await sql`update verifications set expires_at = now() - interval '1 hour'`.execute(shop.db)
  await inbox.unset()
  await inbox.hurry(who.email)
  expect((await reset(await resetTokenOf(who.email))).status).toBe(200)
})

test('nobody fills a mailbox by asking again and again', async () => {
  const who = await signUp(shop)
  const answers = await Promise.all(Array.from({ length: 9 }, () => askForPassword(who.email)))
  expect(answers.map(({ status }) => status)).toEqual(Array(9).fill(200))
  expect((await inbox.jobsOf(who.email)).rows).toHaveLength(5)
})

test('who signed somebody up before him has nothing of it once the owner takes a new password', async () => {
  const stranger = await signUp(shop)
  const { id } = await userOf(stranger.email)
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
  await askForPassword(stranger.email)
  await reset(await resetTokenOf(stranger.email))
  expect(await userOf(stranger.email)).toMatchObject({
    email_verified: true,
    sign_in_phone: null,
    two_factor_enabled: false,
  })
  const { rows } = await sql`select 1 from passkeys where user_id = ${id}`.execute(shop.db)
  expect(rows).toEqual([])
})

test('an e-mail changes when the link at the new address is followed, and the old one is told', async () => {
  const who = await signUp(shop)
  await sql`update users set email_verified = true where email = ${who.email}`.execute(shop.db)
  const newEmail = `new-${who.email}`
  expect((await changeEmail(who, newEmail.toUpperCase())).status).toBe(200)
  expect((await mailAbout(who.email, /about to change/)).text).toContain(newEmail)
  expect((await userOf(who.email)).email).toBe(who.email)
  const link = linkIn(await mailAbout(newEmail, /^Confirm your new e-mail/))
  expect(new URL(link).pathname).toBe('/confirm-email')
  expect((await confirm(tokenIn(link), who.cookie)).status).toBe(200)
  expect(await userOf(newEmail)).toMatchObject({ email_verified: true })
  expect((await mailAbout(who.email, /^Your e-mail at Freehub has changed/)).text).toContain(
    newEmail,
  )
  expect((await exchange(shop, newEmail, who.cookie)).status).toBe(200)
})

test('a link to another e-mail works once, also when the e-mail has changed back', async () => {
  const who = await signUp(shop)
  const newEmail = `new-${who.email}`
  await changeEmail(who, newEmail)
  const token = tokenIn(linkIn(await mailAbout(newEmail, /^Confirm your new e-mail/)))
  expect((await confirm(token, who.cookie)).status).toBe(200)
  await sql`update users set email = ${who.email} where email = ${newEmail}`.execute(shop.db)
  expect((await confirm(token, who.cookie)).body.code).toBe('INVALID_TOKEN')
  expect((await userOf(who.email)).email).toBe(who.email)
})

test('a link to another e-mail is void once the owner has taken a new password', async () => {
  const who = await signUp(shop)
  const newEmail = `new-${who.email}`
  await changeEmail(who, newEmail)
  const token = tokenIn(linkIn(await mailAbout(newEmail, /^Confirm your new e-mail/)))
  await askForPassword(who.email)
  await reset(await resetTokenOf(who.email))
  expect((await confirm(token)).body.code).toBe('INVALID_TOKEN')
  expect((await userOf(who.email)).email).toBe(who.email)
})

test('who takes an address before its link is followed keeps it', async () => {
  const who = await signUp(shop)
  const newEmail = `new-${who.email}`
  await changeEmail(who, newEmail)
  const token = tokenIn(linkIn(await mailAbout(newEmail, /^Confirm your new e-mail/)))
  await signUp(shop, { email: newEmail })
  expect((await confirm(token)).body.code).toBe('USER_ALREADY_EXISTS')
  expect((await userOf(who.email)).email).toBe(who.email)
})

test('a link to confirm is of the address that one has, and no letter of it is another', async () => {
  const who = await signUp(shop)
  const token = tokenIn(linkIn(await mailAbout(who.email, /^Confirm your e-mail/)))
  const wrong = [
    token.slice(0, -1),
    `${token}x`,
    '',
    'token',
    token.split('.').slice(0, 2).join('.'),
  ]
  for (const other of wrong) expect((await confirm(other)).body.code).toBe('INVALID_TOKEN')
  await sql`update users set email = ${`new-${who.email}`} where email = ${who.email}`.execute(
    shop.db,
  )
  expect((await confirm(token)).body.code).toBe('INVALID_TOKEN')
})

test('a link that somebody made up does not tell him whose addresses there are', async () => {
  const who = await signUp(shop)
  const madeUp = (email: string) =>
    new SignJWT({ email, requestType: 'change-email-verification', updateTo: who.email })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode('a secret that is not that of the shop'))
  const known = await confirm(await madeUp(who.email))
  const unknown = await confirm(await madeUp(`nobody-${who.email}`))
  expect(known.body.code).toBe('INVALID_TOKEN')
  expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
})

test('who signed in long ago signs in anew before he changes his e-mail', async () => {
  const who = await signUp(shop)
  await sql`update sessions set created_at = now() - interval '16 minutes'`.execute(shop.db)
  const answer = await changeEmail(who, `new-${who.email}`)
  expect([answer.status, answer.body.code]).toEqual([403, 'SESSION_NOT_FRESH'])
})

test('an address that somebody else has is not said to be taken, and changes nothing', async () => {
  const [who, other] = [await signUp(shop), await signUp(shop)]
  expect((await changeEmail(who, other.email)).body).toMatchObject({ status: true })
  expect((await userOf(who.email)).email).toBe(who.email)
})

test('who changes his password is told, and is signed out everywhere else', async () => {
  const who = await signUp(shop)
  const elsewhere = cookieOf(await signIn(who, who.password))
  const answer = await askIdentity(
    shop,
    '/change-password',
    { currentPassword: who.password, newPassword: NEW_PASSWORD },
    { cookie: who.cookie },
  )
  expect(answer.status).toBe(200)
  expect((await exchange(shop, who.email, elsewhere)).status).toBe(401)
  expect((await exchange(shop, who.email, cookieOf(answer))).status).toBe(200)
  await mailAbout(who.email, /^Your password at Freehub has changed/)
})
