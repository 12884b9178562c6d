import { createHash, createPublicKey, verify, type webcrypto } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../start-sandbox.ts'
import { createCookieClient } from '../testing/cookie-client.ts'
import { control, testSettings } from '../testing/sandbox-helpers.ts'

const settings = testSettings()
const { clientId, clientSecret } = settings.google
const redirectUri = 'http://localhost:3000/back/google'
const verifier = 'a-verifier-of-forty-three-characters-or-more-1'
const grace = { account: 'grace.porter@gmail.example' }

let sandbox: Sandbox
let client: ReturnType<typeof createCookieClient>

beforeAll(async () => {
  sandbox = await startSandbox(settings)
})
beforeEach(() => {
  client = createCookieClient()
})
afterEach(() => control(sandbox.url, 'google/faults', undefined, 'DELETE'))
afterAll(() => sandbox.close())

const challenge = createHash('sha256').update(verifier).digest('base64url')
const authorizeUrl = (overrides: Record<string, string> = {}, origin = sandbox.url) =>
  `${origin}/google/o/oauth2/v2/auth?${new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid email profile',
    state: 'my state',
    ...overrides,
  })}`

/** Submits the account page and follows the redirects until they leave the sandbox. */
async function signIn(selection: Record<string, string>, overrides: Record<string, string> = {}) {
  const page = await client.follow(authorizeUrl(overrides))
  const response = await client.post(page.url, selection)
  const lastResponse = response.redirectUrl ? await client.follow(response.redirectUrl) : response
  return { page, lastResponse, query: new URLSearchParams(lastResponse.redirectUrl?.split('?')[1]) }
}

async function exchange(code: string | null, overrides: Record<string, string> = {}) {
  const response = await fetch(`${sandbox.url}/google/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: String(code),
      redirect_uri: redirectUri,
      client_id: clientId,
      client_secret: clientSecret,
      ...overrides,
    }),
  })
  return { status: response.status, body: await response.json() }
}

async function claimsOf(selection: Record<string, string>, overrides: Record<string, string> = {}) {
  const { query } = await signIn(selection, overrides)
  const { body } = await exchange(query.get('code'))
  const payload = await verifyIdToken(body.id_token)
  expect(payload).toMatchObject({ iss: `${sandbox.url}/google`, aud: clientId })
  return { payload, accessToken: String(body.access_token) }
}

/** Returns the claims of an ID token after checking its signature with the published key. */
async function verifyIdToken(token: string) {
  const [head = '', body = '', signature = ''] = token.split('.')
  const { alg, kid } = decodeSegment(head)
  expect(alg).toBe('RS256')
  const published = await fetch(`${sandbox.url}/google/oauth2/v3/certs`)
  const { keys } = (await published.json()) as { keys: (webcrypto.JsonWebKey & { kid: string })[] }
  const key = createPublicKey({
    format: 'jwk',
    key: keys.find((candidate) => candidate.kid === kid) ?? {},
  })
  const signed = Buffer.from(`${head}.${body}`)
  expect(verify('sha256', signed, key, Buffer.from(signature, 'base64url'))).toBe(true)
  return decodeSegment(body)
}

function decodeSegment(part: string) {
  return JSON.parse(Buffer.from(part, 'base64url').toString())
}

describe('Google sign-in', () => {
  test('returns an ID token to the app, signed and valid for an hour', async () => {
    const { payload, accessToken } = await claimsOf(grace, { nonce: 'once' })
    const { sub, iat, exp, picture } = payload
    expect(payload).toMatchObject({
      email: 'grace.porter@gmail.example',
      email_verified: true,
      name: 'Grace Porter',
      given_name: 'Grace',
      family_name: 'Porter',
      nonce: 'once',
    })
    expect(sub).toMatch(/^1\d{20}$/)
    expect(exp - iat).toBe(3600)
    const shown = await fetch(String(picture))
    expect(shown.headers.get('content-type')).toBe('image/svg+xml')
    expect(await shown.text()).toContain('>GP</text>')
    const userinfo = await fetch(`${sandbox.url}/google/v1/userinfo`, {
      headers: { authorization: `Bearer ${accessToken}` },
    })
    expect(await userinfo.json()).toMatchObject({ sub, email: 'grace.porter@gmail.example' })
  })

  test('redirects to the requested URI with the state', async () => {
    const { lastResponse, query } = await signIn(grace)
    expect(lastResponse.redirectUrl).toMatch(/^http:\/\/localhost:3000\/back\/google\?/)
    expect(query.get('state')).toBe('my state')
  })

  test('returns the same subject for an account, regardless of how the user chose it', async () => {
    const first = await claimsOf(grace)
    const second = await claimsOf({ email: 'Grace.Porter@gmail.example', name: '' })
    expect(second.payload).toMatchObject({ sub: first.payload.sub, name: 'Grace Porter' })
  })

  test('offers an account without a picture and an account with an unverified email', async () => {
    const { payload } = await claimsOf({ account: 'ben.okafor@workshop.example' })
    expect(payload).not.toHaveProperty('picture')
    const una = await claimsOf({ account: 'una@unverified.example' })
    expect(una.payload).toMatchObject({ email_verified: false })
  })

  test('accepts an account that is not offered, with or without a name', async () => {
    const { payload } = await claimsOf({ email: ' ada@example.com ', name: 'Ada King Lovelace' })
    expect(payload).toMatchObject({
      email: 'ada@example.com',
      email_verified: true,
      given_name: 'Ada King',
      family_name: 'Lovelace',
    })
    const withoutName = await claimsOf({ email: 'nobody@example.com', name: '' })
    expect(withoutName.payload).not.toHaveProperty('name')
  })

  test('asks for an account each time, regardless of the prompt parameter', async () => {
    await signIn(grace)
    expect((await client.follow(authorizeUrl())).text).toContain('Choose an account')
    const { payload } = await claimsOf(
      { account: 'ben.okafor@workshop.example' },
      { prompt: 'select_account consent', access_type: 'offline' },
    )
    expect(payload.name).toBe('Ben Okafor')
    expect((await client.follow(authorizeUrl({ prompt: 'none' }))).redirectUrl).toContain(
      'login_required',
    )
  })

  test('works under another host name of this machine with the same issuer', async () => {
    const origin = sandbox.url.replace('127.0.0.1', 'localhost')
    const page = await client.follow(authorizeUrl({}, origin))
    expect(page.url.startsWith(origin)).toBe(true)
    const response = await client.post(page.url, grace)
    const lastResponse = await client.follow(String(response.redirectUrl))
    expect(lastResponse.redirectUrl).toContain(encodeURIComponent(`${sandbox.url}/google`))
  })
})

describe('The account page', () => {
  test('shows the sandbox’s name, runs no scripts and allows form redirects to the app', async () => {
    const { text, headers } = await client.follow(authorizeUrl())
    expect(text).toContain('Sign in with Google – Freehub sandbox')
    expect(text).toContain('<strong>localhost:3000</strong>')
    expect(text).not.toContain('<script')
    expect(headers.get('content-security-policy')).toContain(
      "form-action 'self' http://localhost:3000 http://127.0.0.1:3000",
    )
  })

  test('explains an invalid email address and keeps the input', async () => {
    const { lastResponse } = await signIn({ email: 'ada@<b>', name: 'Ada' })
    expect(lastResponse.status).toBe(400)
    expect(lastResponse.text).toContain('This is not an email address.')
    expect(lastResponse.text).toContain('value="ada@&lt;b&gt;"')
    expect(lastResponse.text).toContain('value="Ada"')
    const empty = await client.post(lastResponse.url, {})
    expect(empty.text).toContain('Enter an email address.')
  })

  test('redirects to the app with an error when the user cancels', async () => {
    const { query } = await signIn({ cancel: 'yes' })
    expect(Object.fromEntries(query)).toMatchObject({ error: 'access_denied', state: 'my state' })
    expect(query.has('code')).toBe(false)
  })

  test('rejects other browsers and cross-origin posts', async () => {
    const page = await client.follow(authorizeUrl())
    const crossOrigin = await fetch(page.url, {
      method: 'POST',
      body: new URLSearchParams(grace),
      headers: { origin: 'http://evil.example' },
    })
    expect(crossOrigin.status).toBe(403)
    client.clearCookies()
    const otherBrowser = await client.post(page.url, grace)
    expect(otherBrowser.status).toBe(400)
    expect(otherBrowser.text).toContain('This sign-in has expired.')
  })

  test('shows an error for an unknown app or redirect URI', async () => {
    const unknownRedirect = await client.follow(
      authorizeUrl({ redirect_uri: 'http://localhost:3000/evil' }),
    )
    expect(unknownRedirect).toMatchObject({ status: 400, redirectUrl: null })
    expect(unknownRedirect.text).toContain('redirect_uri_mismatch')
    const unknown = await client.follow(authorizeUrl({ client_id: '<b>unknown</b>' }))
    expect(unknown).toMatchObject({ status: 400, redirectUrl: null })
    expect(unknown.text).toContain('invalid_client')
  })
})

describe('The token exchange', () => {
  test('accepts client credentials in the header', async () => {
    const { query } = await signIn(grace)
    const response = await fetch(`${sandbox.url}/google/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: String(query.get('code')),
        redirect_uri: redirectUri,
      }),
      headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
    })
    expect(await response.json()).toMatchObject({
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'openid email profile',
    })
  })

  test('accepts a code once and revokes its tokens on reuse', async () => {
    const { query } = await signIn(grace)
    const first = await exchange(query.get('code'))
    expect(await exchange(query.get('code'))).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    })
    const userinfo = await fetch(`${sandbox.url}/google/v1/userinfo`, {
      headers: { authorization: `Bearer ${first.body.access_token}` },
    })
    expect(userinfo.status).toBe(401)
  })

  test('rejects a wrong secret, an unknown code and a different redirect URI', async () => {
    const { query } = await signIn(grace)
    const code = query.get('code')
    expect(await exchange(code, { client_secret: 'wrong' })).toMatchObject({
      status: 401,
      body: { error: 'invalid_client' },
    })
    expect(await exchange('made-up')).toMatchObject({ body: { error: 'invalid_grant' } })
    const other = { redirect_uri: 'http://127.0.0.1:3000/back/google' }
    expect(await exchange(code, other)).toMatchObject({ body: { error: 'invalid_grant' } })
  })

  test('requires the matching PKCE verifier', async () => {
    const pkce = { code_challenge: challenge, code_challenge_method: 'S256' }
    const right = await signIn(grace, pkce)
    expect(await exchange(right.query.get('code'), { code_verifier: verifier })).toMatchObject({
      status: 200,
    })
    for (const wrong of [{ code_verifier: `${verifier}2` }, { code_verifier: '' }]) {
      const { query } = await signIn(grace, pkce)
      expect(await exchange(query.get('code'), wrong)).toMatchObject({
        status: 400,
        body: { error: 'invalid_grant' },
      })
    }
  })
})

describe('Faults', () => {
  test('make the token exchange and the keys fail', async () => {
    const { query } = await signIn(grace)
    await control(sandbox.url, 'google/faults', { failToken: 500, failProfile: 'cut' })
    const token = await fetch(`${sandbox.url}/google/token`, { method: 'POST' })
    expect(token.status).toBe(500)
    await expect(fetch(`${sandbox.url}/google/oauth2/v3/certs`)).rejects.toThrow('fetch failed')
    await control(sandbox.url, 'google/faults', undefined, 'DELETE')
    expect((await exchange(query.get('code'))).status).toBe(200)
  })

  test('delay responses', async () => {
    await control(sandbox.url, 'google/faults', { delayMs: 300 })
    const before = performance.now()
    await fetch(`${sandbox.url}/google/oauth2/v3/certs`)
    expect(performance.now() - before).toBeGreaterThan(290)
  })

  test('are rejected if they are unknown', async () => {
    const paths = ['google/faults', 'github/faults']
    for (const path of paths) {
      expect((await control(sandbox.url, path, { failEverything: 500 })).status).toBe(400)
      expect((await control(sandbox.url, path, { failToken: 'often' })).status).toBe(400)
      expect((await control(sandbox.url, path, undefined, 'GET')).body).toEqual({
        delayMs: 0,
        failToken: null,
        failProfile: null,
      })
    }
  })
})
