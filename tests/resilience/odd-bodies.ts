import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { expect } from 'vitest'
import { counts } from './counts.ts'

const AT_ONCE = 100
const GONE_MS = 10_000

/** Sends bodies of any size and shape, one after the other, and then many at once. */
export async function sendOddBodies(url: string, token: string): Promise<void> {
  const check = async ({ headers, ...rest }: Odd) => {
    const authorization = `Bearer ${token}`
    const status = await send(url, { ...rest, headers: { ...headers, authorization } })
    expect(status === undefined || status < 500 || status === 503).toBe(true)
  }
  await fc.assert(fc.asyncProperty(request, check), {
    numRuns: counts.bodies,
    endOnFailure: true,
  })
  const many = fc.array(request, { minLength: AT_ONCE, maxLength: AT_ONCE })
  await fc.assert(
    fc.asyncProperty(many, async (requests) => void (await Promise.all(requests.map(check)))),
    { numRuns: counts.hundredsOfBodies, endOnFailure: true },
  )
}

interface Odd {
  path: string
  headers: Record<string, string>
  body: Buffer
}

/** Sends what is no decent request, perhaps, and answers the status if there is an answer. */
async function send(url: string, { path, headers, body }: Odd) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.on('error', () => {})
  const lines = Object.entries({ host: 'shop', connection: 'close', ...headers })
  socket.write(
    `POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
  )
  // What was announced and does not come is not waited for.
  socket.end(body)
  socket.setTimeout(GONE_MS, () => socket.destroy())
  const answer = await text(socket).catch(() => '')
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]) || undefined
}

const paths = [
  '/booking',
  '/reviews',
  '/create-payment-intent',
  '/parts',
  '/api/auth/sign-in/email',
  '/api/auth/sign-up/email',
  '/api/webhooks/stripe',
  '/api/imports?name=a.csv',
  '/api/photos',
]

const nested = fc
  .tuple(fc.constantFrom('[', '{"a":'), fc.integer({ min: 1, max: 100_000 }))
  .map(([sign, times]) => Buffer.from(sign.repeat(times)))

const body = fc.oneof(
  fc.json({ maxDepth: 5 }).map((json) => Buffer.from(json)),
  fc.uint8Array({ maxLength: 500 }).map((bytes) => Buffer.from(bytes)),
  fc.integer({ min: 0, max: 1_100_000 }).map((length) => Buffer.alloc(length, '"')),
  nested,
)

const request = fc
  .record({
    path: fc.constantFrom(...paths),
    body,
    type: fc.constantFrom(
      'application/json',
      'text/plain',
      'image/png',
      'application/json; charset=x',
      '',
    ),
    length: fc.constantFrom('true', 'more', 'less', 'none', 'chunked', 'absurd'),
  })
  .map(({ path, body, type, length }) => ({
    path,
    body: length === 'chunked' ? chunked(body) : body,
    headers: { ...(type && { 'content-type': type }), ...announced[length]?.(body.length) },
  }))

const announced: Record<string, (length: number) => Record<string, string>> = {
  true: (length) => ({ 'content-length': String(length) }),
  more: (length) => ({ 'content-length': String(length + 10) }),
  less: (length) => ({ 'content-length': String(length >> 1) }),
  none: () => ({}),
  chunked: () => ({ 'transfer-encoding': 'chunked' }),
  absurd: () => ({ 'content-length': '99999999999999' }),
}

function chunked(body: Buffer): Buffer {
  const size = Buffer.from(`${body.length.toString(16)}\r\n`)
  return Buffer.concat([size, body, Buffer.from('\r\n0\r\n\r\n')])
}
