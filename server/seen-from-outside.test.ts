import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createSmtp, type Server } from 'node:net'
import { Writable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { calls } from '@freehub/contract/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { untilWaiting } from '../tests/support/database/locks.ts'
import { askIdentity } from '../tests/support/identity/sign-in.ts'
import type { Answer } from '../tests/support/shop/calls.ts'
import { beginPayment, bookingOf } from '../tests/support/shop/orders.ts'
import { addPart } from '../tests/support/shop/parts.ts'
import { addCustomer, type Person } from '../tests/support/shop/people.ts'
import { startTestShop, type TestShop } from '../tests/support/shop/shop.ts'
import { waitUntil } from '../tests/support/wait-until.ts'
import { registry } from './platform/metrics/metrics.ts'
import { sumOfWorkers } from './workers/worker-counts.ts'

/** What no line of the log, no metric and no span may tell: everything that the story below says of somebody. */
const PLANTED = [
  'planted',
  '1511777',
  'a-secret-of-the-tests',
  'sk_test_of_the_tests',
  'whsec_of_the_tests',
]

interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: { key: string; value: Record<string, unknown> }[]
}

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const CALLER = 'b7ad6b7169203331'

const lines: Record<string, unknown>[] = []
const spans: Span[] = []
const closing: (() => unknown)[] = []
let shop: TestShop
let customer: Person
let told: string
let failed: Answer

beforeAll(async () => {
  const collector = await listen((request, response) => void collect(request, response))
  const cards = await listen((_request, response) => refuseCard(response))
  const mails = createSmtp((socket) => {
    socket.write('220 mail\r\n')
    socket.on('data', (said) => socket.write(refuseMail(String(said)))).on('error', () => {})
  })
  shop = await startTestShop({
    roundsEveryMs: 100,
    logStream: keptLines(),
    settings: {
      LOG_LEVEL: 'trace',
      METRICS_PORT: '1',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector,
      TRUSTED_PROXIES: '127.0.0.1',
      STRIPE_API_URL: cards,
      SMTP_URL: `smtp://planted:planted-smtp-secret@127.0.0.1:${await portOf(mails)}`,
    },
  })
  await live()
  told = await registry.metrics()
  shop = await shop.reopen({
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
    TRUSTED_PROXIES: '',
  })
})
afterAll(async () => {
  await shop.close()
  for (const close of closing) close()
})

/** A day of somebody with whom everything goes wrong, so that everything is told of. */
async function live() {
  customer = await addCustomer(shop, { name: 'Planted Person', email: 'planted@planted.example' })
  const part = await addPart(shop, { stock: 1000 })
  const traced = { traceparent: `00-${TRACE}-${CALLER}-01`, 'x-request-id': 'asked-from-outside' }
  const booking = bookingOf(part, 10, { phone: '+491511777888', address: 'Planted Street 9' })
  const { body } = await customer.call('POST', '/booking?planted=query', booking)
  expect(body.code).toBe('input_invalid')
  const placed = await customer.call('POST', '/booking', booking, traced)
  expect(placed.headers.get('x-request-id')).toBe('asked-from-outside')
  await expect(beginPayment(customer.call, placed.body.result.insertedId)).rejects.toThrow(
    /internal/,
  )

  await sql`alter table reviews add constraint told check (comment not like '%planted%')`.execute(
    shop.db,
  )
  await sql`create function told() returns trigger language plpgsql as
    $$ begin perform new.phone::int; return new; end $$`.execute(shop.db)
  await sql`create trigger told before update on users for each row execute function told()`.execute(
    shop.db,
  )
  failed = await customer.call('POST', '/reviews', { ratting: 5, comment: 'planted comment' })
  await customer.call('PUT', `/user/${customer.email}`, { phone: 'planted phone' })
  await customer.call('POST', '/booking', '{"phone": planted')
  await customer.call('GET', '/myOrders?client=planted@planted.example')
  await shop.visit('GET', '/parts')
  await shop.visit('GET', '/parts?search=planted+query', undefined, { cookie: 'planted=session' })
  for (const id of ['planted person', 'x'.repeat(65)]) {
    const { headers } = await shop.visit('GET', '/reviews', undefined, { 'x-request-id': id })
    expect(headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
  }
  await leave(part)
  await shop.visit('GET', '/api/auth/callback/google?code=planted-code&state=planted-state')
  await askIdentity(shop, '/sign-in/email', { email: customer.email, password: 'planted password' })
  await waitUntil('the mail is refused', () => lines.some(({ job, err }) => job && err))
  await waitUntil('the order of the client that left is placed', async () =>
    (await registry.metrics()).includes('freehub_order_events_total{event="placed"} 2\n'),
  )
  await waitUntil('a round is over', async () =>
    /freehub_round_duration_seconds_count\{round="invoice",outcome="done"/.test(
      await registry.metrics(),
    ),
  )
}

/** Asks, and does not wait for the answer. */
async function leave(part: string) {
  const gone = new AbortController()
  const body = JSON.stringify({ ...bookingOf(part), quantity: 10 })
  const headers = { authorization: `Bearer ${customer.token}`, 'content-type': 'application/json' }
  await shop.db.transaction().execute(async (tx) => {
    await sql`select from users where id = ${customer.id} for update`.execute(tx)
    const asked = fetch(`${shop.url}/booking`, {
      method: 'POST',
      headers,
      body,
      signal: gone.signal,
    })
    await untilWaiting(shop.db, tx)
    gone.abort()
    await expect(asked).rejects.toThrow()
    await waitUntil('it is told', () => lines.some((line) => line.gone))
  })
}

test('nothing of what people say and no secret is in the log, in a metric or in a span', () => {
  const everything = [...lines, ...spans, told].map((one) => JSON.stringify(one))
  for (const secret of [...PLANTED, customer.token]) {
    expect(everything.filter((text) => text.toLowerCase().includes(secret))).toEqual([])
  }
})

test('the log says all the same what went wrong: where, why, and in which request', () => {
  const failures = lines.filter(({ msg }) => msg === 'request failed')
  expect(failures).toMatchObject([
    { level: 'error', err: { cause: { type: 'StripeInvalidRequestError', statusCode: 400 } } },
    { err: { type: 'DatabaseError', code: '23514', constraint: 'told', table: 'reviews' } },
    { err: { code: '22P02', message: 'invalid input syntax for type integer: …' } },
  ])
  for (const { requestId, traceId, err } of failures) {
    expect((err as { stack: string }).stack).toMatch(/^\s+at /)
    expect(lines.filter((line) => line.requestId === requestId)).toMatchObject([
      { traceId, msg: 'request failed' },
      { traceId, msg: 'request', level: 'warn', status: 500, userId: customer.id },
    ])
  }
  // Who met it can say which it was, from the screen.
  expect(failed.body.requestId).toBe(failures[1]?.requestId)
  const mail = lines.find(({ job }) => job)
  expect(mail).toMatchObject({ err: { code: 'EENVELOPE', responseCode: 550 } })
})

test('a request has one line: its id, route, status and time, and of who asked the id alone', () => {
  const line = lines.find(({ requestId }) => requestId === 'asked-from-outside')
  expect(line).toEqual({
    level: 'info',
    time: expect.any(Number),
    pid: process.pid,
    hostname: expect.any(String),
    requestId: 'asked-from-outside',
    traceId: TRACE,
    method: 'POST',
    route: '/booking',
    status: 201,
    ms: expect.any(Number),
    userId: customer.id,
    msg: 'request',
  })
})

test('of who did not wait for his answer the log says so, and the metrics', () => {
  expect(lines.filter(({ gone }) => gone)).toMatchObject([{ method: 'POST', route: '/booking' }])
  expect(told).toContain('_count{method="POST",route="/booking",status="gone"} 1\n')
})

test('what a stranger says of a request’s id and trace does not count', async () => {
  const traceparent = `00-${TRACE}-${CALLER}-01`
  const said = { 'x-request-id': 'asked-by-a-stranger', traceparent }
  const { headers } = await shop.visit('DELETE', '/part/nothing', undefined, said)
  const id = headers.get('x-request-id')
  expect(id).not.toBe('asked-by-a-stranger')
  const line = await waitUntil('it is told', () => lines.find((one) => one.requestId === id))
  expect(line).toMatchObject({ route: '/part/:id', traceId: expect.not.stringContaining(TRACE) })
})

test('a collector that is away holds up nothing, not even the end', async () => {
  // One after the other: many at once are refused when the machine is busy.
  for (let n = 0; n < 20; n++) expect((await shop.visit('GET', '/parts')).status).toBe(200)
  const began = performance.now()
  shop = await shop.reopen({ OTEL_EXPORTER_OTLP_ENDPOINT: '' })
  expect(performance.now() - began).toBeLessThan(10_000)
})

test('a request is one trace with its caller’s: each statement in it, and each call outward', () => {
  const own = spans.find(({ parentSpanId }) => parentSpanId === CALLER) as Span
  expect(own).toMatchObject({ traceId: TRACE, name: 'POST /booking' })
  expect(of(own, 'http.response.status_code')).toEqual({ intValue: 201 })
  const within = spans.filter(({ parentSpanId }) => parentSpanId === own.spanId)
  const texts = within.map((span) => of(span, 'db.query.text')?.stringValue)
  for (const text of [/from access_tokens t/, /^begin$/, /insert into orders/, /^commit$/]) {
    expect(texts).toContainEqual(expect.stringMatching(text))
  }
  const paying = spans.find(({ name }) => name === 'POST /create-payment-intent') as Span
  const outward = spans.filter(
    ({ traceId, name }) => traceId === paying.traceId && name.startsWith('POST 127.0.0.1:'),
  )
  expect(outward.length).toBeGreaterThan(0)
  for (const name of ['job mail', 'round invoice']) {
    expect(spans.map((span) => span.name)).toContain(name)
  }
})

test('what happened is counted, by a few labels', () => {
  for (const counted of [
    'freehub_order_events_total{event="placed"} 2',
    'freehub_refusals_total{code="internal"} 3',
    'freehub_sign_ins_total{way="password",outcome="refused"} 1',
    'freehub_part_change_listeners 1',
    'http_request_duration_seconds_count{method="POST",route="/booking",status="2xx"} 1',
    'http_request_duration_seconds_count{method="POST",route="/booking",status="4xx"} 2',
    'freehub_provider_call_duration_seconds_count{operation="create_intent",outcome="failed"} 1',
    // Searches do not evict the pages of all parts.
    'freehub_kept_answers_total{kind="lists",outcome="made"} 1',
    'freehub_kept_answers_total{kind="found",outcome="made"} 1',
  ]) {
    expect(told.split('\n')).toContain(counted)
  }
  expect(told).toMatch(/freehub_jobs\{queue="mail",state="\w+"\} \d/)
  expect(told).toMatch(/freehub_job_duration_seconds_count\{queue="mail",outcome="failed"\} \d/)
  expect(told).toMatch(/freehub_unpaid_reserved_ratio\{of="(parts|pieces)"\} 0/)
})

test('every metric that an alert asks for is told, and every alert has its page', async () => {
  sumOfWorkers()
  const known = new Set(registry.getMetricsAsArray().map(({ name }) => name))
  const alerts = await readFile(new URL('../deploy/prometheus/alerts.yml', import.meta.url), 'utf8')
  const asked = new Set(alerts.match(/\b(freehub|http|process|nodejs)_\w+/g))
  expect(asked.size).toBeGreaterThan(10)
  const unknown = [...asked].filter((name) => !known.has(name.replace(/_(bucket|sum|count)$/, '')))
  expect(unknown).toEqual([])
  const leftOut = new RegExp(`^(?:${/route!~"([^"]+)"/.exec(alerts)?.[1]})$`)
  for (const path of ['/api/imports', '/api/photos', '/api/orders/export.csv', '/parts']) {
    expect(Object.values(calls).map((call) => call.path)).toContain(path)
    expect(leftOut.test(path), path).toBe(path !== '/parts')
  }
  const pages = await readFile(new URL('../docs/operations.md', import.meta.url), 'utf8')
  for (const [, name = ''] of alerts.matchAll(/- alert: (\w+)/g)) {
    expect(alerts).toContain(`runbook: docs/operations.md#${name.toLowerCase()}\n`)
    expect(pages).toContain(`\n### ${name}\n`)
  }
})

function collect(request: IncomingMessage, response: ServerResponse) {
  return json(request).then((sent) => {
    const { resourceSpans } = sent as {
      resourceSpans: { scopeSpans: { spans: Span[] }[] }[]
    }
    for (const { scopeSpans } of resourceSpans) {
      for (const scope of scopeSpans) spans.push(...scope.spans)
    }
    response.setHeader('content-type', 'application/json').end('{}')
  })
}

const of = (span: Span, key: string) => span.attributes.find((one) => one.key === key)?.value

function refuseCard(response: ServerResponse) {
  const message = 'planted@planted.example may not pay: pi_planted_secret_planted'
  const error = { type: 'invalid_request_error', message, param: 'planted' }
  response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error }))
}

/** A server that knows nobody. */
function refuseMail(said: string): string {
  if (/^EHLO/i.test(said)) return '250-mail\r\n250 AUTH PLAIN\r\n'
  if (/^AUTH/i.test(said)) return '235 welcome\r\n'
  return /^RCPT/i.test(said) ? `550 ${said.slice(8).trim()} is not known\r\n` : '250 ok\r\n'
}

async function listen(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  return `http://127.0.0.1:${await portOf(createServer(answer))}`
}

async function portOf(server: Server): Promise<number> {
  closing.push(() => server.close())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

function keptLines(): Writable {
  return new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)))
      done()
    },
  })
}
