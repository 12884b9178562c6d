import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import Fastify from 'fastify'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { waitUntil } from '../../../tests/support/wait-until.ts'
import { onRequestEnd } from '../http/request-end.ts'
import { addSecurityHeaders, securityHeaders } from '../http/security-headers.ts'
import { replaceUnparsableUrl } from '../pages/normalize-page-url.ts'
import { compressResponse, etagOf, sendCachedResponse } from './cached-response.ts'
import { createResponseCache } from './response-cache.ts'
import { serveBeforeRouting } from './serve-before-routing.ts'

const settings = { publicUrl: 'https://shop.example', stripe: { jsUrl: 'https://js.stripe.com' } }
/** More than the socket buffers hold. */
const LARGE_BODY = Buffer.alloc(16 * 1024 * 1024)

const ends: unknown[] = []
let routedCount = 0
let version = 0
let duringShutdown = async () => {}
const app = Fastify({ rewriteUrl: replaceUnparsableUrl, genReqId: () => 'routed' })
const cache = createResponseCache({ minRefreshMs: 0, maxEntries: 10 })

const requestObserver = onRequestEnd(app, [
  ({ id, routeOptions }, { statusCode, elapsedTime }, isAborted) => {
    ends.push({ id, route: routeOptions.url, statusCode, isAborted })
    expect(elapsedTime).toBeGreaterThan(0)
  },
])
addSecurityHeaders(app, settings as never)
const headers = securityHeaders(settings as never)
serveBeforeRouting(app, { headers, generateId: () => 'direct', requestObserver })
app.addHook('onRequest', async (request, reply) => {
  routedCount += 1
  reply.header('x-request-id', request.id)
})
app.get<{ Params: { name: string } }>('/:name', ({ params: { name } }, reply) =>
  sendCachedResponse(
    reply.request,
    reply,
    cache.get(name, async () => {
      if (name === 'large') return { body: LARGE_BODY, headers: { 'content-type': 'image/png' } }
      const body = `${name} ${version} ${'words of a list '.repeat(100)}`
      const type = { 'content-type': 'text/plain; charset=utf-8' }
      const headers = { ...type, etag: etagOf(body), 'referrer-policy': 'no-referrer' }
      if (name === 'invalid') return { body, headers: { ...type, 'x-invalid': 'a\nb' } }
      const response = { body, headers }
      return name === 'once' ? { ...response, noStore: true } : compressResponse(response)
    }),
  ),
)
app.addHook('preClose', () => duringShutdown())
const url = await app.listen({ port: 0, host: '127.0.0.1' })
beforeEach(() => {
  routedCount = 0
  ends.length = 0
})
afterAll(() => app.close())

async function send(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await fetch(`${url}${path}`, { method, headers })
  const { date, connection, 'keep-alive': _, ...others } = Object.fromEntries(response.headers)
  return { status: response.status, headers: others, connection, body: await response.text() }
}

/** Requests a URL twice: the first response is cached, the second makes the URL known. Resets the counters. */
async function remember(path: string) {
  await send(path)
  await send(path)
  routedCount = 0
  ends.length = 0
}

test('sends a cached response without routing, with the same status, headers and body', async () => {
  const built = await send('/list')
  expect(await send('/list')).toEqual(built)
  expect(routedCount).toBe(2)
  const direct = await send('/list')
  expect(routedCount).toBe(2)
  expect(direct).toEqual({ ...built, headers: { ...built.headers, 'x-request-id': 'direct' } })
  expect(direct.headers['referrer-policy']).toBe('no-referrer')
})

test.each([
  ['br', { 'accept-encoding': 'gzip, br' }, 200],
  ['gzip', { 'accept-encoding': 'gzip' }, 200],
  ['identity', { 'accept-encoding': 'identity' }, 200],
  ['304', { 'if-none-match': '*' }, 304],
])('sends the representation %s exactly like a routed response', async (_, headers, status) => {
  const expected = await send('/representations', headers)
  await remember('/representations')
  const direct = await send('/representations', headers)
  expect(routedCount).toBe(0)
  expect(direct).toEqual({
    ...expected,
    headers: { ...expected.headers, 'x-request-id': 'direct' },
  })
  expect(direct.status).toBe(status)
})

test('routes the first request after an invalidation, then serves from memory again', async () => {
  await remember('/changing')
  version += 1
  cache.invalidate('changing')
  expect((await send('/changing')).body).toMatch(`changing ${version}`)
  expect(routedCount).toBe(1)
  expect((await send('/changing')).body).toMatch(`changing ${version}`)
  expect(routedCount).toBe(1)
})

test('responds with 500 if a cached response has an invalid header, and keeps running', async () => {
  for (let n = 0; n < 3; n++) expect((await send('/invalid')).status).toBe(500)
  expect((await send('/list')).status).toBe(200)
})

test('counts a response from memory as a hit', async () => {
  await remember('/counted')
  const { hit } = cache.counts
  await send('/counted')
  expect(cache.counts.hit).toBe(hit + 1)
})

test.each([
  ['HEAD', 'HEAD', '/list', 200],
  ['another method', 'POST', '/list', 404],
  ['an uncached response', 'GET', '/once', 200],
  ['a long URL', 'GET', `/list?q=${'long'.repeat(100)}`, 200],
])('passes a request to Fastify: %s', async (_, method, path, status) => {
  await remember('/list')
  if (method === 'GET') await remember(path)
  expect((await send(path, {}, method)).status).toBe(status)
  expect(routedCount).toBe(1)
})

test('routes a URL that was rewritten for browsers', async () => {
  const asBrowser = { accept: 'text/html' }
  for (let n = 0; n < 3; n++) expect((await send('/%zz', asBrowser)).status).toBe(200)
  expect(routedCount).toBe(3)
  expect((await send('/%zz', { accept: 'application/json' })).status).toBe(400)
})

test('reports the end of a request with its id, route and status', async () => {
  await remember('/list')
  await send('/list')
  await send('/list', { 'if-none-match': '*' })
  const end = { id: 'direct', route: '/:name', isAborted: false }
  await waitUntil('both are reported', () => ends.length === 2)
  expect(ends).toEqual([
    { ...end, statusCode: 200 },
    { ...end, statusCode: 304 },
  ])
})

test('reports all requests of a client that disconnects before it has read the responses', async () => {
  await remember('/large')
  const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  client.write('GET /large HTTP/1.1\r\nhost: shop\r\n\r\n'.repeat(2))
  await once(client, 'readable')
  client.destroy()
  await waitUntil('they are reported', () => ends.length > 0)
  const end = { id: 'direct', isAborted: true }
  expect(ends).toMatchObject([end, end])
})

test('leaves requests during shutdown to Fastify, which responds 503 and closes the connection', async () => {
  await remember('/list')
  let response: Awaited<ReturnType<typeof send>> | undefined
  duringShutdown = async () => {
    response = await send('/list')
  }
  await app.close()
  expect(response).toMatchObject({ status: 503, connection: 'close' })
  expect(routedCount).toBe(0)
})
