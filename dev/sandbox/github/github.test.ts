import { createHash } from 'node:crypto'
import { type IncomingMessage, get as nodeGet } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Sandbox, startSandbox } from '../start-sandbox.ts'
import { createCookieClient } from '../testing/cookie-client.ts'
import { control, testSettings } from '../testing/sandbox-helpers.ts'

const settings = testSettings()
const { clientId, clientSecret } = settings.github
const redirectUri = 'http://localhost:3000/back/github'
const verifier = 'a-verifier-of-forty-three-characters-or-more-1'
const docs = 'https://docs.github.com/apps/managing-oauth-apps'
const client = createCookieClient()

let sandbox: Sandbox

beforeAll(async () => {
  sandbox = await startSandbox(settings)
})
afterEach(() => control(sandbox.url, 'github/faults', undefined, 'DELETE'))
afterAll(() => sandbox.close())

const challenge = createHash('sha256').update(verifier).digest('base64url')
const authorizeUrl = (overrides: Record<string, string> = {}) =>
  `${sandbox.url}/github/login/oauth/authorize?${new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: 'read:user user:email',
    state: 'my state',
    ...overrides,
  })}`
const parseQuery = (url: string | null) =>
  Object.fromEntries(new URLSearchParams(url?.split('?')[1]))

async function signIn(selection: Record<string, string>, overrides: Record<string, string> = {}) {
  const response = await client.post(authorizeUrl(overrides), selection)
  return { response, query: parseQuery(response.redirectUrl) }
}

async function exchange(code: string | undefined, overrides: Record<string, string> = {}) {
  const response = await fetch(`${sandbox.url}/github/login/oauth/access_token`, {
    method: 'POST',
    body: new URLSearchParams({
      client_id: clientId,
      client_secret: clientSecret,
      code: String(code),
      redirect_uri: redirectUri,
      ...overrides,
    }),
    headers: { accept: 'application/json' },
  })
  return { status: response.status, body: await response.json() }
}

async function tokenOf(account: string, overrides: Record<string, string> = {}) {
  const { query } = await signIn({ account }, overrides)
  return String((await exchange(query.code)).body.access_token)
}

async function api(path: string, authorization?: string) {
  const response = await fetch(`${sandbox.url}/github/api${path}`, {
    headers: { ...(authorization && { authorization }) },
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

describe('GitHub sign-in', () => {
  test('returns the user’s name and email addresses to the app', async () => {
    const token = await tokenOf('grace-porter')
    expect(token).toMatch(/^gho_[0-9a-z]{36}$/)
    const { body, headers } = await api('/user', `Bearer ${token}`)
    expect(body).toMatchObject({
      login: 'grace-porter',
      id: expect.any(Number),
      name: 'Grace Porter',
      email: null,
      type: 'User',
    })
    expect(headers.get('x-oauth-scopes')).toBe('read:user, user:email')
    expect((await fetch(body.avatar_url)).headers.get('content-type')).toBe('image/svg+xml')
    expect((await api('/user/emails', `token ${token}`)).body).toEqual([
      { email: 'grace@old-job.example', primary: false, verified: true, visibility: null },
      {
        email: 'grace.porter@gmail.example',
        primary: true,
        verified: true,
        visibility: 'private',
      },
    ])
  })

  test('redirects with the state, by default to the first registered URI', async () => {
    const { response, query } = await signIn({ account: 'benokafor' })
    expect(response).toMatchObject({ status: 302 })
    expect(response.redirectUrl).toBe(`${redirectUri}?code=${query.code}&state=my+state`)
    expect(query.code).toMatch(/^[0-9a-f]{20}$/)
    const bare = `${sandbox.url}/github/login/oauth/authorize?client_id=${clientId}`
    const { redirectUrl } = await client.post(bare, { account: 'benokafor' })
    expect(redirectUrl).toMatch(/^http:\/\/localhost:3000\/back\/github\?code=[0-9a-f]{20}$/)
  })

  test('offers an account without a name and an account with an unverified email', async () => {
    const ben = await api('/user', `Bearer ${await tokenOf('benokafor')}`)
    expect(ben.body).toMatchObject({
      login: 'benokafor',
      name: null,
      email: 'ben.okafor@workshop.example',
    })
    const una = await api('/user/emails', `Bearer ${await tokenOf('unverified-una')}`)
    expect(una.body).toMatchObject([{ primary: true, verified: false }])
  })

  test('accepts any email that is not listed, and returns the same ID each time, ignoring case', async () => {
    const ids = []
    for (const email of ['ada@example.com', 'Ada@Example.com']) {
      const { query } = await signIn({ email, name: 'Ada' })
      const { access_token } = (await exchange(query.code)).body
      const { body } = await api('/user', `Bearer ${access_token}`)
      expect(body).toMatchObject({ login: 'ada-example-com', name: 'Ada', email: null })
      ids.push(body.id)
      expect((await api('/user/emails', `Bearer ${access_token}`)).body).toMatchObject([
        { email, primary: true, verified: true },
      ])
    }
    expect(ids[0]).toBe(ids[1])
  })
})

describe('The account page', () => {
  test('identifies itself as the sandbox, runs no scripts and allows form redirects to the app', async () => {
    const { text, headers } = await client.get(authorizeUrl())
    expect(text).toContain('Sign in with GitHub – Freehub sandbox')
    expect(text).toContain('no name set')
    expect(text).not.toContain('<script')
    expect(headers.get('content-security-policy')).toContain(
      "form-action 'self' http://localhost:3000 http://127.0.0.1:3000",
    )
  })

  test('explains an invalid email address', async () => {
    const { response } = await signIn({ email: 'ada', name: '' })
    expect(response.status).toBe(400)
    expect(response.text).toContain('This is not an email address.')
  })

  test('redirects to the app with an error when the user cancels', async () => {
    const { response, query } = await signIn({ cancel: 'yes' })
    expect(query).toEqual({
      error: 'access_denied',
      error_description: 'The user has denied your application access.',
      error_uri: `${docs}/troubleshooting-authorization-request-errors/#access-denied`,
      state: 'my state',
    })
    expect(response.redirectUrl).toContain('The+user+has+denied+your+application+access.')
  })

  test('rejects cross-origin posts', async () => {
    const response = await fetch(authorizeUrl(), {
      method: 'POST',
      body: new URLSearchParams({ account: 'grace-porter' }),
      headers: { origin: 'http://evil.example' },
    })
    expect(response.status).toBe(403)
  })

  test('returns 404 for an unknown app', async () => {
    const { status, redirectUrl } = await client.get(authorizeUrl({ client_id: 'unknown' }))
    expect({ status, redirectUrl }).toEqual({ status: 404, redirectUrl: null })
  })

  test('never redirects to an unregistered URI', async () => {
    const { redirectUrl } = await client.get(
      authorizeUrl({ redirect_uri: 'http://evil.example/back' }),
    )
    expect(redirectUrl?.startsWith(`${redirectUri}?`)).toBe(true)
    expect(parseQuery(redirectUrl)).toEqual({
      error: 'redirect_uri_mismatch',
      error_description:
        'The redirect_uri MUST match the registered callback URL for this application.',
      error_uri: `${docs}/troubleshooting-authorization-request-errors/#redirect-uri-mismatch`,
      state: 'my state',
    })
  })
})

describe('The token exchange', () => {
  test('reads a JSON body, and responds form-encoded unless the client accepts JSON', async () => {
    const { query } = await signIn({ account: 'grace-porter' })
    const response = await fetch(`${sandbox.url}/github/login/oauth/access_token`, {
      method: 'POST',
      body: JSON.stringify({
        client_id: clientId,
        client_secret: clientSecret,
        code: query.code,
      }),
      headers: { 'content-type': 'application/json' },
    })
    expect(response.headers.get('content-type')).toContain('application/x-www-form-urlencoded')
    expect(await response.text()).toMatch(
      /^access_token=gho_[0-9a-z]{36}&scope=read%3Auser%2Cuser%3Aemail&token_type=bearer$/,
    )
  })

  test('rejects a wrong secret with status 200', async () => {
    const { query } = await signIn({ account: 'grace-porter' })
    expect(await exchange(query.code, { client_secret: 'wrong' })).toEqual({
      status: 200,
      body: {
        error: 'incorrect_client_credentials',
        error_description: 'The client_id and/or client_secret passed are incorrect.',
        error_uri: `${docs}/troubleshooting-oauth-app-access-token-request-errors/#incorrect-client-credentials`,
      },
    })
    expect((await exchange(query.code)).body).toHaveProperty('access_token')
  })

  const badCode = {
    status: 200,
    body: {
      error: 'bad_verification_code',
      error_description: 'The code passed is incorrect or expired.',
      error_uri: `${docs}/troubleshooting-oauth-app-access-token-request-errors/#bad-verification-code`,
    },
  }

  test('accepts each issued code once', async () => {
    const { query } = await signIn({ account: 'grace-porter' })
    expect((await exchange(query.code)).body).toHaveProperty('access_token')
    expect(await exchange(query.code)).toEqual(badCode)
    expect(await exchange('made-up')).toEqual(badCode)
  })

  test('rejects a code after ten minutes', async () => {
    const { query } = await signIn({ account: 'grace-porter' })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * 60 * 1000 + 1 })
    const late = await exchange(query.code)
    vi.useRealTimers()
    expect(late).toEqual(badCode)
  })

  test('rejects a different redirect URI', async () => {
    const { query } = await signIn({ account: 'grace-porter' })
    const other = { redirect_uri: 'http://127.0.0.1:3000/back/github' }
    expect(await exchange(query.code, other)).toMatchObject({
      status: 200,
      body: { error: 'redirect_uri_mismatch' },
    })
  })

  test('requires the matching PKCE verifier', async () => {
    const pkce = { code_challenge: challenge, code_challenge_method: 'S256' }
    const right = await signIn({ account: 'grace-porter' }, pkce)
    const { body } = await exchange(right.query.code, { code_verifier: verifier })
    expect(body).toHaveProperty('access_token')
    const wrong = await signIn({ account: 'grace-porter' }, pkce)
    expect(await exchange(wrong.query.code, { code_verifier: `${verifier}2` })).toEqual(badCode)
    const plain = await client.get(authorizeUrl({ code_challenge: verifier }))
    expect(parseQuery(plain.redirectUrl)).toMatchObject({ error: 'invalid_request' })
  })
})

describe('The API', () => {
  test('requires an issued token', async () => {
    expect(await api('/user', 'Bearer gho_made_up')).toMatchObject({
      status: 401,
      body: { message: 'Bad credentials' },
    })
    expect(await api('/user')).toMatchObject({
      status: 401,
      body: { message: 'Requires authentication' },
    })
  })

  test('returns email addresses only with the email scope', async () => {
    const token = await tokenOf('grace-porter', { scope: '' })
    expect((await api('/user', `Bearer ${token}`)).status).toBe(200)
    expect(await api('/user/emails', `Bearer ${token}`)).toMatchObject({
      status: 404,
      body: { message: 'Not Found' },
    })
    const user = await tokenOf('grace-porter', { scope: 'user' })
    expect((await api('/user/emails', `Bearer ${user}`)).status).toBe(200)
  })

  test('requires a User-Agent', async () => {
    const response = await new Promise<IncomingMessage>((resolve) =>
      nodeGet(`${sandbox.url}/github/api/user`, resolve),
    )
    response.resume()
    expect(response.statusCode).toBe(403)
  })

  test('fails, disconnects or responds late when a fault is set', async () => {
    const { query } = await signIn({ account: 'grace-porter' })
    await control(sandbox.url, 'github/faults', { failToken: 'cut', failProfile: 503, delayMs: 50 })
    await expect(exchange(query.code)).rejects.toThrow('fetch failed')
    const before = performance.now()
    expect((await api('/user')).status).toBe(503)
    expect(performance.now() - before).toBeGreaterThan(45)
    await control(sandbox.url, 'github/faults', { failToken: null })
    expect((await exchange(query.code)).body).toHaveProperty('access_token')
  })
})
