import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import Fastify from 'fastify'
import { beforeEach, expect, test } from 'vitest'
import { sendErrorsAsProblems } from '../http/problems.ts'
import { limitLargeBodies } from './limit-large-bodies.ts'
import { shedLoad, watchLoad } from './load.ts'

const limits = { requests: 2, eventLoopLagMs: 60_000, database: { maxWaiting: 3 } }

let pool: { waitingCount: number }
let app: ReturnType<typeof open>
let held: (() => void)[]
let guardCalls: number

function open() {
  const opened = Fastify()
  sendErrorsAsProblems(opened)
  const load = watchLoad(pool, limits as never)
  shedLoad(opened, load)
  limitLargeBodies(opened, 1)
  const onRequest = async () => {
    guardCalls += 1
  }
  opened.get('/alive', { config: { skipLoadShedding: true } }, () => 'alive')
  opened.get('/work', { onRequest }, () => 'done')
  opened.post(
    '/held',
    { bodyLimit: 1024 * 1024 },
    () => new Promise((resolve) => held.push(() => resolve('done'))),
  )
  opened.addHook('onClose', async () => load.close())
  return Object.assign(opened, { load })
}

beforeEach(() => {
  pool = { waitingCount: 0 }
  held = []
  guardCalls = 0
  app = open()
  return () => app.close()
})

const statusOf = async (url: string, method: 'GET' | 'HEAD' = 'GET') =>
  (await app.inject({ url, method })).statusCode

test('refuses requests while too many wait for the database, except requests for cached responses', async () => {
  pool.waitingCount = 3
  const shed = await app.inject('/work')
  expect([shed.statusCode, shed.json().code]).toEqual([503, 'overloaded'])
  expect(shed.headers['retry-after']).toBe('5')
  expect(await statusOf('/work', 'HEAD')).toBe(503)
  expect(guardCalls).toBe(0)
  expect(await statusOf('/alive')).toBe(200)
  expect(app.load.shedCounts).toEqual({ requests: 0, database: 2, event_loop: 0 })
  pool.waitingCount = 2
  expect(await statusOf('/work')).toBe(200)
})

test('limits the requests in progress', async () => {
  const first = [1, 2].map(() => app.inject({ url: '/held', method: 'POST' }))
  await expect.poll(() => held.length).toBe(2)
  expect(await statusOf('/work')).toBe(503)
  for (const end of held) end()
  await Promise.all(first)
  expect(app.load.inProgress()).toBe(0)
  expect(await statusOf('/work', 'HEAD')).toBe(200)
})

test('limits concurrent large bodies, but not small ones', async () => {
  const post = (length: number) =>
    app.inject({ url: '/held', method: 'POST', payload: { text: 'x'.repeat(length) } })
  const first = post(100_000)
  await expect.poll(() => held.length).toBe(1)
  expect((await post(100_000)).json().code).toBe('overloaded')
  const small = post(100)
  await expect.poll(() => held.length).toBe(2)
  for (const end of held) end()
  expect((await first).statusCode).toBe(200)
  expect((await small).statusCode).toBe(200)
})

test('counts a body of unknown length as large only after it has grown large', async () => {
  const post = (body: Readable) => {
    const headers = { 'transfer-encoding': 'chunked', 'content-type': 'application/json' }
    return app.inject({ url: '/held', method: 'POST', headers, payload: body })
  }
  const chunked = (length: number) =>
    Readable.from(['"', ...Array(length).fill('x'.repeat(1000)), '"'])
  const slow = new Readable({ read() {} })
  slow.push('"')
  const first = post(slow)
  const large = post(chunked(100))
  await expect.poll(() => held.length).toBe(1)
  expect((await post(chunked(100))).json().code).toBe('overloaded')
  const small = post(chunked(1))
  await expect.poll(() => held.length).toBe(2)
  for (const end of held) end()
  expect([(await large).statusCode, (await small).statusCode]).toEqual([200, 200])
  slow.push('"')
  slow.push(null)
  await expect.poll(() => held.length).toBe(3)
  held[2]?.()
  expect((await first).statusCode).toBe(200)
})

test('does not count requests and bodies whose client disconnected while a guard waited', async () => {
  const guards: (() => void)[] = []
  const onRequest = () => new Promise<void>((resolve) => guards.push(resolve))
  let handled = 0
  app.get('/guarded', { onRequest }, () => (handled += 1))
  app.post('/guarded', { onRequest, bodyLimit: 1024 * 1024 }, () => (handled += 1))
  app.post('/work', { bodyLimit: 1024 * 1024 }, () => 'done')
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const payload = { text: 'x'.repeat(100_000) }
  for (const method of ['GET', 'GET', 'POST']) {
    const connected = once(app.server, 'connection')
    const sent = request(`${url}/guarded`, { method }).on('error', () => {})
    sent.end(method === 'POST' ? JSON.stringify(payload) : undefined)
    const [connection] = (await connected) as [Socket]
    await expect.poll(() => guards.length).toBe(1)
    sent.destroy()
    if (!connection.closed) await once(connection, 'close')
    guards.pop()?.()
  }
  await expect.poll(() => handled).toBe(2)
  expect(app.load.inProgress()).toBe(0)
  expect((await app.inject({ url: '/work', method: 'POST', payload })).statusCode).toBe(200)
})

test('counts a large body of a disconnected client until its handler ends', async () => {
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const payload = { text: 'x'.repeat(100_000) }
  const connected = once(app.server, 'connection')
  const headers = { 'content-type': 'application/json' }
  const sent = request(`${url}/held`, { method: 'POST', headers }).on('error', () => {})
  sent.end(JSON.stringify(payload))
  const [connection] = (await connected) as [Socket]
  await expect.poll(() => held.length).toBe(1)
  sent.destroy()
  if (!connection.closed) await once(connection, 'close')
  const post = () => app.inject({ url: '/held', method: 'POST', payload })
  expect((await post()).statusCode).toBe(503)
  held[0]?.()
  const next = post()
  await expect.poll(() => held.length).toBe(2)
  held[1]?.()
  expect((await next).statusCode).toBe(200)
})

test('stops counting a large body that is never read', async () => {
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const chunk = new TextEncoder().encode('x'.repeat(16_000))
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const sent = request(`${url}/held`, {
    method: 'POST',
    agent,
    headers: { 'transfer-encoding': 'chunked', 'content-type': 'image/png' },
  })
  const [response] = (await once(
    sent.on('error', () => {}).on('socket', () => sent.write(chunk)),
    'response',
  )) as [IncomingMessage]
  expect(response.statusCode).toBe(415)
  await once(response.resume(), 'end')
  for (let n = 0; n < 20; n++) sent.write(chunk)
  sent.end()
  // A response on the same connection arrives after all of that body.
  const [next] = await once(request(`${url}/alive`, { agent }).end(), 'response')
  await once(next.resume(), 'end')
  agent.destroy()
  const payload = { text: 'x'.repeat(100_000) }
  const large = app.inject({ url: '/held', method: 'POST', payload })
  await expect.poll(() => held.length).toBe(1)
  held[0]?.()
  expect((await large).statusCode).toBe(200)
})

test('responds with 415 to a large body of an unsupported type while no more large bodies are allowed', async () => {
  const payload = { text: 'x'.repeat(100_000) }
  const first = app.inject({ url: '/held', method: 'POST', payload })
  await expect.poll(() => held.length).toBe(1)
  const unread = await app.inject({
    url: '/held',
    method: 'POST',
    headers: { 'transfer-encoding': 'chunked', 'content-type': 'image/png' },
    payload: Readable.from(Array(100).fill('x'.repeat(1000))),
  })
  expect(unread.statusCode).toBe(415)
  // The rest of the body arrives after the response.
  await new Promise((resolve) => setImmediate(resolve))
  held[0]?.()
  expect((await first).statusCode).toBe(200)
})
