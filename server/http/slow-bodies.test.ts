import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { takeFile } from './file-body.ts'
import { endSlowBodies } from './slow-bodies.ts'

const app = Fastify()

beforeAll(async () => {
  endSlowBodies(app, { afterMs: 100 })
  app.post('/words', () => 'heard')
  app.post('/long', async () => {
    await new Promise((resolve) => setTimeout(resolve, 300))
    return 'thought about'
  })
  app.register(async (scope) => {
    takeFile(scope)
    scope.post('/files', async ({ body }) => text(body as NodeJS.ReadableStream))
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())

/** Sends what there is of a body, and after a while, if there is anybody left to hear it, the rest. */
async function send(path: string, [first, rest]: [string, string], afterMs = 0): Promise<string> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: shop\r\nconnection: close\r\ncontent-type: text/plain\r\ncontent-length: 8\r\n\r\n${first}`,
  )
  if (rest) setTimeout(() => socket.write(rest), afterMs)
  return text(socket)
}

test('a body that does not come is waited for no longer', async () => {
  expect(await send('/words', ['half', ''])).toMatch(/^HTTP\/1.1 408 /)
})

test('a body that is here gives its call all the time', async () => {
  expect(await send('/long', ['halfhalf', ''])).toMatch(/^HTTP\/1.1 200 .*thought about$/s)
})

test('a file may come more slowly', async () => {
  expect(await send('/files', ['half', 'half'], 400)).toMatch(/^HTTP\/1.1 200 .*halfhalf$/s)
})
