import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { createCookieClient } from '../../../../dev/sandbox/testing/cookie-client.ts'
import {
  callIdentity,
  exchangeSession,
  readCookies,
  signUp,
} from '../../../../tests/support/identity/sign-in.ts'
import { startTestShop } from '../../../../tests/support/shop/shop.ts'
import { signIns } from '../../../platform/metrics/metrics.ts'

const providers = ['google', 'github'] as const
type Provider = (typeof providers)[number]
type Visitor = ReturnType<typeof createCookieClient>

let shop = await startTestShop({ sandbox: true })
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

const newProfile = () => ({ email: `${randomUUID()}@dealer.example`, name: 'Ada Dealer' })

/** Opens a sign-in popup. Its response redirects to the provider's page. */
async function openPopup(visitor: Visitor, provider: Provider, popupOrigin = shop.url) {
  const query = new URLSearchParams({
    provider,
    popupOrigin,
    popupNonce: 'n',
    callbackURL: '/login',
  })
  return visitor.get(`${shop.url}/api/auth/oauth-popup/start?${query}`)
}

/** Submits the provider's page and returns the callback URL of the shop. */
async function confirmAtProvider(url: string, form: Record<string, string>): Promise<string> {
  const providerClient = createCookieClient()
  const page = await providerClient.follow(url)
  const posted = await providerClient.post(page.url, form)
  const consented = posted.redirectUrl?.startsWith(shop.url)
    ? posted
    : await providerClient.follow(posted.redirectUrl as string)
  return consented.redirectUrl as string
}

/** Signs in through a popup and returns the message to its opener. */
async function signInInPopup(provider: Provider, form: Record<string, string>) {
  const visitor = createCookieClient()
  const { redirectUrl: providerUrl } = await openPopup(visitor, provider)
  const callbackUrl = await confirmAtProvider(providerUrl as string, form)
  const page = await visitor.get(callbackUrl)
  return {
    visitor,
    callbackUrl,
    page,
    message: readMessage(page.text),
    session: readCookies(toApiResponse(page)),
  }
}

const toApiResponse = ({ status, headers }: { status: number; headers: Headers }) => ({
  status,
  headers,
  body: undefined,
})

function readMessage(html: string) {
  return JSON.parse(/id="better-auth-oauth-popup">(.*?)<\/script>/.exec(html)?.[1] ?? 'null')
}

const findUser = (email: string) =>
  shop.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()

describe.each(providers)('a sign-in with %s', (provider) => {
  test('creates a customer with the name and email of the provider', async () => {
    const profile = newProfile()
    const { message, session } = await signInInPopup(provider, profile)
    expect(message).toMatchObject({ nonce: 'n', targetOrigin: shop.url })
    expect(message).not.toHaveProperty('error')
    const { status, body } = await exchangeSession(shop, profile.email, session)
    expect(status).toBe(200)
    const user = await shop.call('GET', `/user/${profile.email}`, undefined, {
      authorization: `Bearer ${body.token}`,
    })
    expect(user.body).toMatchObject({ displayName: profile.name, role: 'customer' })
  })

  test('refuses a banned user and reports it to the popup’s opener', async () => {
    const profile = newProfile()
    await signInInPopup(provider, profile)
    await sql`update users set banned_at = now(), ban_reason = 'Resells stolen wheels'
      where email = ${profile.email}`.execute(shop.db)
    const { message, session } = await signInInPopup(provider, profile)
    expect(message.error.code).toBe('USER_BANNED')
    expect(session).not.toContain('freehub-session')
  })

  test('keeps the session secret in an HttpOnly cookie', async () => {
    const { page, message, session } = await signInInPopup(provider, newProfile())
    const value = decodeURIComponent(/freehub-session-\d+=([^;]*)/.exec(session)?.[1] ?? '')
    expect(value.length).toBeGreaterThan(30)
    expect(page.text).not.toContain(value.split('.')[0])
    expect(message.token).toBe('kept in the cookie')
    expect(page.headers.get('set-cookie')).toMatch(/freehub-session-\d+=[^,]*HttpOnly/i)
    expect(page.headers.get('cross-origin-opener-policy')).toBeNull()
  })

  test('creates one account for repeated and concurrent sign-ins', async () => {
    const profile = newProfile()
    await signInInPopup(provider, profile)
    await Promise.all([signInInPopup(provider, profile), signInInPopup(provider, profile)])
    const user = await findUser(profile.email)
    const accounts = await shop.db
      .selectFrom('accounts')
      .selectAll()
      .where('user_id', '=', user?.id as string)
      .execute()
    expect(accounts).toHaveLength(1)
  })

  test('creates one user for two concurrent first sign-ins', async () => {
    const profile = newProfile()
    const signIns = await Promise.all([
      signInInPopup(provider, profile),
      signInInPopup(provider, profile),
    ])
    const [signedIn, refused] = [
      signIns.filter(({ message }) => message.token),
      signIns.filter(({ message }) => message.error),
    ]
    expect(signedIn.length).toBeGreaterThan(0)
    expect(signedIn.length + refused.length).toBe(2)
    for (const { session } of signedIn) {
      expect((await exchangeSession(shop, profile.email, session)).status).toBe(200)
    }
    for (const { message, session } of refused) {
      expect(message.error.code).toBe('unable_to_create_user')
      expect(session).not.toContain('freehub-session')
    }
    const { rows } = await sql`
      select u.id from users u left join accounts a on a.user_id = u.id where u.email = ${profile.email}
    `.execute(shop.db)
    expect(rows).toHaveLength(1)
  })

  test('does not store the tokens of the provider', async () => {
    const profile = newProfile()
    await signInInPopup(provider, profile)
    await signInInPopup(provider, profile)
    const { rows } = await sql`
      select a.access_token, a.refresh_token, a.id_token
      from accounts a join users u on u.id = a.user_id where u.email = ${profile.email}
    `.execute(shop.db)
    expect(rows).toEqual([{ access_token: null, refresh_token: null, id_token: null }])
  })

  test('reports a cancelled sign-in, and counts it as refused', async () => {
    const countSignIns = async (outcome: string) =>
      (await signIns.get()).values.find(
        ({ labels }) => labels.method === provider && labels.outcome === outcome,
      )?.value ?? 0
    const [accepted, refused] = [await countSignIns('accepted'), await countSignIns('refused')]
    const { message } = await signInInPopup(provider, { cancel: '1' })
    expect(message.error.code).toBe('access_denied')
    expect(message).not.toHaveProperty('token')
    expect(await countSignIns('refused')).toBe(refused + 1)
    expect(await countSignIns('accepted')).toBe(accepted)
  })

  test('does not link a provider account to an account with an unconfirmed email', async () => {
    const { email } = await signUp(shop)
    const { message } = await signInInPopup(provider, { email, name: 'Somebody Else' })
    expect(message.error.code).toBe('account_not_linked')
    expect((await findUser(email))?.name).toBe('Grace Hopper')
  })

  test('accepts a provider’s response once', async () => {
    const { visitor, callbackUrl } = await signInInPopup(provider, newProfile())
    const secondResponse = await visitor.get(callbackUrl)
    expect(secondResponse.headers.get('set-cookie') ?? '').not.toContain('freehub-session')
    expect(secondResponse.redirectUrl).toBe(`${shop.url}/login?error=state_mismatch`)
  })

  test('refuses a response to a sign-in that another browser started', async () => {
    const { redirectUrl: providerUrl } = await openPopup(createCookieClient(), provider)
    const callbackUrl = await confirmAtProvider(providerUrl as string, newProfile())
    const response = await createCookieClient().get(callbackUrl)
    expect(response.redirectUrl).toMatch(/\/login\?error=state_mismatch$/)
    expect(response.headers.get('set-cookie') ?? '').not.toContain('freehub-session')
  })

  test.each([
    { failToken: 500 },
    { failToken: 'cut' },
    { failProfile: 503 },
    { failProfile: 'cut' },
  ])(
    'creates no session after the provider fault %o, and signs in without the fault',
    async (faults) => {
      const profile = newProfile()
      // The server caches Google's keys, so only a restarted server fetches them.
      if (provider === 'google' && 'failProfile' in faults) shop = await shop.reopen()
      await setFaults(provider, faults)
      const { message } = await signInInPopup(provider, profile)
      expect(message.error.code).toMatch(/^(invalid_code|unable_to_get_user_info)$/)
      expect(await findUser(profile.email)).toBeUndefined()
      await setFaults(provider)
      expect((await signInInPopup(provider, profile)).message).not.toHaveProperty('error')
    },
  )

  test('clears the popup marker when a full-page sign-in starts', async () => {
    const visitor = createCookieClient()
    await openPopup(visitor, provider)
    const response = await callIdentity(shop, '/sign-in/social', {
      provider,
      callbackURL: '/login?from=provider',
      errorCallbackURL: '/login',
      disableRedirect: true,
    })
    const marker = response.headers.getSetCookie().find((cookie) => /popup=/.test(cookie))
    expect(marker).toMatch(/Max-Age=0/i)
  })
})

test('refuses a popup for another origin', async () => {
  const visitor = createCookieClient()
  const response = await openPopup(visitor, 'google', 'https://evil.example')
  expect(response.redirectUrl).toBe(`${shop.url}/api/auth/window?error=INVALID_ORIGIN`)
  const page = await visitor.get(response.redirectUrl as string)
  expect(readMessage(page.text)).toMatchObject({
    targetOrigin: shop.url,
    error: { code: 'INVALID_ORIGIN' },
  })
})

test.each([
  ['oauth-popup/start', 'window?error=VALIDATION_ERROR'],
  ['oauth-popup/start?provider=google&popupOrigin=x&scopes=repo', 'window?error=INVALID_REQUEST'],
  ['callback/google?code=a&code=b', 'login?error='],
])('redirects after an error of %s instead of responding with JSON', async (path, location) => {
  const { redirectUrl } = await createCookieClient().get(`${shop.url}/api/auth/${path}`)
  expect(redirectUrl).toContain(location)
})

test('reports a reached limit to the popup', async () => {
  const visitor = createCookieClient()
  const query = new URLSearchParams({ provider: 'none', popupOrigin: shop.url })
  const url = `${shop.url}/api/auth/oauth-popup/start?${query}`
  await visitor.get(url)
  await sql`update rate_limits set count = 10000`.execute(shop.db)
  const { redirectUrl } = await visitor.get(url)
  expect(redirectUrl).toBe(`${shop.url}/api/auth/window?error=too_many_requests`)
})

test('reports only error codes from the popup callback, and only to the shop’s origin', async () => {
  const openCallback = (query: string) =>
    createCookieClient().get(`${shop.url}/api/auth/window${query}`)
  expect(readMessage((await openCallback('')).text)).not.toHaveProperty('error')
  const injected = await openCallback(
    `?error=${encodeURIComponent('</script><script>alert(1)</script>')}`,
  )
  expect(readMessage(injected.text).error.code).toBe('internal_server_error')
  expect(injected.text).not.toContain('alert')
  expect(injected.headers.get('cross-origin-opener-policy')).toBeNull()
  expect(injected.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; script-src 'sha256-/,
  )
})

test('refuses a cross-origin callback URL', async () => {
  for (const callbackURL of ['https://evil.example/', '//evil.example', '/\\evil.example']) {
    const response = await callIdentity(shop, '/sign-in/social', {
      provider: 'google',
      callbackURL,
    })
    expect(response.status, callbackURL).toBe(403)
  }
})

test('uses GitHub’s primary email, and uses the username if the user has no name', async () => {
  await signInInPopup('github', { account: 'grace-porter' })
  await signInInPopup('github', { account: 'benokafor' })
  const { rows } = await sql`
    select u.name, u.email from users u join accounts a on a.user_id = u.id
    where a.provider_id = 'github' and u.name in ('Grace Porter', 'benokafor') order by 2
  `.execute(shop.db)
  expect(rows).toEqual([
    { name: 'benokafor', email: 'ben.okafor@workshop.example' },
    { name: 'Grace Porter', email: 'grace.porter@gmail.example' },
  ])
})

test('keeps an email address unconfirmed if the provider has not confirmed it', async () => {
  await signInInPopup('google', { account: 'una@unverified.example' })
  expect(await findUser('una@unverified.example')).toMatchObject({ email_verified: false })
  const confirmed = newProfile()
  await signInInPopup('google', confirmed)
  expect(await findUser(confirmed.email)).toMatchObject({ email_verified: true })
})

test('links accounts of both providers with the same confirmed email', async () => {
  const profile = newProfile()
  await signInInPopup('google', profile)
  expect((await signInInPopup('github', profile)).message).not.toHaveProperty('error')
  const { rows } = await sql<{ provider_id: string }>`
    select provider_id from accounts a join users u on u.id = a.user_id
    where u.email = ${profile.email} order by 1
  `.execute(shop.db)
  expect(rows.map((row) => row.provider_id)).toEqual(['github', 'google'])
})

test('aborts a request to a provider that does not respond within SIGN_IN_SECONDS', async () => {
  shop = await shop.reopen({ SIGN_IN_SECONDS: '1' })
  try {
    for (const provider of providers) await setFaults(provider, { delayMs: 30_000 })
    const attempts = await Promise.all(
      providers.map((provider) => signInInPopup(provider, newProfile())),
    )
    expect(attempts.map(({ message }) => message.error.code)).toEqual([
      'invalid_code',
      'invalid_code',
    ])
  } finally {
    shop = await shop.reopen({ SIGN_IN_SECONDS: '60' })
  }
})

test('refuses providers that are not configured', async () => {
  shop = await shop.reopen({
    GOOGLE_CLIENT_ID: '',
    GOOGLE_CLIENT_SECRET: '',
    GITHUB_CLIENT_ID: '',
    GITHUB_CLIENT_SECRET: '',
  })
  const { text } = await openPopup(createCookieClient(), 'google')
  expect(readMessage(text).error.code).toBe('provider_not_found')
})
