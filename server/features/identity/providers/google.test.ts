import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { google } from './google.ts'

const ISSUER = 'https://accounts.google.example'
const OWN = 'shop.apps.googleusercontent.com'
const claims = { sub: '107', email: 'grace@gmail.example', email_verified: true, name: 'Grace' }

let keys: Awaited<ReturnType<typeof generateKeyPair>>
let server: Server
let warnings: object[]
let whoIs: (idToken?: string) => Promise<unknown>

beforeAll(async () => {
  keys = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'known', alg: 'RS256', use: 'sig' }
  server = createServer((_request, response) => response.end(JSON.stringify({ keys: [jwk] })))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { getUserInfo } = google(
    {
      clientId: OWN,
      clientSecret: 'GOCSPX-x',
      authorizationUrl: `${address}/auth`,
      tokenUrl: `${address}/token`,
      jwksUrl: `${address}/certs`,
      issuer: ISSUER,
      timeoutMs: 5000,
    },
    { warn: (about) => warnings.push(about) },
  )
  whoIs = (idToken) => getUserInfo({ accessToken: 'ya29.x', ...(idToken && { idToken }) })
})
beforeEach(() => {
  warnings = []
})
afterAll(() => {
  server.close()
})

interface Forged {
  issuer?: string
  audience?: string
  expires?: string
  kid?: string
  key?: Awaited<ReturnType<typeof generateKeyPair>>['privateKey']
  said?: JWTPayload
}

function idToken({ issuer = ISSUER, audience = OWN, ...forged }: Forged = {}) {
  return new SignJWT({ ...claims, ...forged.said })
    .setProtectedHeader({ alg: 'RS256', kid: forged.kid ?? 'known' })
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime(forged.expires ?? '1h')
    .sign(forged.key ?? keys.privateKey)
}

test('an ID token that Google signed for this shop says who somebody is', async () => {
  const who = { id: '107', email: 'grace@gmail.example', emailVerified: true, name: 'Grace' }
  expect(await whoIs(await idToken())).toEqual(who)
  expect(await whoIs(await idToken({ issuer: 'accounts.google.example' }))).toEqual(who)
})

test('an e-mail counts as confirmed only where Google says so', async () => {
  const unverified = await idToken({ said: { email_verified: 'true' } })
  expect(await whoIs(unverified)).toMatchObject({ emailVerified: false })
})

test.each<[string, () => Promise<string | undefined> | string]>([
  ['of another app', () => idToken({ audience: 'other.apps.googleusercontent.com' })],
  ['of another issuer', () => idToken({ issuer: 'https://evil.example' })],
  ['that has run out', () => idToken({ expires: '-1m' })],
  ['of an unknown key', () => idToken({ kid: 'unknown' })],
  [
    'of somebody else’s key',
    async () => idToken({ key: (await generateKeyPair('RS256')).privateKey }),
  ],
  ['without a signature', () => new UnsecuredJWT({ ...claims, iss: ISSUER, aud: OWN }).encode()],
  ['signed with the shop’s own secret', () => hmacToken()],
  ['that is none', () => 'not.a.token'],
  ['that is missing', () => undefined as never],
])('an ID token %s is not accepted, and that is logged', async (_kind, make) => {
  expect(await whoIs(await make())).toBeNull()
  expect(warnings).toHaveLength(1)
})

function hmacToken() {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', kid: 'known' })
    .setIssuer(ISSUER)
    .setAudience(OWN)
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode('GOCSPX-x'.repeat(8)))
}
