import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, expect, test } from 'vitest'
import {
  confirmAtProvider,
  finishProviderSignIn,
  signInWithProvider,
  startProviderSignIn,
} from '../../../../tests/support/identity/provider-sign-in.ts'
import {
  callIdentity,
  exchangeSession,
  GOOD_PASSWORD,
  readCookies,
  signUp,
} from '../../../../tests/support/identity/sign-in.ts'
import { getInbox } from '../../../../tests/support/shop/inbox.ts'
import { startTestShop } from '../../../../tests/support/shop/shop.ts'
import { waitUntil } from '../../../../tests/support/wait-until.ts'

const OWNERS_PASSWORD = 'eleven speeds backward'
const UNVERIFIED = 'una@unverified.example'

const shop = await startTestShop({ sandbox: true })
afterEach(async () => {
  await sql`delete from rate_limits`.execute(shop.db)
  await sql`delete from users where email = ${UNVERIFIED}`.execute(shop.db)
})
afterAll(() => shop.close())

const newProfile = () => ({ email: `${randomUUID()}@dealer.example`, name: 'Ada Dealer' })

const signIn = (email: string, password: string) =>
  callIdentity(shop, '/sign-in/email', { email, password })

const listProviders = async (email: string) => {
  const { rows } = await sql<{ provider: string }>`select a.provider_id as provider from accounts a
    join users u on u.id = a.user_id where u.email = ${email} order by 1`.execute(shop.db)
  return rows.map(({ provider }) => provider)
}

/** Links a provider account explicitly, as on the account page. */
async function linkProvider(
  cookie: string,
  provider: 'google' | 'github',
  identity: Record<string, string>,
) {
  const link = { provider, callbackURL: '/dashboard/account', disableRedirect: true }
  const started = await callIdentity(shop, '/link-social', link, { cookie })
  const callbackUrl = await confirmAtProvider(shop, started.body.url, identity)
  return finishProviderSignIn(shop, callbackUrl, `${readCookies(started)}; ${cookie}`)
}

/** Resets the password by the link of a mail to the owner. */
async function resetPassword(email: string) {
  await callIdentity(shop, '/request-password-reset', { email })
  const link = await waitUntil('the link has arrived', async () => {
    const mails = await getInbox(shop).mailsTo(email)
    return mails.map(({ text }) => /http\S+reset-password\S+/.exec(text)?.[0]).find(Boolean)
  })
  const { pathname } = new URL(link)
  const token = pathname.split('/').at(-1)
  return callIdentity(shop, '/reset-password', { token, newPassword: OWNERS_PASSWORD })
}

test('ends an attacker’s access when the owner resets the password and signs in with Google', async () => {
  const profile = newProfile()
  const attacker = await signUp(shop, { email: profile.email })
  const first = await signInWithProvider(shop, 'google', profile)
  expect(first.error).toBe('account_not_linked')
  expect(await first.isSignedIn(profile.email)).toBe(false)

  // The login page tells the owner to reset the password.
  expect((await resetPassword(profile.email)).status).toBe(200)
  const second = await signInWithProvider(shop, 'google', profile)
  expect(await second.isSignedIn(profile.email)).toBe(true)

  expect((await exchangeSession(shop, profile.email, attacker.cookie)).status).toBe(401)
  expect((await signIn(profile.email, GOOD_PASSWORD)).status).toBe(401)
})

test('ends the access of an unconfirmed provider account when the owner resets the password', async () => {
  const attacker = await signInWithProvider(shop, 'github', { account: 'unverified-una' })
  expect(await attacker.isSignedIn(UNVERIFIED)).toBe(true)
  expect((await resetPassword(UNVERIFIED)).status).toBe(200)
  expect((await signIn(UNVERIFIED, OWNERS_PASSWORD)).status).toBe(200)

  expect((await exchangeSession(shop, UNVERIFIED, attacker.cookie)).status).toBe(401)
  const again = await signInWithProvider(shop, 'github', { account: 'unverified-una' })
  expect(again.error).toBe('account_not_linked')
  expect(await again.isSignedIn(UNVERIFIED)).toBe(false)
  expect(await listProviders(UNVERIFIED)).toEqual(['credential'])
})

test('does not link a provider account with an unconfirmed email', async () => {
  await signUp(shop, { email: UNVERIFIED })
  for (const isConfirmed of [false, true]) {
    await sql`update users set email_verified = ${isConfirmed} where email = ${UNVERIFIED}`.execute(
      shop.db,
    )
    for (const [provider, account] of [
      ['google', UNVERIFIED],
      ['github', 'unverified-una'],
    ] as const) {
      const outcome = await signInWithProvider(shop, provider, { account })
      expect(outcome.error).toBe('account_not_linked')
      expect(await outcome.isSignedIn(UNVERIFIED)).toBe(false)
    }
  }
  expect(await listProviders(UNVERIFIED)).toEqual(['credential'])
})

test('refuses to sign up with the email of a provider account', async () => {
  const profile = newProfile()
  const { cookie } = await signInWithProvider(shop, 'google', profile)
  for (const email of [profile.email, profile.email.toUpperCase()]) {
    const attacker = await signUp(shop, { email })
    expect(attacker.response.status).toBe(422)
    expect(attacker.cookie).toBe('')
  }
  expect((await signIn(profile.email, GOOD_PASSWORD)).status).toBe(401)
  expect(await listProviders(profile.email)).toEqual(['google'])
  expect((await exchangeSession(shop, profile.email, cookie)).status).toBe(200)
})

const alteredStates: [string, string, (callbackUrl: URL) => void][] = [
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
    'the identifier of a second-factor challenge',
    'state_mismatch',
    ({ searchParams }) => searchParams.set('state', '2fa-made-up'),
  ],
]

test.each(alteredStates)(
  'refuses a provider response whose state is %s',
  async (_, error, alter) => {
    const profile = newProfile()
    const { url, cookie } = await startProviderSignIn(shop, 'google')
    const callbackUrl = new URL(await confirmAtProvider(shop, url, profile))
    alter(callbackUrl)
    const outcome = await finishProviderSignIn(shop, callbackUrl.href, cookie)
    expect(outcome.error).toBe(error)
    expect(outcome.cookie).not.toMatch(/session-\d+=[^;]/)
    expect(await listProviders(profile.email)).toEqual([])
  },
)

test.each([
  ['google', 'github'],
  ['github', 'google'],
] as const)('refuses a response of %s at the callback of %s', async (from, to) => {
  const profile = newProfile()
  const { url, cookie } = await startProviderSignIn(shop, from)
  const callbackUrl = (await confirmAtProvider(shop, url, profile)).replace(`/${from}`, `/${to}`)
  const outcome = await finishProviderSignIn(shop, callbackUrl, cookie)
  expect(outcome.error).toBe('invalid_code')
  expect(await outcome.isSignedIn(profile.email)).toBe(false)
  expect(await listProviders(profile.email)).toEqual([])
  shop.errors.length = 0
})

test('refuses a provider response in a browser that did not start the sign-in', async () => {
  const [attacker, victim] = [newProfile(), await signUp(shop)]
  const { url } = await startProviderSignIn(shop, 'google')
  const callbackUrl = await confirmAtProvider(shop, url, attacker)
  // The victim's browser opens the attacker's callback URL.
  const victimFlow = await startProviderSignIn(shop, 'google')
  for (const cookie of [
    victim.cookie,
    victimFlow.cookie,
    `${victimFlow.cookie}; ${victim.cookie}`,
  ]) {
    const outcome = await finishProviderSignIn(shop, callbackUrl, cookie)
    expect(outcome.error).toBe('state_mismatch')
    expect(await outcome.isSignedIn(attacker.email)).toBe(false)
  }
  expect(await listProviders(victim.email)).toEqual(['credential'])
})

test('refuses a sign-in with an unlinked provider account until the user links it explicitly', async () => {
  const profile = newProfile()
  const { cookie } = await signInWithProvider(shop, 'github', profile)
  expect((await linkProvider(cookie, 'google', profile)).error).toBeUndefined()
  const { id } = await shop.db
    .selectFrom('accounts')
    .innerJoin('users', 'users.id', 'user_id')
    .select('accounts.id')
    .where('provider_id', '=', 'google')
    .where('email', '=', profile.email)
    .executeTakeFirstOrThrow()
  const { status } = await callIdentity(shop, '/unlink-account', { accountId: id }, { cookie })
  expect(status).toBe(200)

  const refused = await signInWithProvider(shop, 'google', profile)
  expect(refused.error).toBe('provider_unlinked')
  expect(await refused.isSignedIn(profile.email)).toBe(false)
  expect(await listProviders(profile.email)).toEqual(['github'])

  expect((await linkProvider(cookie, 'google', profile)).error).toBeUndefined()
  const again = await signInWithProvider(shop, 'google', profile)
  expect(await again.isSignedIn(profile.email)).toBe(true)
})

test('refuses to link a provider account with another email or owner', async () => {
  const [victim, other] = [await signUp(shop), newProfile()]
  await signInWithProvider(shop, 'github', other)
  const outcome = await linkProvider(victim.cookie, 'github', other)
  expect(outcome.error).toBe('email_does_not_match')
  expect(await listProviders(victim.email)).toEqual(['credential'])
  expect(await listProviders(other.email)).toEqual(['github'])
})

test.each(['/sign-in/social', '/link-social'])(
  'refuses an ID token or scopes from the client at %s',
  async (path) => {
    const { cookie } = await signInWithProvider(shop, 'google', newProfile())
    for (const extra of [{ idToken: { token: 'x.y.z' } }, { idToken: {} }, { scopes: ['repo'] }]) {
      const { status } = await callIdentity(
        shop,
        path,
        { provider: 'google', ...extra },
        { cookie },
      )
      expect(status).toBe(400)
    }
  },
)
