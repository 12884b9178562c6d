import { once } from 'node:events'
import { request } from 'node:http'
import Fastify from 'fastify'
import { beforeEach, expect, test, vi } from 'vitest'
import { createRequestLogger, logEventsOfAbortedRequests } from './log-request.ts'

const log = { level: 'info', warn: vi.fn(), info: vi.fn(), debug: vi.fn() }
const end = (status: number, method = 'GET') =>
  logRequest(
    { method, id: '1', routeOptions: { url: '/parts' } } as never,
    { statusCode: status, elapsedTime: 1 } as never,
    false,
  )
let logRequest: ReturnType<typeof createRequestLogger>

beforeEach(() => {
  vi.clearAllMocks()
  vi.useFakeTimers()
  logRequest = createRequestLogger(log as never)
  return () => vi.useRealTimers()
})

test('combines responses with 503 into one log line every five seconds', () => {
  for (let n = 0; n < 100; n++) end(503, n % 2 ? 'POST' : 'GET')
  vi.advanceTimersByTime(5_000)
  end(503)
  expect(log.warn.mock.calls.map(([line]) => line.count)).toEqual([1, 100])
  expect(log.info).not.toHaveBeenCalled()
})

test('logs each internal error', () => {
  for (let n = 0; n < 3; n++) end(500)
  expect(log.warn).toHaveBeenCalledTimes(3)
})

test('logs the security event of a request whose client disconnected', async () => {
  vi.useRealTimers()
  const app = Fastify()
  logEventsOfAbortedRequests(app, log as never)
  const started = Promise.withResolvers<() => void>()
  const config = { call: { securityEvent: 'role_grant' } } as never
  app.post('/grant', { config }, () => new Promise((end) => started.resolve(() => end('done'))))
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const connected = once(app.server, 'connection')
  const sent = request(`${url}/grant`, { method: 'POST' }).on('error', () => {})
  sent.end()
  const [connection] = await connected
  const end = await started.promise
  sent.destroy()
  if (!connection.closed) await once(connection, 'close')
  end()
  const event = { route: '/grant', aborted: true, event: 'role_grant', outcome: 'accepted' }
  await expect
    .poll(() => log.info.mock.calls.map(([line]) => line))
    .toContainEqual(expect.objectContaining(event))
  await app.close()
})
