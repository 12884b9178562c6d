import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import Fastify from 'fastify'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { waitUntil } from '../../../tests/support/wait-until.ts'
import { limitBodyTime } from './body-timeout.ts'
import { acceptFile } from './file-body.ts'

const AFTER_MS = 100

const app = Fastify()
let reached: string[] = []

limitBodyTime(app, { afterMs: AFTER_MS })
app.addHook('onRequest', async () => {
  reached.push('onRequest')
})
app.addHook('preHandler', async () => {
  passTime()
  reached.push('preHandler')
})
app.post('/words', () => 'heard')
app.register(async (scope) => {
  acceptFile(scope)
  scope.post('/files', async ({ body }) => text(body as NodeJS.ReadableStream))
})
await app.listen({ port: 0, host: '127.0.0.1' })
beforeEach(() => {
  reached = []
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => vi.useRealTimers())
afterAll(() => app.close())

const passTime = () => vi.advanceTimersByTime(AFTER_MS)

/** Sends the first part of a body. At the hook, sends the rest, or lets the timeout pass if the rest is empty. */
async function send(path: string, [first, rest]: [string, string], hook: string): Promise<string> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: shop\r\nconnection: close\r\ncontent-type: text/plain\r\ncontent-length: 8\r\n\r\n${first}`,
  )
  await waitUntil(`the request is at ${hook}`, () => reached.includes(hook))
  if (rest) socket.write(rest)
  else passTime()
  return text(socket)
}

test('ends a request whose body does not arrive in time', async () => {
  expect(await send('/words', ['half', ''], 'onRequest')).toMatch(/^HTTP\/1.1 408 /)
})

test('does not end a request whose body has arrived', async () => {
  expect(await send('/words', ['halfhalf', ''], 'preHandler')).toMatch(/^HTTP\/1.1 200 .*heard$/s)
})

test('allows a file upload more time', async () => {
  expect(await send('/files', ['half', 'half'], 'preHandler')).toMatch(
    /^HTTP\/1.1 200 .*halfhalf$/s,
  )
})
