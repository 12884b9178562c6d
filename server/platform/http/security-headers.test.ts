import fastifyStatic from '@fastify/static'
import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { createImageFile, uploadPhoto } from '../../../tests/support/shop/photos.ts'
import { testSettings } from '../../../tests/support/shop/settings.ts'
import { startTestShop } from '../../../tests/support/shop/shop.ts'
import { addAdmin } from '../../../tests/support/shop/users.ts'
import { readConfig } from '../../config.ts'
import { addSecurityHeaders, contentSecurityPolicy, securityHeaders } from './security-headers.ts'

const shop = await startTestShop()
const admin = await addAdmin(shop)
afterAll(() => shop.close())

const PERMISSIONS_POLICY = 'permissions-policy'
const RESOURCE_POLICY = 'cross-origin-resource-policy'

/** Expects the security headers of a response that only the shop’s pages may embed, and no page may frame. */
function expectSecurityHeaders(headers: Headers) {
  const { 'content-security-policy': framePolicy = '', ...others } = securityHeaders(shop.config)
  for (const [name, value] of Object.entries(others)) {
    expect([name, headers.get(name)]).toEqual([name, value])
  }
  expect(headers.get('content-security-policy')).toContain(framePolicy)
  expect(headers.get(RESOURCE_POLICY)).toBe('same-origin')
  expect(headers.get(PERMISSIONS_POLICY)).toMatch(/\bcamera=\(\), .*microphone=\(\)/)
}

test.each([
  ['a list', 'GET', '/parts', 200],
  ['the rating', 'GET', '/api/rating', 200],
  ['a health check', 'GET', '/healthz', 200],
  ['the sitemap', 'GET', '/sitemap.xml', 200],
  ['robots.txt', 'GET', '/robots.txt', 200],
  ['the manifest', 'GET', '/manifest.webmanifest', 200],
  ['the OpenAPI document', 'GET', '/api/openapi.json', 200],
  ['Better Auth', 'GET', '/api/auth/get-session', 200],
  ['the sign-in popup callback', 'GET', '/api/auth/window', 200],
  ['an unknown call', 'GET', '/api/nothing', 404],
  ['an unknown method', 'PUT', '/parts', 404],
  ['a missing part', 'GET', '/parts/0197a000-0000-7000-8000-000000000001', 404],
  ['a missing photo', 'GET', '/photos/0197a000-0000-7000-8000-000000000001/320.webp', 404],
  ['a missing drawing', 'GET', '/drawings/FH-00000-0.svg', 404],
  ['invalid input', 'GET', '/parts?size=0', 400],
  ['a URL that the router cannot parse', 'GET', '/parts/%zz', 400],
  ['a missing token', 'GET', '/api/account', 401],
])('sets the security headers on %s', async (_, method, path, status) => {
  const response = await shop.call(method, path)
  expect(response.status).toBe(status)
  expectSecurityHeaders(response.headers)
})

test('sets the security headers on a 304 response', async () => {
  const etag = (await shop.call('GET', '/reviews')).headers.get('etag') as string
  const response = await shop.call('GET', '/reviews', undefined, { 'if-none-match': etag })
  expect(response.status).toBe(304)
  expectSecurityHeaders(response.headers)
})

test('sets the security headers on exports and on refusals of large bodies', async () => {
  expectSecurityHeaders((await admin.call('GET', '/api/parts/export.csv')).headers)
  const large = await admin.call('POST', '/reviews', { comment: 'x'.repeat(1024 * 1024) })
  expect(large.status).toBe(413)
  expectSecurityHeaders(large.headers)
})

test('sets the security headers on static files, also on missing ones', async () => {
  const app = Fastify()
  addSecurityHeaders(app, shop.config)
  await app.register(fastifyStatic, { root: import.meta.dirname, prefix: '/assets/' })
  for (const [file, status] of [
    ['security-headers.ts', 200],
    ['nothing.js', 404],
  ] as const) {
    const { statusCode, headers } = await app.inject({ url: `/assets/${file}` })
    expect(statusCode).toBe(status)
    expectSecurityHeaders(new Headers(headers as Record<string, string>))
  }
  await app.close()
})

test('lets other sites embed public images', async () => {
  const added = await uploadPhoto(shop.url, admin, await createImageFile(200, 200))
  const paths = [added.body.address, '/drawings/house/mark.svg', '/pictures/freehub.png']
  for (const path of [...paths, '/favicon.ico']) {
    const { status, headers } = await fetch(shop.url + path)
    expect([path, status, headers.get(RESOURCE_POLICY)]).toEqual([path, 200, 'cross-origin'])
    expect(headers.get(PERMISSIONS_POLICY)).toBe(securityHeaders(shop.config)[PERMISSIONS_POLICY])
  }
})

test('allows only the shop and the card provider’s frames to use payments and passkeys', () => {
  const config = readConfig({ ...testSettings, DATABASE_URL: shop.databaseUrl })
  const policy = securityHeaders(config)[PERMISSIONS_POLICY]?.split(', ')
  const frames = 'self "https://js.stripe.com" "https://*.js.stripe.com" "https://hooks.stripe.com"'
  expect(policy?.filter((one) => !one.endsWith('=()'))).toEqual([
    'publickey-credentials-create=(self)',
    `publickey-credentials-get=(${frames})`,
    `payment=(${frames})`,
  ])
  expect(contentSecurityPolicy(config, '')).toMatch(
    /script-src [^;]* https:\/\/js\.stripe\.com https:\/\/\*\.js\.stripe\.com;/,
  )
  expect(contentSecurityPolicy(config, '')).toContain(
    'frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com;',
  )
})
