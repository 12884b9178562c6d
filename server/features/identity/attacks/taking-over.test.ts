import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  answerThere,
  comeBack,
  leaveFor,
  signInAt,
} from '../../../../tests/support/identity/provider-sign-in.ts'
import {
  askIdentity,
  exchange,
  GOOD_PASSWORD,
  signUp,
} from '../../../../tests/support/identity/sign-in.ts'
import { inboxOf } from '../../../../tests/support/shop/inbox.ts'
import { startTestShop, type TestShop } from '../../../../tests/support/shop/shop.ts'
import { waitUntil } from '../../../../tests/support/wait-until.ts'

const OWNERS_PASSWORD = 'eleven speeds backward'
const UNVERIFIED = 'una@unverified.example'

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop({ sandbox: true })
})
afterEach(async () => {
  await sql`delete from rate_limits`.execute(shop.db)
  await sql`delete from users where email = ${UNVERIFIED}`.execute(shop.db)
})
afterAll(() => shop.close())

const owner = () => ({ email: `${randomUUID()}@dealer.example`, name: 'Ada Dealer' })

const signIn = (email: string, password: string) =>
  askIdentity(shop, '/sign-in/email', { email, password })

const providersOf = async (email: string) => {
  const { rows } = await sql<{ provider: string }>`select a.provider_id as provider from accounts a
    join users u on u.id = a.user_id where u.email = ${email} order by 1`.execute(shop.db)
  return rows.map(({ provider }) => provider)
}

/** By the link of a mail, which its owner alone reads. */
async function takeNewPassword(email: string) {
  await askIdentity(shop, '/request-password-reset', { email })
  const link = await waitUntil('the link has come', async () => {
    const mails = await inboxOf(shop).to(email)
    return mails.map(({ text }) => /http\S+reset-password\S+/.exec(text)?.[0]).find(Boolean)
  })
  const { pathname } = new URL(link)
  const token = pathname.split('/').at(-1)
  return askIdentity(shop, '/reset-password', { token, newPassword: OWNERS_PASSWORD })
}

test('who signs up with another’s e-mail is not in any more once the owner came by Google', async () => {
  const who = owner()
  const stranger = await signUp(shop, { email: who.email })
  const first = await signInAt(shop, 'google', who)
  expect(first.error).toBe('account_not_linked')
  expect(await first.isIn(who.email)).toBe(false)

  // The page tells him so, and how: by a new password.
  expect((await takeNewPassword(who.email)).status).toBe(200)
  const second = await signInAt(shop, 'google', who)
  expect(await second.isIn(who.email)).toBe(true)

  expect((await exchange(shop, who.email, stranger.cookie)).status).toBe(401)
  expect((await signIn(who.email, GOOD_PASSWORD)).status).toBe(401)
})

test('who has another’s e-mail at a provider that never confirmed it is not in any more once the owner came', async () => {
  const stranger = await signInAt(shop, 'github', { account: 'unverified-una' })
  expect(await stranger.isIn(UNVERIFIED)).toBe(true)
  expect((await takeNewPassword(UNVERIFIED)).status).toBe(200)
  expect((await signIn(UNVERIFIED, OWNERS_PASSWORD)).status).toBe(200)

  expect((await exchange(shop, UNVERIFIED, stranger.cookie)).status).toBe(401)
  const again = await signInAt(shop, 'github', { account: 'unverified-una' })
  expect(again.error).toBe('account_not_linked')
  expect(await again.isIn(UNVERIFIED)).toBe(false)
  expect(await providersOf(UNVERIFIED)).toEqual(['credential'])
})

test('an e-mail that no provider has confirmed opens nobody’s account, and joins none', async () => {
  await signUp(shop, { email: UNVERIFIED })
  for (const isConfirmed of [false, true]) {
    await sql`update users set email_verified = ${isConfirmed} where email = ${UNVERIFIED}`.execute(
      shop.db,
    )
    for (const [provider, account] of [
      ['google', UNVERIFIED],
      ['github', 'unverified-una'],
    ] as const) {
      const came = await signInAt(shop, provider, { account })
      expect(came.error).toBe('account_not_linked')
      expect(await came.isIn(UNVERIFIED)).toBe(false)
    }
  }
  expect(await providersOf(UNVERIFIED)).toEqual(['credential'])
})

test('nobody sets a password to the account of somebody who came by a provider, by signing up', async () => {
  const who = owner()
  const { cookie } = await signInAt(shop, 'google', who)
  for (const email of [who.email, who.email.toUpperCase()]) {
    const stranger = await signUp(shop, { email })
    expect(stranger.answer.status).toBe(422)
    expect(stranger.cookie).toBe('')
  }
  expect((await signIn(who.email, GOOD_PASSWORD)).status).toBe(401)
  expect(await providersOf(who.email)).toEqual(['google'])
  expect((await exchange(shop, who.email, cookie)).status).toBe(200)
})

const twisted: [string, string, (back: URL) => void][] = [
  ['made up', 'state_mismatch', ({ searchParams }) => searchParams.set('state', 'x'.repeat(32))],
  ['left out', 'state_not_found', ({ searchParams }) => searchParams.delete('state')],
  ['empty', 'state_not_found', ({ searchParams }) => searchParams.set('state', '')],
  [
    'cut short',
    'state_mismatch',
    ({ searchParams: query }) => query.set('state', String(query.get('state')).slice(1)),
  ],
  [
    'given twice',
    'input_invalid',
    ({ searchParams }) => searchParams.append('state', 'x'.repeat(32)),
  ],
  [
    'another’s row',
    'state_mismatch',
    ({ searchParams }) => searchParams.set('state', '2fa-made-up'),
  ],
]

test.each(twisted)(
  'an answer of a provider whose state is %s signs nobody in',
  async (_, error, twist) => {
    const who = owner()
    const { address, cookie } = await leaveFor(shop, 'google')
    const back = new URL(await answerThere(shop, address, who))
    twist(back)
    const came = await comeBack(shop, back.href, cookie)
    expect(came.error).toBe(error)
    expect(came.cookie).not.toMatch(/session-\d+=[^;]/)
    expect(await providersOf(who.email)).toEqual([])
  },
)

test.each([
  ['google', 'github'],
  ['github', 'google'],
] as const)('an answer of %s is not taken for one of %s', async (from, to) => {
  const who = owner()
  const { address, cookie } = await leaveFor(shop, from)
  const back = (await answerThere(shop, address, who)).replace(`/${from}`, `/${to}`)
  const came = await comeBack(shop, back, cookie)
  expect(came.error).toBe('invalid_code')
  expect(await came.isIn(who.email)).toBe(false)
  expect(await providersOf(who.email)).toEqual([])
  shop.errors.length = 0
})

test('an answer that somebody got for himself signs nobody else in, and links nothing to him', async () => {
  const [stranger, victim] = [owner(), await signUp(shop)]
  const { address } = await leaveFor(shop, 'google')
  const back = await answerThere(shop, address, stranger)
  // The victim is led to it, with what his own browser has.
  const own = await leaveFor(shop, 'google')
  for (const cookie of [victim.cookie, own.cookie, `${own.cookie}; ${victim.cookie}`]) {
    const came = await comeBack(shop, back, cookie)
    expect(came.error).toBe('state_mismatch')
    expect(await came.isIn(stranger.email)).toBe(false)
  }
  expect(await providersOf(victim.email)).toEqual(['credential'])
})

test('who is signed in links no account that has another e-mail, or is another’s', async () => {
  const [victim, other] = [await signUp(shop), owner()]
  await signInAt(shop, 'github', other)
  const start = await askIdentity(
    shop,
    '/link-social',
    { provider: 'github', callbackURL: '/dashboard/account', disableRedirect: true },
    { cookie: victim.cookie },
  )
  const cookies = start.headers.getSetCookie().map((one) => one.split(';')[0])
  const back = await answerThere(shop, start.body.url, other)
  const came = await comeBack(shop, back, [victim.cookie, ...cookies].join('; '))
  expect(came.error).toBe('email_does_not_match')
  expect(await providersOf(victim.email)).toEqual(['credential'])
  expect(await providersOf(other.email)).toEqual(['github'])
})

test.each(['/sign-in/social', '/link-social'])(
  'an ID token that somebody brings along is not taken at %s',
  async (path) => {
    const { cookie } = await signInAt(shop, 'google', owner())
    for (const more of [{ idToken: { token: 'x.y.z' } }, { idToken: {} }, { scopes: ['repo'] }]) {
      const { status } = await askIdentity(shop, path, { provider: 'google', ...more }, { cookie })
      expect(status).toBe(400)
    }
  },
)
