import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { waitUntil } from '../../../tests/support/wait-until.ts'
import { giveTime } from '../http/slow-bodies.ts'
import { boundConnections } from './bound-connections.ts'

const MOST = 3
/** More than lies between two sockets. */
const LARGE = 32 * 1024 * 1024

const held = new Set<() => void>()
const server = createServer((request, response) => {
  if (request.url === '/file') giveTime(request)
  if (request.url === '/large') response.end(Buffer.alloc(LARGE))
  else if (request.url === '/held' || request.method === 'POST')
    held.add(() => response.end('at last'))
  else response.end('here')
})
let guests: Socket[] = []

beforeAll(async () => {
  boundConnections(server, MOST)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
beforeEach(async () => {
  for (const guest of guests) guest.destroy()
  held.clear()
  guests = []
  await waitUntil('all have gone', async () => (await count()) === 0)
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const count = () => new Promise<number>((resolve) => server.getConnections((_, n) => resolve(n)))

/** Begins a request whose body does not come. */
async function drip(path: string) {
  const guest = await come()
  const before = held.size
  guest.socket.write(`POST ${path} HTTP/1.1\r\nhost: shop\r\ncontent-length: 9\r\n\r\n1`)
  await waitUntil('it has begun', () => held.size > before)
  return guest
}

async function come(path?: string): Promise<{ socket: Socket; heard: () => string }> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  let heard = ''
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    heard += chunk
  })
  guests.push(socket)
  await once(socket, 'connect')
  if (path) socket.write(`GET ${path} HTTP/1.1\r\nhost: shop\r\n\r\n`)
  return { socket, heard: () => heard }
}

const answered = ({ heard }: { heard: () => string }) =>
  waitUntil('it is answered', () => heard().includes('here'))

test('whoever says nothing makes room for who asks, the oldest first', async () => {
  const silent = [await come(), await come(), await come()] as const
  await answered(await come('/'))
  await waitUntil('the oldest has gone', () => silent[0].socket.closed)
  expect([silent[1].socket.closed, silent[2].socket.closed]).toEqual([false, false])
})

test('whoever rests between two requests makes room next', async () => {
  const resting = [await come('/'), await come('/'), await come('/')]
  await Promise.all(resting.map(answered))
  await answered(await come('/'))
  await waitUntil('the first has gone', () => resting[0]?.socket.closed)
  expect(resting.map(({ socket }) => socket.closed)).toEqual([true, false, false])
})

test('whoever lets the rest of a request be waited for makes room, unless it is a file of ours', async () => {
  const file = await drip('/file')
  const dripping = [await drip('/'), await drip('/')] as const
  await answered(await come('/'))
  await waitUntil('the oldest has gone', () => dripping[0].socket.closed)
  expect([file.socket.closed, dripping[1].socket.closed]).toEqual([false, false])
})

test('whoever does not take his answer makes room before anybody is turned away', async () => {
  const served = await come('/held')
  await waitUntil('he is served', () => held.size === 1)
  const slow = [await come('/large'), await come('/large')] as const
  for (const { socket } of slow) {
    await once(socket, 'data')
    socket.pause()
  }
  await answered(await come('/'))
  slow[0].socket.resume()
  await waitUntil('the first has gone', () => slow[0].socket.closed)
  expect([served.socket.closed, slow[1].socket.closed]).toEqual([false, false])
})

test('whoever is being served stays, and who comes on top is turned away', async () => {
  const served = [await come('/held'), await come('/held'), await come('/held')]
  await waitUntil('they are served', () => held.size === MOST)
  const late = await come('/')
  await waitUntil('he is turned away', () => late.socket.closed)
  expect(late.heard()).toBe('')
  for (const answer of held) answer()
  await waitUntil('they are answered', () =>
    served.every(({ heard }) => heard().includes('at last')),
  )
})
