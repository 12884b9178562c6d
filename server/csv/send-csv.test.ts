import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { waitUntil } from '../testing/wait-until.ts'
import { fileNameOf, sendCsv } from './send-csv.ts'

const app = Fastify()
let url: string
let pages = 0
let ended = false

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
  let seen = -1
  await waitUntil('nothing more is made', async () => {
    const before = seen
    seen = pages
    await new Promise((resolve) => setTimeout(resolve, 50))
    return before === pages
  })
  expect(ended).toBe(false)
  leaving.abort()
  await waitUntil('it has ended', () => ended)
})
