import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { expect } from 'vitest'
import { scale } from './fixture.ts'

/** Number of clients for the calibration. With so few, requests do not queue. */
const CALIBRATION_CLIENTS = 8
const TICK_MS = 10
/**
 * Maximum number of pending requests. It is above the shop's limit of pending requests, and below
 * its limit of connections.
 */
const IN_FLIGHT_MAX = 600
/** Starts no tasks after this multiple of the planned duration. */
const OVERRUN_FACTOR = 3

/** Sends one request. Returns whether the shop accepted the request. */
type Task = () => Promise<boolean>

/** Measures how many requests of a few concurrent clients the shop accepts per second. */
export async function measureCapacity(task: Task, ms: number): Promise<number> {
  const startedAt = performance.now()
  let finished = 0
  await Promise.all(
    Array.from({ length: CALIBRATION_CLIENTS }, async () => {
      while (performance.now() - startedAt < ms) if (await task()) finished += 1
    }),
  )
  return (finished * 1000) / (performance.now() - startedAt)
}

/**
 * Starts `total` tasks evenly over `ms` milliseconds, even if earlier tasks have not ended. Returns
 * how many it started.
 */
export async function offerLoad(task: Task, total: number, ms: number): Promise<number> {
  const startedAt = performance.now()
  const inFlight = new Set<Promise<unknown>>()
  const failures: unknown[] = []
  const elapsedShare = () => (performance.now() - startedAt) / ms
  let started = 0
  while (started < total && elapsedShare() < OVERRUN_FACTOR) {
    const due = Math.min(total, Math.ceil(total * elapsedShare()))
    for (; started < due && inFlight.size < IN_FLIGHT_MAX; started++) {
      const run = task()
        .catch((error) => failures.push(error))
        .finally(() => inFlight.delete(run))
      inFlight.add(run)
    }
    await wait(TICK_MS)
  }
  await Promise.all(inFlight)
  if (failures.length > 0) throw failures[0]
  return started
}

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
  await fc.assert(fc.asyncProperty(request, check), {
    numRuns: scale.malformedRequests,
    endOnFailure: true,
  })
  const batches = fc.array(request, { minLength: BATCH_SIZE, maxLength: BATCH_SIZE })
  await fc.assert(
    fc.asyncProperty(batches, async (requests) => void (await Promise.all(requests.map(check)))),
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
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.on('error', () => {})
  const lines = Object.entries({ host: 'shop', connection: 'close', ...headers })
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

const BYTE_INTERVAL_MS = 300
/** The size limit of a body, minus one byte. */
const LARGE_BODY = Buffer.alloc(1024 * 1024 - 1, ' ')

const head = (path: string) =>
  `POST ${path} HTTP/1.1\r\nhost: shop\r\ncontent-type: application/json\r\n`

/**
 * Opens slow connections. `idle` connections send nothing. `byteByByte` connections send one byte at a time, half
 * of them of headers and half of a body. `large` connections send a large body except its last byte.
 */
export async function openSlowClients(
  url: string,
  { idle, byteByByte, large }: { idle: number; byteByByte: number; large: number },
) {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  const timers: NodeJS.Timeout[] = []

  function openSocket(firstBytes: string): Promise<Socket> {
    const socket = connect({ host: hostname, port: Number(port) })
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    socket.resume()
    return new Promise((resolve) => {
      socket.once('close', () => resolve(socket))
      socket.once('connect', () => {
        sockets.add(socket)
        if (firstBytes) socket.write(firstBytes)
        resolve(socket)
      })
    })
  }
  async function sendByteByByte(firstBytes: string) {
    const socket = await openSocket(firstBytes)
    timers.push(setInterval(() => socket.writable && socket.write('x'), BYTE_INTERVAL_MS))
  }

  await Promise.all(Array.from({ length: idle }, () => openSocket('')))
  await Promise.all(
    Array.from({ length: byteByByte }, (_, n) =>
      n % 2 === 0
        ? sendByteByByte(`${head('/booking')}x-slow: `)
        : sendByteByByte(`${head('/api/auth/sign-in/email')}content-length: 1000\r\n\r\n`),
    ),
  )
  const contentLength = `content-length: ${LARGE_BODY.length + 1}`
  await Promise.all(
    Array.from({ length: large }, async () => {
      const socket = await openSocket(`${head('/api/auth/sign-in/email')}${contentLength}\r\n\r\n`)
      socket.write(LARGE_BODY)
    }),
  )
  return {
    /** Returns the number of open connections. */
    countOpen: () => sockets.size,
    close() {
      for (const timer of timers) clearInterval(timer)
      for (const socket of sockets) socket.destroy()
    },
  }
}
