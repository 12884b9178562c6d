import type { Socket } from 'node:net'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { waitUntil } from '../../../tests/support/wait-until.ts'
import { csvFileName, sendCsv } from './send-csv.ts'

const app = Fastify()
let url: string
let pages = 0
let hasEnded = false
let connection: Socket | undefined

async function* yieldEndlessly() {
  try {
    for (;;) {
      pages += 1
      yield [['x'.repeat(100_000)]]
    }
  } finally {
    hasEnded = true
  }
}

beforeAll(async () => {
  app.get('/', (_request, reply) => sendCsv(reply, csvFileName('parts'), ['x'], yieldEndlessly()))
  app.server.on('connection', (socket) => {
    connection = socket
  })
  url = await app.listen()
})
afterAll(() => app.close())

test('reads pages at the client’s speed, and stops when the client disconnects', async () => {
  const abort = new AbortController()
  const { body, headers } = await fetch(url, { signal: abort.signal })
  expect(headers.get('content-disposition')).toMatch(
    /^attachment; filename="freehub-parts-.*\.csv"$/,
  )
  const reader = body?.getReader()
  await reader?.read()
  await waitUntil('the connection is full', () => connection?.writableNeedDrain)
  const pagesBefore = pages
  for (let n = 0; n < 100; n += 1) await new Promise((next) => setImmediate(next))
  // The operating system may still move a few megabytes between the socket buffers.
  expect(pages - pagesBefore).toBeLessThan(100)
  expect(hasEnded).toBe(false)
  abort.abort()
  await waitUntil('it has ended', () => hasEnded)
})
