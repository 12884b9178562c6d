import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import fastify from 'fastify'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { waitUntil } from '../../../tests/support/wait-until.ts'
import { extendBodyTimeout } from '../http/body-timeout.ts'
import { onRequestEnd } from '../http/request-end.ts'
import { limitConnections } from './limit-connections.ts'

const MAX_CONNECTIONS = 3
/** More than the socket buffers hold. */
const LARGE_BYTES = 32 * 1024 * 1024

const held = new Set<() => void>()
const app = fastify({ forceCloseConnections: true })
const { server } = app
onRequestEnd(app, [])
app.addHook('onRequest', async (request, reply) => {
  if (request.url === '/file') extendBodyTimeout(request.raw)
  if (request.url === '/large') return reply.send(Buffer.alloc(LARGE_BYTES))
  if (request.url === '/' && request.method === 'GET') return reply.send('here')
  await new Promise<void>((resolve) => held.add(resolve))
  return reply.send('at last')
})
let clients: Socket[] = []

limitConnections(server, MAX_CONNECTIONS)
await app.listen({ port: 0, host: '127.0.0.1' })
beforeEach(async () => {
  for (const client of clients) client.destroy()
  held.clear()
  clients = []
  await waitUntil('all connections are closed', async () => (await count()) === 0)
})
afterAll(() => app.close())

const count = () => new Promise<number>((resolve) => server.getConnections((_, n) => resolve(n)))

/** Starts a request whose body does not arrive. */
async function startUpload(path: string) {
  const client = await open()
  const before = held.size
  client.socket.write(`POST ${path} HTTP/1.1\r\nhost: shop\r\ncontent-length: 9\r\n\r\n1`)
  await waitUntil('the request has arrived', () => held.size > before)
  return client
}

async function open(path?: string): Promise<{ socket: Socket; received: () => string }> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  let received = ''
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    received += chunk
  })
  clients.push(socket)
  await once(socket, 'connect')
  if (path) socket.write(`GET ${path} HTTP/1.1\r\nhost: shop\r\n\r\n`)
  return { socket, received: () => received }
}

const waitForResponse = ({ received }: { received: () => string }) =>
  waitUntil('the response has arrived', () => received().includes('here'))

test('above the limit, closes the oldest connection that has sent no request', async () => {
  const silent = [await open(), await open(), await open()] as const
  await waitForResponse(await open('/'))
  await waitUntil('the oldest is closed', () => silent[0].socket.closed)
  expect([silent[1].socket.closed, silent[2].socket.closed]).toEqual([false, false])
})

test('closes the oldest idle connection if all connections have sent a request', async () => {
  const idle = [await open('/'), await open('/'), await open('/')]
  await Promise.all(idle.map(waitForResponse))
  await waitForResponse(await open('/'))
  await waitUntil('the first is closed', () => idle[0]?.socket.closed)
  expect(idle.map(({ socket }) => socket.closed)).toEqual([true, false, false])
})

test('closes the oldest connection with an unfinished request, except file uploads', async () => {
  const file = await startUpload('/file')
  const slowUploads = [await startUpload('/'), await startUpload('/')] as const
  await waitForResponse(await open('/'))
  await waitUntil('the oldest is closed', () => slowUploads[0].socket.closed)
  expect([file.socket.closed, slowUploads[1].socket.closed]).toEqual([false, false])
})

test('closes a connection whose client does not read the response, instead of refusing a new connection', async () => {
  const working = await open('/held')
  await waitUntil('the request is being handled', () => held.size === 1)
  const slow = [await open('/large'), await open('/large')] as const
  for (const { socket } of slow) {
    await once(socket, 'data')
    socket.pause()
  }
  await waitForResponse(await open('/'))
  slow[0].socket.resume()
  await waitUntil('the first is closed', () => slow[0].socket.closed)
  expect([working.socket.closed, slow[1].socket.closed]).toEqual([false, false])
})

test('refuses a new connection if requests are in progress on all others', async () => {
  const working = [await open('/held'), await open('/held'), await open('/held')]
  await waitUntil('the requests are being handled', () => held.size === MAX_CONNECTIONS)
  const refused = await open('/')
  await waitUntil('the connection is refused', () => refused.socket.closed)
  expect(refused.received()).toBe('')
  for (const respond of held) respond()
  await waitUntil('all responses have arrived', () =>
    working.every(({ received }) => received().includes('at last')),
  )
})
