import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { google } from './google.ts'

const ISSUER = 'https://accounts.google.example'
const CLIENT_ID = 'shop.apps.googleusercontent.com'
const claims = { sub: '107', email: 'grace@gmail.example', email_verified: true, name: 'Grace' }

let keys: Awaited<ReturnType<typeof generateKeyPair>>
let server: Server
let warnings: object[]
let readProfile: (idToken?: string) => Promise<unknown>

beforeAll(async () => {
  keys = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'known', alg: 'RS256', use: 'sig' }
  server = createServer((_request, response) => response.end(JSON.stringify({ keys: [jwk] })))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { getUserInfo } = google(
    {
      clientId: CLIENT_ID,
      clientSecret: 'GOCSPX-x',
      authorizationUrl: `${baseUrl}/auth`,
      tokenUrl: `${baseUrl}/token`,
      jwksUrl: `${baseUrl}/certs`,
      issuer: ISSUER,
      timeoutMs: 60_000,
    },
    { warn: (about) => warnings.push(about) },
  )
  readProfile = (idToken) => getUserInfo({ accessToken: 'ya29.x', ...(idToken && { idToken }) })
})
beforeEach(() => {
  warnings = []
})
afterAll(() => {
  server.close()
})

interface TokenOptions {
  issuer?: string
  audience?: string
  expires?: string
  kid?: string
  key?: Awaited<ReturnType<typeof generateKeyPair>>['privateKey']
  claims?: JWTPayload
}

function idToken({ issuer = ISSUER, audience = CLIENT_ID, ...options }: TokenOptions = {}) {
  return new SignJWT({ ...claims, ...options.claims })
    .setProtectedHeader({ alg: 'RS256', kid: options.kid ?? 'known' })
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime(options.expires ?? '1h')
    .sign(options.key ?? keys.privateKey)
}

test('reads the profile from an ID token that Google signed for this shop', async () => {
  const profile = { id: '107', email: 'grace@gmail.example', emailVerified: true, name: 'Grace' }
  expect(await readProfile(await idToken())).toEqual(profile)
  expect(await readProfile(await idToken({ issuer: 'accounts.google.example' }))).toEqual(profile)
})

test('treats an email address as unconfirmed if the claim email_verified is a string', async () => {
  const unverified = await idToken({ claims: { email_verified: 'true' } })
  expect(await readProfile(unverified)).toMatchObject({ emailVerified: false })
})

test.each<[string, () => Promise<string | undefined> | string]>([
  ['of another app', () => idToken({ audience: 'other.apps.googleusercontent.com' })],
  ['of another issuer', () => idToken({ issuer: 'https://evil.example' })],
  ['that has expired', () => idToken({ expires: '-1m' })],
  ['of an unknown key', () => idToken({ kid: 'unknown' })],
  [
    'signed with another key',
    async () => idToken({ key: (await generateKeyPair('RS256')).privateKey }),
  ],
  [
    'without a signature',
    () => new UnsecuredJWT({ ...claims, iss: ISSUER, aud: CLIENT_ID }).encode(),
  ],
  ['signed with the shop’s own secret', () => hmacToken()],
  ['that is malformed', () => 'not.a.token'],
  ['that is missing', () => undefined as never],
])('rejects and logs an ID token %s', async (_kind, createToken) => {
  expect(await readProfile(await createToken())).toBeNull()
  expect(warnings).toHaveLength(1)
})

function hmacToken() {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', kid: 'known' })
    .setIssuer(ISSUER)
    .setAudience(CLIENT_ID)
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode('GOCSPX-x'.repeat(8)))
}
