import { createHash, createPublicKey, verify, type webcrypto } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../start-sandbox.ts'
import { control, testSettings } from '../testing/fixture.ts'
import { openVisitor } from '../testing/visitor.ts'

const settings = testSettings()
const { clientId, clientSecret } = settings.google
const back = 'http://localhost:3000/back/google'
const verifier = 'a-verifier-of-forty-three-characters-or-more-1'
const grace = { account: 'grace.porter@gmail.example' }

let sandbox: Sandbox
let visitor: ReturnType<typeof openVisitor>

beforeAll(async () => {
  sandbox = await startSandbox(settings)
})
beforeEach(() => {
  visitor = openVisitor()
})
afterEach(() => control(sandbox.url, 'google/faults', undefined, 'DELETE'))
afterAll(() => sandbox.close())

const challenge = createHash('sha256').update(verifier).digest('base64url')
const ask = (others: Record<string, string> = {}, origin = sandbox.url) =>
  `${origin}/google/o/oauth2/v2/auth?${new URLSearchParams({
    client_id: clientId,
    redirect_uri: back,
    response_type: 'code',
    scope: 'openid email profile',
    state: 'my state',
    ...others,
  })}`

/** Goes through the page as a person, and answers the address they come back to. */
async function signIn(answer: Record<string, string>, others: Record<string, string> = {}) {
  const page = await visitor.follow(ask(others))
  const posted = await visitor.post(page.address, answer)
  const ended = posted.leadsTo ? await visitor.follow(posted.leadsTo) : posted
  return { page, ended, query: new URLSearchParams(ended.leadsTo?.split('?')[1]) }
}

async function exchange(code: string | null, others: Record<string, string> = {}) {
  const answer = await fetch(`${sandbox.url}/google/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: String(code),
      redirect_uri: back,
      client_id: clientId,
      client_secret: clientSecret,
      ...others,
    }),
  })
  return { status: answer.status, body: await answer.json() }
}

async function claimsOf(answer: Record<string, string>, others: Record<string, string> = {}) {
  const { query } = await signIn(answer, others)
  const { body } = await exchange(query.get('code'))
  const payload = await verified(body.id_token)
  expect(payload).toMatchObject({ iss: `${sandbox.url}/google`, aud: clientId })
  return { payload, accessToken: String(body.access_token) }
}

/** What an id_token says, once its signature is checked with the published key that it names. */
async function verified(token: string) {
  const [head = '', body = '', signature = ''] = token.split('.')
  const { alg, kid } = decoded(head)
  expect(alg).toBe('RS256')
  const published = await fetch(`${sandbox.url}/google/oauth2/v3/certs`)
  const { keys } = (await published.json()) as { keys: (webcrypto.JsonWebKey & { kid: string })[] }
  const key = createPublicKey({ format: 'jwk', key: keys.find((one) => one.kid === kid) ?? {} })
  const signed = Buffer.from(`${head}.${body}`)
  expect(verify('sha256', signed, key, Buffer.from(signature, 'base64url'))).toBe(true)
  return decoded(body)
}

function decoded(part: string) {
  return JSON.parse(Buffer.from(part, 'base64url').toString())
}

describe('Somebody signs in with Google', () => {
  test('and the app is told who they are, in a signed token for an hour', async () => {
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

  test('and comes back with the state, to the address that was asked for', async () => {
    const { ended, query } = await signIn(grace)
    expect(ended.leadsTo).toMatch(/^http:\/\/localhost:3000\/back\/google\?/)
    expect(query.get('state')).toBe('my state')
  })

  test('and is the same person each time, whichever of their own words they use', async () => {
    const first = await claimsOf(grace)
    const second = await claimsOf({ email: 'Grace.Porter@gmail.example', name: '' })
    expect(second.payload).toMatchObject({ sub: first.payload.sub, name: 'Grace Porter' })
  })

  test('who has no picture, or never verified the address', async () => {
    const { payload } = await claimsOf({ account: 'ben.okafor@workshop.example' })
    expect(payload).not.toHaveProperty('picture')
    const una = await claimsOf({ account: 'una@unverified.example' })
    expect(una.payload).toMatchObject({ email_verified: false })
  })

  test('with any other account, whose name may be unknown', async () => {
    const { payload } = await claimsOf({ email: ' ada@example.com ', name: 'Ada King Lovelace' })
    expect(payload).toMatchObject({
      email: 'ada@example.com',
      email_verified: true,
      given_name: 'Ada King',
      family_name: 'Lovelace',
    })
    const nameless = await claimsOf({ email: 'nobody@example.com', name: '' })
    expect(nameless.payload).not.toHaveProperty('name')
  })

  test('and is asked who they are each time, whatever the app prompts for', async () => {
    await signIn(grace)
    expect((await visitor.follow(ask())).text).toContain('Choose an account')
    const { payload } = await claimsOf(
      { account: 'ben.okafor@workshop.example' },
      { prompt: 'select_account consent', access_type: 'offline' },
    )
    expect(payload.name).toBe('Ben Okafor')
    expect((await visitor.follow(ask({ prompt: 'none' }))).leadsTo).toContain('login_required')
  })

  test('by another name of this machine, under the one issuer', async () => {
    const origin = sandbox.url.replace('127.0.0.1', 'localhost')
    const page = await visitor.follow(ask({}, origin))
    expect(page.address.startsWith(origin)).toBe(true)
    const posted = await visitor.post(page.address, grace)
    const ended = await visitor.follow(String(posted.leadsTo))
    expect(ended.leadsTo).toContain(encodeURIComponent(`${sandbox.url}/google`))
  })
})

describe('The page', () => {
  test('says what it is, runs nothing, and lets its form lead back to the app', async () => {
    const { text, headers } = await visitor.follow(ask())
    expect(text).toContain('Sign in with Google – sandbox stand-in')
    expect(text).toContain('<strong>localhost:3000</strong>')
    expect(text).not.toContain('<script')
    expect(headers.get('content-security-policy')).toContain(
      "form-action 'self' http://localhost:3000 http://127.0.0.1:3000",
    )
  })

  test('says in words when an email address is none, and keeps what was typed', async () => {
    const { ended } = await signIn({ email: 'ada@<b>', name: 'Ada' })
    expect(ended.status).toBe(400)
    expect(ended.text).toContain('This is not an email address.')
    expect(ended.text).toContain('value="ada@&lt;b&gt;"')
    expect(ended.text).toContain('value="Ada"')
    const empty = await visitor.post(ended.address, {})
    expect(empty.text).toContain('Enter an email address.')
  })

  test('sends a person who cancels back to the app, which hears of it', async () => {
    const { query } = await signIn({ cancel: 'yes' })
    expect(Object.fromEntries(query)).toMatchObject({ error: 'access_denied', state: 'my state' })
    expect(query.has('code')).toBe(false)
  })

  test('is of no use to another browser, or to pages of other sites', async () => {
    const page = await visitor.follow(ask())
    const foreign = await fetch(page.address, {
      method: 'POST',
      body: new URLSearchParams(grace),
      headers: { origin: 'http://evil.example' },
    })
    expect(foreign.status).toBe(403)
    visitor.forget()
    const stranger = await visitor.post(page.address, grace)
    expect(stranger.status).toBe(400)
    expect(stranger.text).toContain('This sign-in has run out.')
  })

  test('stays away where the app or its address is unknown', async () => {
    const elsewhere = await visitor.follow(ask({ redirect_uri: 'http://localhost:3000/evil' }))
    expect(elsewhere).toMatchObject({ status: 400, leadsTo: null })
    expect(elsewhere.text).toContain('redirect_uri_mismatch')
    const unknown = await visitor.follow(ask({ client_id: '<b>someone</b>' }))
    expect(unknown).toMatchObject({ status: 400, leadsTo: null })
    expect(unknown.text).toContain('invalid_client')
  })
})

describe('The app exchanges a code', () => {
  test('with its name and secret in the header too', async () => {
    const { query } = await signIn(grace)
    const answer = await fetch(`${sandbox.url}/google/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: String(query.get('code')),
        redirect_uri: back,
      }),
      headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
    })
    expect(await answer.json()).toMatchObject({
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'openid email profile',
    })
  })

  test('once, and no token of it is good when it is tried again', async () => {
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

  test('not with a wrong secret, a code of its own making, or for another address', async () => {
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

  test('that was asked for with a challenge, by the verifier alone', async () => {
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

describe('Google fails when the fault says so', () => {
  test('at the exchange, and at the keys', async () => {
    const { query } = await signIn(grace)
    await control(sandbox.url, 'google/faults', { failToken: 500, failProfile: 'cut' })
    const token = await fetch(`${sandbox.url}/google/token`, { method: 'POST' })
    expect(token.status).toBe(500)
    await expect(fetch(`${sandbox.url}/google/oauth2/v3/certs`)).rejects.toThrow('fetch failed')
    await control(sandbox.url, 'google/faults', undefined, 'DELETE')
    expect((await exchange(query.get('code'))).status).toBe(200)
  })

  test('or answers late', async () => {
    await control(sandbox.url, 'google/faults', { delayMs: 300 })
    const before = performance.now()
    await fetch(`${sandbox.url}/google/oauth2/v3/certs`)
    expect(performance.now() - before).toBeGreaterThan(290)
  })

  test('and a fault that there is not is turned away', async () => {
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
