import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { waitUntil } from '../testing/wait-until.ts'
import { boundConnections } from './bound-connections.ts'

const MOST = 3

const held = new Set<() => void>()
const server = createServer((request, response) => {
  if (request.url === '/held') held.add(() => response.end('at last'))
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
  guests = []
  await waitUntil('all have gone', async () => (await count()) === 0)
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const count = () => new Promise<number>((resolve) => server.getConnections((_, n) => resolve(n)))

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
