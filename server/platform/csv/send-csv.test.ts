import type { Socket } from 'node:net'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { waitUntil } from '../../../tests/support/wait-until.ts'
import { fileNameOf, sendCsv } from './send-csv.ts'

const app = Fastify()
let url: string
let pages = 0
let ended = false
let connection: Socket | undefined

async function* endless() {
  try {
    for (;;) {
      pages += 1
      yield [['x'.repeat(100_000)]]
    }
  } finally {
    ended = true
  }
}

beforeAll(async () => {
  app.get('/', (_request, reply) => sendCsv(reply, fileNameOf('parts'), ['x'], endless()))
  app.server.on('connection', (socket) => {
    connection = socket
  })
  url = await app.listen()
})
afterAll(() => app.close())

test('a file is made as fast as it is taken, and no further once nobody takes it', async () => {
  const leaving = new AbortController()
  const { body, headers } = await fetch(url, { signal: leaving.signal })
  expect(headers.get('content-disposition')).toMatch(
    /^attachment; filename="freehub-parts-.*\.csv"$/,
  )
  const reader = body?.getReader()
  await reader?.read()
  await waitUntil('the connection takes no more', () => connection?.writableNeedDrain)
  const made = pages
  for (let turn = 0; turn < 100; turn += 1) await new Promise((next) => setImmediate(next))
  // The system may still move a few megabytes from one end of the connection to the other.
  expect(pages - made).toBeLessThan(100)
  expect(ended).toBe(false)
  leaving.abort()
  await waitUntil('it has ended', () => ended)
})
