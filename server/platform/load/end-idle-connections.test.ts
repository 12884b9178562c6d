import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../../../tests/support/shop/shop.ts'

/** More than lies between two sockets. */
const LARGE = 16 * 1024 * 1024
const END_OF_HEADERS = '\r\n\r\n'

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop.close())

/** A photo that is larger than any that the shop takes in, and where it is. */
async function addLargePhoto(): Promise<{ path: string; bytes: Buffer }> {
  const id = randomUUID()
  const bytes = randomBytes(LARGE)
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

async function ask(path: string): Promise<Socket> {
  const socket = connect(Number(new URL(shop.url).port), '127.0.0.1')
  socket.write(`GET ${path} HTTP/1.1\r\nhost: shop\r\n\r\n`)
  await once(socket, 'readable')
  return socket
}

test('who takes a large answer slowly has all of it when the shop is told to end meanwhile', async () => {
  const photo = await addLargePhoto()
  const silent = connect(Number(new URL(shop.url).port), '127.0.0.1')
  const resting = await ask('/healthz')
  const slow = await ask(photo.path)
  const ended = shop.app.close()
  // The shop closes by now, and has nothing more to say.
  await Promise.all([silent, resting].map((socket) => once(socket.resume(), 'close')))
  const heard = Buffer.concat(await slow.toArray())
  const body = heard.subarray(heard.indexOf(END_OF_HEADERS) + END_OF_HEADERS.length)
  expect(body.length).toBe(LARGE)
  expect(body.equals(photo.bytes)).toBe(true)
  await ended
})
