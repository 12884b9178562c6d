import type { Socket } from 'node:net'
import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { waitUntil } from '../../../tests/support/wait-until.ts'
import { csvFileName, sendCsv } from './send-csv.ts'

const PAGE = 'x'.repeat(100_000)
/** More than the operating system buffers. */
const PAGES = 500

const app = Fastify()
let connection: Socket | undefined
let maxBufferedBytes = 0
let hasEnded = false

async function* yieldPages() {
  try {
    for (let page = 1; page <= PAGES; page += 1) {
      yield [[PAGE]]
      const { bytesWritten, writableLength } = connection as Socket
      const sentBytes = bytesWritten - writableLength
      maxBufferedBytes = Math.max(maxBufferedBytes, page * PAGE.length - sentBytes)
    }
  } finally {
    hasEnded = true
  }
}

app.get('/', (_request, reply) => sendCsv(reply, csvFileName('parts'), ['x'], yieldPages()))
app.server.on('connection', (socket) => {
  connection = socket
})
const url = await app.listen()
afterAll(() => app.close())

const waitUntilFull = () => waitUntil('the connection is full', () => connection?.writableNeedDrain)

test('reads pages at the client’s speed', async () => {
  const response = await fetch(url)
  expect(response.headers.get('content-disposition')).toMatch(
    /^attachment; filename="freehub-parts-.*\.csv"$/,
  )
  await waitUntilFull()
  expect((await response.bytes()).length).toBeGreaterThan(PAGES * PAGE.length)
  expect(maxBufferedBytes).toBeLessThan(10 * PAGE.length)
})

test('stops when the client disconnects', async () => {
  const abort = new AbortController()
  await fetch(url, { signal: abort.signal })
  await waitUntilFull()
  // Set here, so that the test fails if the pages ended before the client disconnected.
  hasEnded = false
  abort.abort()
  await waitUntil('it has ended', () => hasEnded)
})
