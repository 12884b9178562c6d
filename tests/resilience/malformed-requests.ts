import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { expect } from 'vitest'
import { scale } from './fixture.ts'

const BATCH_SIZE = 100
const SOCKET_TIMEOUT_MS = 10_000

/**
 * Sends requests with malformed bodies and headers, first one by one, then in concurrent batches. Expects no
 * server error except 503.
 */
export async function sendMalformedRequests(url: string, token: string): Promise<void> {
  const check = async ({ headers, ...rest }: MalformedRequest) => {
    const authorization = `Bearer ${token}`
    const status = await send(url, { ...rest, headers: { ...headers, authorization } })
    expect(status === undefined || status < 500 || status === 503).toBe(true)
  }
  await fc.assert(fc.asyncProperty(anyRequest, check), {
    numRuns: scale.malformedRequests,
    endOnFailure: true,
  })
  const anyBatch = fc.array(anyRequest, { minLength: BATCH_SIZE, maxLength: BATCH_SIZE })
  await fc.assert(
    fc.asyncProperty(anyBatch, async (requests) => void (await Promise.all(requests.map(check)))),
    { numRuns: scale.malformedBatches, endOnFailure: true },
  )
}

interface MalformedRequest {
  path: string
  headers: Record<string, string>
  body: Buffer
}

/** Sends a possibly malformed request over a raw socket. Returns the status of the response, if there is one. */
async function send(url: string, { path, headers, body }: MalformedRequest) {
  const { host, port, origin } = new URL(url)
  const socket = connect(Number(port), '127.0.0.1')
  socket.on('error', () => {})
  // Better Auth's endpoints accept only requests from the shop's own pages.
  const lines = Object.entries({ host, origin, connection: 'close', ...headers })
  socket.write(
    `POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
  )
  // Closes the socket even if the announced content-length is larger.
  socket.end(body)
  socket.setTimeout(SOCKET_TIMEOUT_MS, () => socket.destroy())
  const response = await text(socket).catch(() => '')
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(response)?.[1]) || undefined
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
  .map(([opening, depth]) => Buffer.from(opening.repeat(depth)))

const anyBody = fc.oneof(
  fc.json({ maxDepth: 5 }).map((json) => Buffer.from(json)),
  fc.uint8Array({ maxLength: 500 }).map((bytes) => Buffer.from(bytes)),
  fc.integer({ min: 0, max: 1_100_000 }).map((length) => Buffer.alloc(length, '"')),
  nested,
)

const anyRequest = fc
  .record({
    path: fc.constantFrom(...paths),
    body: anyBody,
    type: fc.constantFrom(
      'application/json',
      'text/plain',
      'image/png',
      'application/json; charset=x',
      '',
    ),
    length: fc.constantFrom('exact', 'more', 'less', 'none', 'chunked', 'absurd'),
  })
  .map(({ path, body, type, length }) => ({
    path,
    body: length === 'chunked' ? encodeChunked(body) : body,
    headers: { ...(type && { 'content-type': type }), ...lengthHeaders[length]?.(body.length) },
  }))

const lengthHeaders: Record<string, (length: number) => Record<string, string>> = {
  exact: (length) => ({ 'content-length': String(length) }),
  more: (length) => ({ 'content-length': String(length + 10) }),
  less: (length) => ({ 'content-length': String(length >> 1) }),
  none: () => ({}),
  chunked: () => ({ 'transfer-encoding': 'chunked' }),
  absurd: () => ({ 'content-length': '99999999999999' }),
}

function encodeChunked(body: Buffer): Buffer {
  const size = Buffer.from(`${body.length.toString(16)}\r\n`)
  return Buffer.concat([size, body, Buffer.from('\r\n0\r\n\r\n')])
}
