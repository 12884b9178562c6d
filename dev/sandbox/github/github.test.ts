import { createHash } from 'node:crypto'
import { type IncomingMessage, get as nodeGet } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Sandbox, startSandbox } from '../start-sandbox.ts'
import { control, testSettings } from '../testing/fixture.ts'
import { openVisitor } from '../testing/visitor.ts'

const settings = testSettings()
const { clientId, clientSecret } = settings.github
const back = 'http://localhost:3000/back/github'
const verifier = 'a-verifier-of-forty-three-characters-or-more-1'
const docs = 'https://docs.github.com/apps/managing-oauth-apps'
const visitor = openVisitor()

let sandbox: Sandbox

beforeAll(async () => {
  sandbox = await startSandbox(settings)
})
afterEach(() => control(sandbox.url, 'github/faults', undefined, 'DELETE'))
afterAll(() => sandbox.close())

const challenge = createHash('sha256').update(verifier).digest('base64url')
const ask = (others: Record<string, string> = {}) =>
  `${sandbox.url}/github/login/oauth/authorize?${new URLSearchParams({
    client_id: clientId,
    redirect_uri: back,
    scope: 'read:user user:email',
    state: 'my state',
    ...others,
  })}`
const queryOf = (address: string | null) =>
  Object.fromEntries(new URLSearchParams(address?.split('?')[1]))

async function signIn(answer: Record<string, string>, others: Record<string, string> = {}) {
  const ended = await visitor.post(ask(others), answer)
  return { ended, query: queryOf(ended.leadsTo) }
}

async function exchange(code: string | undefined, others: Record<string, string> = {}) {
  const answer = await fetch(`${sandbox.url}/github/login/oauth/access_token`, {
    method: 'POST',
    body: new URLSearchParams({
      client_id: clientId,
      client_secret: clientSecret,
      code: String(code),
      redirect_uri: back,
      ...others,
    }),
    headers: { accept: 'application/json' },
  })
  return { status: answer.status, body: await answer.json() }
}

async function tokenOf(account: string, others: Record<string, string> = {}) {
  const { query } = await signIn({ account }, others)
  return String((await exchange(query.code)).body.access_token)
}

async function api(path: string, authorization?: string) {
  const answer = await fetch(`${sandbox.url}/github/api${path}`, {
    headers: { ...(authorization && { authorization }) },
  })
  return { status: answer.status, headers: answer.headers, body: await answer.json() }
}

describe('Somebody signs in with GitHub', () => {
  test('and the app learns their name, and their addresses beside it', async () => {
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

  test('and comes back with the state, to the first address where none was asked for', async () => {
    const { ended, query } = await signIn({ account: 'benokafor' })
    expect(ended).toMatchObject({ status: 302 })
    expect(ended.leadsTo).toBe(`${back}?code=${query.code}&state=my+state`)
    expect(query.code).toMatch(/^[0-9a-f]{20}$/)
    const bare = `${sandbox.url}/github/login/oauth/authorize?client_id=${clientId}`
    const { leadsTo } = await visitor.post(bare, { account: 'benokafor' })
    expect(leadsTo).toMatch(/^http:\/\/localhost:3000\/back\/github\?code=[0-9a-f]{20}$/)
  })

  test('who has a user name and no other, or never verified the address', async () => {
    const ben = await api('/user', `Bearer ${await tokenOf('benokafor')}`)
    expect(ben.body).toMatchObject({
      login: 'benokafor',
      name: null,
      email: 'ben.okafor@workshop.example',
    })
    const una = await api('/user/emails', `Bearer ${await tokenOf('unverified-una')}`)
    expect(una.body).toMatchObject([{ primary: true, verified: false }])
  })

  test('with any other account, and is the same person each time', async () => {
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

describe('The page', () => {
  test('says what it is, runs nothing, and lets its form lead back to the app', async () => {
    const { text, headers } = await visitor.get(ask())
    expect(text).toContain('Sign in with GitHub – sandbox stand-in')
    expect(text).toContain('no name given')
    expect(text).not.toContain('<script')
    expect(headers.get('content-security-policy')).toContain(
      "form-action 'self' http://localhost:3000 http://127.0.0.1:3000",
    )
  })

  test('says in words when an email address is none', async () => {
    const { ended } = await signIn({ email: 'ada', name: '' })
    expect(ended.status).toBe(400)
    expect(ended.text).toContain('This is not an email address.')
  })

  test('sends a person who cancels back to the app, which hears of it', async () => {
    const { ended, query } = await signIn({ cancel: 'yes' })
    expect(query).toEqual({
      error: 'access_denied',
      error_description: 'The user has denied your application access.',
      error_uri: `${docs}/troubleshooting-authorization-request-errors/#access-denied`,
      state: 'my state',
    })
    expect(ended.leadsTo).toContain('The+user+has+denied+your+application+access.')
  })

  test('takes no posts from pages of other sites', async () => {
    const answer = await fetch(ask(), {
      method: 'POST',
      body: new URLSearchParams({ account: 'grace-porter' }),
      headers: { origin: 'http://evil.example' },
    })
    expect(answer.status).toBe(403)
  })

  test('stays away where the app is unknown', async () => {
    const { status, leadsTo } = await visitor.get(ask({ client_id: 'someone' }))
    expect({ status, leadsTo }).toEqual({ status: 404, leadsTo: null })
  })

  test('never sends anybody to an address that is not registered', async () => {
    const { leadsTo } = await visitor.get(ask({ redirect_uri: 'http://evil.example/back' }))
    expect(leadsTo?.startsWith(`${back}?`)).toBe(true)
    expect(queryOf(leadsTo)).toEqual({
      error: 'redirect_uri_mismatch',
      error_description:
        'The redirect_uri MUST match the registered callback URL for this application.',
      error_uri: `${docs}/troubleshooting-authorization-request-errors/#redirect-uri-mismatch`,
      state: 'my state',
    })
  })
})

describe('The app exchanges a code', () => {
  test('in JSON too, and is answered with a form unless it asks for JSON', async () => {
    const { query } = await signIn({ account: 'grace-porter' })
    const answer = await fetch(`${sandbox.url}/github/login/oauth/access_token`, {
      method: 'POST',
      body: JSON.stringify({
        client_id: clientId,
        client_secret: clientSecret,
        code: query.code,
      }),
      headers: { 'content-type': 'application/json' },
    })
    expect(answer.headers.get('content-type')).toContain('application/x-www-form-urlencoded')
    expect(await answer.text()).toMatch(
      /^access_token=gho_[0-9a-z]{36}&scope=read%3Auser%2Cuser%3Aemail&token_type=bearer$/,
    )
  })

  test('not with a wrong secret, which it hears of with status 200', async () => {
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

  test('once, and none of its own making', async () => {
    const { query } = await signIn({ account: 'grace-porter' })
    expect((await exchange(query.code)).body).toHaveProperty('access_token')
    expect(await exchange(query.code)).toEqual(badCode)
    expect(await exchange('made-up')).toEqual(badCode)
  })

  test('within ten minutes', async () => {
    const { query } = await signIn({ account: 'grace-porter' })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * 60 * 1000 + 1 })
    const late = await exchange(query.code)
    vi.useRealTimers()
    expect(late).toEqual(badCode)
  })

  test('for the address that it was asked for', async () => {
    const { query } = await signIn({ account: 'grace-porter' })
    const other = { redirect_uri: 'http://127.0.0.1:3000/back/github' }
    expect(await exchange(query.code, other)).toMatchObject({
      status: 200,
      body: { error: 'redirect_uri_mismatch' },
    })
  })

  test('that was asked for with a challenge, by the verifier alone', async () => {
    const pkce = { code_challenge: challenge, code_challenge_method: 'S256' }
    const right = await signIn({ account: 'grace-porter' }, pkce)
    const { body } = await exchange(right.query.code, { code_verifier: verifier })
    expect(body).toHaveProperty('access_token')
    const wrong = await signIn({ account: 'grace-porter' }, pkce)
    expect(await exchange(wrong.query.code, { code_verifier: `${verifier}2` })).toEqual(badCode)
    const plain = await visitor.get(ask({ code_challenge: verifier }))
    expect(queryOf(plain.leadsTo)).toMatchObject({ error: 'invalid_request' })
  })
})

describe('The API', () => {
  test('knows nobody without a token that it gave', async () => {
    expect(await api('/user', 'Bearer gho_made_up')).toMatchObject({
      status: 401,
      body: { message: 'Bad credentials' },
    })
    expect(await api('/user')).toMatchObject({
      status: 401,
      body: { message: 'Requires authentication' },
    })
  })

  test('shows addresses to those alone who asked for them', async () => {
    const token = await tokenOf('grace-porter', { scope: '' })
    expect((await api('/user', `Bearer ${token}`)).status).toBe(200)
    expect(await api('/user/emails', `Bearer ${token}`)).toMatchObject({
      status: 404,
      body: { message: 'Not Found' },
    })
    const user = await tokenOf('grace-porter', { scope: 'user' })
    expect((await api('/user/emails', `Bearer ${user}`)).status).toBe(200)
  })

  test('forbids callers who do not say what they are', async () => {
    const answer = await new Promise<IncomingMessage>((resolve) =>
      nodeGet(`${sandbox.url}/github/api/user`, resolve),
    )
    answer.resume()
    expect(answer.statusCode).toBe(403)
  })

  test('fails, breaks off or is late when the fault says so', async () => {
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
