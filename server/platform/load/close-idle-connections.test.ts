import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { startTestShop } from '../../../tests/support/shop/shop.ts'

/** More than the socket buffers hold. */
const PHOTO_BYTES = 16 * 1024 * 1024
const END_OF_HEADERS = '\r\n\r\n'

const shop = await startTestShop()
afterAll(() => shop.close())

/** Adds a photo above the upload limit. Returns its path and bytes. */
async function addLargePhoto(): Promise<{ path: string; bytes: Buffer }> {
  const id = randomUUID()
  const bytes = randomBytes(PHOTO_BYTES)
  await shop.db
    .insertInto('photos')
    .values({ id, sha256: randomBytes(32), width: 1600, height: 1200 })
    .execute()
  await shop.db
    .insertInto('photo_files')
    .values({ photo_id: id, format: 'jpeg', width: 1600, bytes })
    .execute()
  return { path: `/photos/${id}/1600.jpeg`, bytes }
}

async function request(path: string): Promise<Socket> {
  const socket = connect(Number(new URL(shop.url).port), '127.0.0.1')
  socket.write(`GET ${path} HTTP/1.1\r\nhost: shop\r\n\r\n`)
  await once(socket, 'readable')
  return socket
}

test('completes a large response to a slow client during shutdown', async () => {
  const photo = await addLargePhoto()
  const silent = connect(Number(new URL(shop.url).port), '127.0.0.1')
  const idle = await request('/healthz')
  const slow = await request(photo.path)
  const ended = shop.app.close()
  // Shutdown has started, and the idle connections are closed.
  await Promise.all([silent, idle].map((socket) => once(socket.resume(), 'close')))
  const received = Buffer.concat(await slow.toArray())
  const body = received.subarray(received.indexOf(END_OF_HEADERS) + END_OF_HEADERS.length)
  expect(body.length).toBe(PHOTO_BYTES)
  expect(body.equals(photo.bytes)).toBe(true)
  await ended
})
