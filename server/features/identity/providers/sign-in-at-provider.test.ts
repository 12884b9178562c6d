import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openVisitor } from '../../../../dev/sandbox/testing/visitor.ts'
import {
  askIdentity,
  cookieOf,
  exchange,
  signUp,
} from '../../../../tests/support/identity/sign-in.ts'
import { startTestShop, type TestShop } from '../../../../tests/support/shop/shop.ts'

const providers = ['google', 'github'] as const
type Provider = (typeof providers)[number]
type Visitor = ReturnType<typeof openVisitor>

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop({ sandbox: true })
})
afterEach(async () => {
  for (const provider of providers) await setFaults(provider)
  await sql`delete from rate_limits`.execute(shop.db)
})
afterAll(() => shop.close())

async function setFaults(provider: Provider, faults?: object) {
  await fetch(`${shop.sandbox?.url}/sandbox/${provider}/faults`, {
    method: faults ? 'POST' : 'DELETE',
    ...(faults && {
      body: JSON.stringify(faults),
      headers: { 'content-type': 'application/json' },
    }),
  })
}

const someone = () => ({ email: `${randomUUID()}@dealer.example`, name: 'Ada Dealer' })

/** Opens the window's way to the provider; answers where the provider's page is. */
async function start(visitor: Visitor, provider: Provider, popupOrigin = shop.url) {
  const query = new URLSearchParams({
    provider,
    popupOrigin,
    popupNonce: 'n',
    callbackURL: '/login',
  })
  return visitor.get(`${shop.url}/api/auth/oauth-popup/start?${query}`)
}

/** On the provider's page: answers it, and gives the address at which the shop is told. */
async function answerThere(address: string, answer: Record<string, string>): Promise<string> {
  const there = openVisitor()
  const page = await there.follow(address)
  const posted = await there.post(page.address, answer)
  const ended = posted.leadsTo?.startsWith(shop.url)
    ? posted
    : await there.follow(posted.leadsTo as string)
  return ended.leadsTo as string
}

/** The whole way in a window; answers what the window tells the page that opened it. */
async function signInAt(provider: Provider, answer: Record<string, string>) {
  const visitor = openVisitor()
  const { leadsTo } = await start(visitor, provider)
  const back = await answerThere(leadsTo as string, answer)
  const page = await visitor.get(back)
  return { visitor, back, page, told: toldBy(page.text), session: cookieOf(asAnswer(page)) }
}

const asAnswer = ({ status, headers }: { status: number; headers: Headers }) => ({
  status,
  headers,
  body: undefined,
})

function toldBy(html: string) {
  return JSON.parse(/id="better-auth-oauth-popup">(.*?)<\/script>/.exec(html)?.[1] ?? 'null')
}

const userOf = (email: string) =>
  shop.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()

describe.each(providers)('with %s', (provider) => {
  test('somebody new becomes a customer with the name and the e-mail that he has there', async () => {
    const who = someone()
    const { told, session } = await signInAt(provider, who)
    expect(told).toMatchObject({ nonce: 'n', targetOrigin: shop.url })
    expect(told).not.toHaveProperty('error')
    const { status, body } = await exchange(shop, who.email, session)
    expect(status).toBe(200)
    const profile = await shop.visit('GET', `/user/${who.email}`, undefined, {
      authorization: `Bearer ${body.token}`,
    })
    expect(profile.body).toMatchObject({ displayName: who.name, role: 'customer' })
  })

  test('who is banned is not let in, and the page that opened the window is told so', async () => {
    const who = someone()
    await signInAt(provider, who)
    await sql`update users set banned_at = now(), ban_reason = 'Resells stolen wheels'
      where email = ${who.email}`.execute(shop.db)
    const { told, session } = await signInAt(provider, who)
    expect(told.error.code).toBe('USER_BANNED')
    expect(session).not.toContain('freehub-session')
  })

  test('the session stays in its cookie, out of reach of scripts', async () => {
    const { page, told, session } = await signInAt(provider, someone())
    const value = decodeURIComponent(/freehub-session-\d+=([^;]*)/.exec(session)?.[1] ?? '')
    expect(value.length).toBeGreaterThan(30)
    expect(page.text).not.toContain(value.split('.')[0])
    expect(told.token).toBe('kept in the cookie')
    expect(page.headers.get('set-cookie')).toMatch(/freehub-session-\d+=[^,]*HttpOnly/i)
    expect(page.headers.get('cross-origin-opener-policy')).toBeNull()
  })

  test('who comes twice, even at once, is one person with one account', async () => {
    const who = someone()
    await signInAt(provider, who)
    await Promise.all([signInAt(provider, who), signInAt(provider, who)])
    const user = await userOf(who.email)
    const accounts = await shop.db
      .selectFrom('accounts')
      .selectAll()
      .where('user_id', '=', user?.id as string)
      .execute()
    expect(accounts).toHaveLength(1)
  })

  test('two first visits at once make one person', async () => {
    const who = someone()
    const ways = await Promise.all([signInAt(provider, who), signInAt(provider, who)])
    const [signedIn, refused] = [
      ways.filter(({ told }) => told.token),
      ways.filter(({ told }) => told.error),
    ]
    expect(signedIn.length).toBeGreaterThan(0)
    expect(signedIn.length + refused.length).toBe(2)
    for (const { session } of signedIn) {
      expect((await exchange(shop, who.email, session)).status).toBe(200)
    }
    for (const { told, session } of refused) {
      expect(told.error.code).toBe('unable_to_create_user')
      expect(session).not.toContain('freehub-session')
    }
    const { rows } = await sql`
      select u.id from users u left join accounts a on a.user_id = u.id where u.email = ${who.email}
    `.execute(shop.db)
    expect(rows).toHaveLength(1)
  })

  test('the provider’s tokens are not kept', async () => {
    const who = someone()
    await signInAt(provider, who)
    await signInAt(provider, who)
    const { rows } = await sql`
      select a.access_token, a.refresh_token, a.id_token
      from accounts a join users u on u.id = a.user_id where u.email = ${who.email}
    `.execute(shop.db)
    expect(rows).toEqual([{ access_token: null, refresh_token: null, id_token: null }])
  })

  test('who cancels there is told so, and nobody is made', async () => {
    const { told } = await signInAt(provider, { cancel: '1' })
    expect(told.error.code).toBe('access_denied')
    expect(told).not.toHaveProperty('token')
  })

  test('an e-mail that has a password here is not taken over', async () => {
    const { email } = await signUp(shop)
    const { told } = await signInAt(provider, { email, name: 'Somebody Else' })
    expect(told.error.code).toBe('account_not_linked')
    expect((await userOf(email))?.name).toBe('Grace Hopper')
  })

  test('an answer counts once', async () => {
    const { visitor, back } = await signInAt(provider, someone())
    const again = await visitor.get(back)
    expect(again.headers.get('set-cookie') ?? '').not.toContain('freehub-session')
    expect(again.leadsTo).toBe(`${shop.url}/login?error=state_mismatch`)
  })

  test('an answer that was begun in another browser does not count', async () => {
    const { leadsTo } = await start(openVisitor(), provider)
    const back = await answerThere(leadsTo as string, someone())
    const answer = await openVisitor().get(back)
    expect(answer.leadsTo).toMatch(/\/login\?error=state_mismatch$/)
    expect(answer.headers.get('set-cookie') ?? '').not.toContain('freehub-session')
  })

  test.each([
    { failToken: 500 },
    { failToken: 'cut' },
    { failProfile: 503 },
    { failProfile: 'cut' },
  ])(
    'a provider that fails (%o) leaves nobody signed in, and the next try works',
    async (faults) => {
      const who = someone()
      // The keys of Google are remembered for a while: only a shop that has not asked yet misses them.
      if (provider === 'google' && 'failProfile' in faults) shop = await shop.reopen()
      await setFaults(provider, faults)
      const { told } = await signInAt(provider, who)
      expect(told.error.code).toMatch(/^(invalid_code|unable_to_get_user_info)$/)
      expect(await userOf(who.email)).toBeUndefined()
      await setFaults(provider)
      expect((await signInAt(provider, who)).told).not.toHaveProperty('error')
    },
  )

  test('a full page after a window that was closed leads back to the page, not to a script', async () => {
    const visitor = openVisitor()
    await start(visitor, provider)
    const answer = await askIdentity(shop, '/sign-in/social', {
      provider,
      callbackURL: '/login?from=provider',
      errorCallbackURL: '/login',
      disableRedirect: true,
    })
    const marker = answer.headers.getSetCookie().find((cookie) => /popup=/.test(cookie))
    expect(marker).toMatch(/Max-Age=0/i)
  })
})

test('a window is opened for the shop’s own pages alone', async () => {
  const visitor = openVisitor()
  const answer = await start(visitor, 'google', 'https://evil.example')
  expect(answer.leadsTo).toBe(`${shop.url}/api/auth/window?error=INVALID_ORIGIN`)
  const page = await visitor.get(answer.leadsTo as string)
  expect(toldBy(page.text)).toMatchObject({
    targetOrigin: shop.url,
    error: { code: 'INVALID_ORIGIN' },
  })
})

test.each([
  ['oauth-popup/start', 'window?error=VALIDATION_ERROR'],
  ['oauth-popup/start?provider=google&popupOrigin=x&scopes=repo', 'window?error=INVALID_REQUEST'],
  ['callback/google?code=a&code=b', 'login?error='],
])('whoever is on his way is shown a page, never JSON: %s', async (path, place) => {
  const { leadsTo } = await openVisitor().get(`${shop.url}/api/auth/${path}`)
  expect(leadsTo).toContain(place)
})

test('too many windows are told as such', async () => {
  const visitor = openVisitor()
  const query = new URLSearchParams({ provider: 'none', popupOrigin: shop.url })
  const address = `${shop.url}/api/auth/oauth-popup/start?${query}`
  await visitor.get(address)
  await sql`update rate_limits set count = 10000`.execute(shop.db)
  const { leadsTo } = await visitor.get(address)
  expect(leadsTo).toBe(`${shop.url}/api/auth/window?error=too_many_requests`)
})

test('the end of a window says only codes, to the shop’s own pages, and keeps its opener', async () => {
  const at = (query: string) => openVisitor().get(`${shop.url}/api/auth/window${query}`)
  expect(toldBy((await at('')).text)).not.toHaveProperty('error')
  const odd = await at(`?error=${encodeURIComponent('</script><script>alert(1)</script>')}`)
  expect(toldBy(odd.text).error.code).toBe('internal_server_error')
  expect(odd.text).not.toContain('alert')
  expect(odd.headers.get('cross-origin-opener-policy')).toBeNull()
  expect(odd.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; script-src 'sha256-/,
  )
})

test('foreign addresses to come back to are refused', async () => {
  for (const callbackURL of ['https://evil.example/', '//evil.example', '/\\evil.example']) {
    const answer = await askIdentity(shop, '/sign-in/social', { provider: 'google', callbackURL })
    expect(answer.status, callbackURL).toBe(403)
  }
})

test('GitHub’s primary e-mail counts, and a user without a name is called by his user name', async () => {
  const { told } = await signInAt('github', { account: 'benokafor' })
  expect(told).not.toHaveProperty('error')
  const { rows } = await sql<{ name: string }>`
    select u.name, u.email, u.email_verified from users u
    join accounts a on a.user_id = u.id where a.provider_id = 'github' and u.name = 'benokafor'
  `.execute(shop.db)
  expect(rows).toHaveLength(1)
})

test('an e-mail that the provider has not confirmed is not confirmed here', async () => {
  await signInAt('google', { account: 'una@unverified.example' })
  expect(await userOf('una@unverified.example')).toMatchObject({ email_verified: false })
  await signInAt('google', { account: 'grace.porter@gmail.example' })
  expect(await userOf('grace.porter@gmail.example')).toMatchObject({ email_verified: true })
})

test('a confirmed e-mail of one provider is joined with the same of the other', async () => {
  const who = someone()
  await signInAt('google', who)
  expect((await signInAt('github', who)).told).not.toHaveProperty('error')
  const { rows } = await sql<{ provider_id: string }>`
    select provider_id from accounts a join users u on u.id = a.user_id
    where u.email = ${who.email} order by 1
  `.execute(shop.db)
  expect(rows.map((row) => row.provider_id)).toEqual(['github', 'google'])
})

test('gives up a provider that does not answer within SIGN_IN_SECONDS', async () => {
  shop = await shop.reopen({ SIGN_IN_SECONDS: '1' })
  try {
    for (const provider of providers) await setFaults(provider, { delayMs: 30_000 })
    const ends = await Promise.all(providers.map((provider) => signInAt(provider, someone())))
    expect(ends.map(({ told }) => told.error.code)).toEqual(['invalid_code', 'invalid_code'])
  } finally {
    shop = await shop.reopen({ SIGN_IN_SECONDS: '5' })
  }
})

test('a shop without keys offers no provider and knows none', async () => {
  shop = await shop.reopen({
    GOOGLE_CLIENT_ID: '',
    GOOGLE_CLIENT_SECRET: '',
    GITHUB_CLIENT_ID: '',
    GITHUB_CLIENT_SECRET: '',
  })
  const { text } = await start(openVisitor(), 'google')
  expect(toldBy(text).error.code).toBe('provider_not_found')
})
