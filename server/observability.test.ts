import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createSmtp, type Server } from 'node:net'
import { Writable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { calls } from '@freehub/contract/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { waitForBlockedConnections } from '../tests/support/database/locks.ts'
import { callIdentity } from '../tests/support/identity/sign-in.ts'
import type { ApiResponse } from '../tests/support/shop/api-client.ts'
import { buildBooking, startPayment } from '../tests/support/shop/orders.ts'
import { addPart } from '../tests/support/shop/parts.ts'
import { startTestShop, type TestShop } from '../tests/support/shop/shop.ts'
import { addCustomer, type TestUser } from '../tests/support/shop/users.ts'
import { waitUntil } from '../tests/support/wait-until.ts'
import { registry } from './platform/metrics/metrics.ts'
import { createWorkerMetricsReader } from './workers/worker-metrics.ts'

/** Personal data and secrets that must not appear in the log, the metrics or the spans. */
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

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c'
const CALLER_SPAN_ID = 'b7ad6b7169203331'

const readWorkerMetrics = createWorkerMetricsReader()
const lines: Record<string, unknown>[] = []
const spans: Span[] = []
const closing: (() => unknown)[] = []
let shop: TestShop
let customer: TestUser
let metrics: string
let failedReview: ApiResponse

beforeAll(async () => {
  const collector = await listen((request, response) => void collect(request, response))
  const cards = await listen((_request, response) => refuseCard(response))
  const mails = createSmtp((socket) => {
    socket.write('220 mail\r\n')
    socket.on('data', (command) => socket.write(refuseMail(String(command)))).on('error', () => {})
  })
  shop = await startTestShop({
    jobsEveryMs: 100,
    logStream: collectLines(),
    settings: {
      LOG_LEVEL: 'trace',
      METRICS_PORT: '1',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector,
      // With the defaults, a slow machine drops spans.
      OTEL_BSP_MAX_QUEUE_SIZE: '1000000',
      OTEL_BSP_EXPORT_TIMEOUT: '60000',
      OTEL_EXPORTER_OTLP_TIMEOUT: '60000',
      TRUSTED_PROXIES: '127.0.0.1',
      STRIPE_API_URL: cards,
      SMTP_URL: `smtp://planted:planted-smtp-secret@127.0.0.1:${await listenOnFreePort(mails)}`,
    },
  })
  await causeErrors()
  metrics = await registry.metrics()
  shop = await shop.reopen({
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
    TRUSTED_PROXIES: '',
  })
})
afterAll(async () => {
  await shop.close()
  for (const close of closing) close()
})

/** Causes every kind of error with planted data. */
async function causeErrors() {
  customer = await addCustomer(shop, { name: 'Planted Person', email: 'planted@planted.example' })
  const part = await addPart(shop, { stock: 1000 })
  const traced = {
    traceparent: `00-${TRACE_ID}-${CALLER_SPAN_ID}-01`,
    'x-request-id': 'request-of-the-test',
  }
  const booking = buildBooking(part, 10, { phone: '+491511777888', address: 'Planted Street 9' })
  const { body } = await customer.call('POST', '/booking?planted=query', booking)
  expect(body.code).toBe('input_invalid')
  const placed = await customer.call('POST', '/booking', booking, traced)
  expect(placed.headers.get('x-request-id')).toBe('request-of-the-test')
  await expect(startPayment(customer.call, placed.body.result.insertedId)).rejects.toThrow(
    /internal/,
  )

  await sql`alter table reviews add constraint comment_check check (comment not like '%planted%')`.execute(
    shop.db,
  )
  await sql`create function phone_trigger() returns trigger language plpgsql as
    $$ begin perform new.phone::int; return new; end $$`.execute(shop.db)
  await sql`create trigger phone_trigger before update on users for each row execute function phone_trigger()`.execute(
    shop.db,
  )
  failedReview = await customer.call('POST', '/reviews', { ratting: 5, comment: 'planted comment' })
  await customer.call('PUT', `/user/${customer.email}`, { phone: 'planted phone' })
  await customer.call('POST', '/booking', '{"phone": planted')
  await customer.call('GET', '/myOrders?client=planted@planted.example')
  await shop.call('GET', '/parts')
  await shop.call('GET', '/parts?search=planted+query', undefined, { cookie: 'planted=session' })
  for (const id of ['planted person', 'x'.repeat(65)]) {
    const { headers } = await shop.call('GET', '/reviews', undefined, { 'x-request-id': id })
    expect(headers.get('x-request-id')).toMatch(/^[\da-f]{16}-\d+$/)
  }
  await disconnectEarly(part)
  await shop.call('GET', '/api/auth/callback/google?code=planted-code&state=planted-state')
  await callIdentity(shop, '/sign-in/email', {
    email: customer.email,
    password: 'planted password',
  })
  await waitUntil('the mail is refused', () => lines.some(({ job, err }) => job && err))
  await waitUntil('the order of the client that left is placed', async () =>
    (await registry.metrics()).includes('freehub_order_events_total{event="placed"} 2\n'),
  )
  await waitUntil('the scheduled jobs have run', async () =>
    /freehub_scheduled_job_duration_seconds_count\{name="issueInvoices",outcome="done"/.test(
      await registry.metrics(),
    ),
  )
}

/** Places an order and disconnects before the response. */
async function disconnectEarly(part: string) {
  const abort = new AbortController()
  const body = JSON.stringify({ ...buildBooking(part), quantity: 10 })
  const headers = { authorization: `Bearer ${customer.token}`, 'content-type': 'application/json' }
  await shop.db.transaction().execute(async (tx) => {
    await sql`select from users where id = ${customer.id} for update`.execute(tx)
    const pending = fetch(`${shop.url}/booking`, {
      method: 'POST',
      headers,
      body,
      signal: abort.signal,
    })
    await waitForBlockedConnections(shop.db, tx)
    abort.abort()
    await expect(pending).rejects.toThrow(/abort/i)
    await waitUntil('it is logged', () => lines.some((line) => line.aborted))
  })
}

test('keeps personal data and secrets out of logs, metrics and spans', () => {
  const everything = [...lines, ...spans, metrics].map((one) => JSON.stringify(one))
  for (const secret of [...PLANTED, customer.token]) {
    expect(everything.filter((text) => text.toLowerCase().includes(secret))).toEqual([])
  }
})

test('logs where, why and in which request an error occurred', () => {
  const failures = lines.filter(({ msg }) => msg === 'request failed')
  expect(failures).toMatchObject([
    { level: 'error', err: { cause: { type: 'StripeInvalidRequestError', statusCode: 400 } } },
    {
      err: { type: 'DatabaseError', code: '23514', constraint: 'comment_check', table: 'reviews' },
    },
    { err: { code: '22P02', message: 'invalid input syntax for type integer: …' } },
  ])
  for (const { requestId, traceId, err } of failures) {
    expect((err as { stack: string }).stack).toMatch(/^\s+at /)
    expect(lines.filter((line) => line.requestId === requestId)).toMatchObject([
      { traceId, msg: 'request failed' },
      { traceId, msg: 'request', level: 'warn', status: 500, userId: customer.id },
    ])
  }
  // The screen shows the request id to the user.
  expect(failedReview.body.requestId).toBe(failures[1]?.requestId)
  const mail = lines.find(({ job }) => job)
  expect(mail).toMatchObject({ err: { code: 'EENVELOPE', responseCode: 550 } })
})

test('logs a request as one line with its id, route, status, time and user id', () => {
  const line = lines.find(({ requestId }) => requestId === 'request-of-the-test')
  expect(line).toEqual({
    // A request over a second is a warning.
    level: Number(line?.ms) > 1000 ? 'warn' : 'info',
    time: expect.any(Number),
    pid: process.pid,
    hostname: expect.any(String),
    requestId: 'request-of-the-test',
    traceId: TRACE_ID,
    method: 'POST',
    route: '/booking',
    status: 201,
    ms: expect.any(Number),
    userId: customer.id,
    msg: 'request',
  })
})

test('logs and counts requests of disconnected clients', () => {
  expect(lines.filter(({ aborted }) => aborted)).toMatchObject([
    { method: 'POST', route: '/booking' },
  ])
  expect(metrics).toContain('_count{method="POST",route="/booking",status="aborted"} 1\n')
})

test('ignores request ids and traces from untrusted clients', async () => {
  const traceparent = `00-${TRACE_ID}-${CALLER_SPAN_ID}-01`
  const headersSent = { 'x-request-id': 'untrusted-request', traceparent }
  const { headers } = await shop.call('DELETE', '/part/nothing', undefined, headersSent)
  const id = headers.get('x-request-id')
  expect(id).not.toBe('untrusted-request')
  const line = await waitUntil('it is logged', () => lines.find((one) => one.requestId === id))
  expect(line).toMatchObject({ route: '/part/:id', traceId: expect.not.stringContaining(TRACE_ID) })
})

test('runs and stops while the trace collector is unavailable', async () => {
  // Sequentially, because a busy machine refuses many concurrent requests.
  for (let n = 0; n < 20; n++) expect((await shop.call('GET', '/parts')).status).toBe(200)
  shop = await shop.reopen({ OTEL_EXPORTER_OTLP_ENDPOINT: '' })
})

test('continues the caller’s trace, and records spans of statements, outgoing calls and jobs', async () => {
  const requestSpan = await waitForSpan(
    'the request',
    ({ parentSpanId }) => parentSpanId === CALLER_SPAN_ID,
  )
  expect(requestSpan).toMatchObject({ traceId: TRACE_ID, name: 'POST /booking' })
  expect(attributeOf(requestSpan, 'http.response.status_code')).toEqual({ intValue: 201 })
  for (const text of [/join access_tokens t/, /from place_order/]) {
    await waitForSpan(`the statement ${text}`, (span) => {
      const statement = String(attributeOf(span, 'db.query.text')?.stringValue)
      return span.parentSpanId === requestSpan.spanId && text.test(statement)
    })
  }
  const paying = await waitForSpan('the payment', isNamed('POST /create-payment-intent'))
  await waitForSpan(
    'the outgoing call',
    ({ traceId, name }) => traceId === paying.traceId && name.startsWith('POST 127.0.0.1:'),
  )
  for (const name of ['job mail', 'scheduled job issueInvoices']) {
    await waitForSpan(name, isNamed(name))
  }
})

const isNamed = (expected: string) => (span: Span) => span.name === expected

/** Waits for a span, because a closed shop still sends its last spans if this takes over two seconds. */
const waitForSpan = (what: string, matches: (span: Span) => boolean) =>
  waitUntil(`the span of ${what} has arrived`, () => spans.find(matches))

test('reports events, requests, jobs, caches and ratios with their labels', () => {
  for (const counted of [
    'freehub_order_events_total{event="placed"} 2',
    'freehub_refusals_total{code="internal"} 3',
    'freehub_sign_ins_total{method="password",outcome="refused"} 1',
    'freehub_part_change_listeners 1',
    'http_request_duration_seconds_count{method="POST",route="/booking",status="2xx"} 1',
    'http_request_duration_seconds_count{method="POST",route="/booking",status="4xx"} 2',
    'freehub_provider_call_duration_seconds_count{operation="create_intent",outcome="failed"} 1',
    // Searches have their own cache, so they do not evict lists.
    'freehub_cached_responses_total{cache="lists",outcome="built"} 1',
    'freehub_cached_responses_total{cache="search",outcome="built"} 1',
  ]) {
    expect(metrics.split('\n')).toContain(counted)
  }
  expect(metrics).toMatch(/freehub_jobs\{queue="mail",state="\w+"\} \d/)
  expect(metrics).toMatch(/freehub_job_duration_seconds_count\{queue="mail",outcome="failed"\} \d/)
  expect(metrics).toMatch(/freehub_unpaid_reserved_ratio\{of="(parts|quantity)"\} 0/)
})

test('ignores metrics of a worker that arrive after its exit', async () => {
  const worker = { id: 1, isDead: () => true } as Worker
  const late = { name: 'arrived_late', help: '', type: 'gauge', values: [{ value: 1, labels: {} }] }
  cluster.emit('exit', worker, 1, '')
  cluster.emit('message', worker, { metrics: [{ ...late, aggregator: 'sum' }] })
  expect(await readWorkerMetrics()).not.toContain('arrived_late')
})

test('concurrent reads request the metrics of a worker once', async () => {
  const send = vi.fn(
    () => void setImmediate(() => cluster.emit('message', worker, { metrics: [] })),
  )
  const worker = { id: 2, isConnected: () => true, isDead: () => false, send } as unknown as Worker
  const workers = cluster.workers as NodeJS.Dict<Worker>
  workers[2] = worker
  await Promise.all([readWorkerMetrics(), readWorkerMetrics()])
  delete workers[2]
  expect(send).toHaveBeenCalledOnce()
})

test('alerts use existing metrics and routes, and each alert is documented', async () => {
  const known = new Set(registry.getMetricsAsArray().map(({ name }) => name))
  const alerts = await readFile(new URL('../deploy/prometheus/alerts.yml', import.meta.url), 'utf8')
  const inAlerts = new Set(alerts.match(/\b(freehub|http|process|nodejs)_\w+/g))
  expect(inAlerts.size).toBeGreaterThan(10)
  const unknown = [...inAlerts].filter(
    (name) => !known.has(name.replace(/_(bucket|sum|count)$/, '')),
  )
  expect(unknown).toEqual([])
  const excludedRoutes = new RegExp(`^(?:${/route!~"([^"]+)"/.exec(alerts)?.[1]})$`)
  for (const path of ['/api/imports', '/api/photos', '/api/orders/export.csv', '/parts']) {
    expect(Object.values(calls).map((call) => call.path)).toContain(path)
    expect(excludedRoutes.test(path), path).toBe(path !== '/parts')
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

const attributeOf = (span: Span, key: string) =>
  span.attributes.find((one) => one.key === key)?.value

function refuseCard(response: ServerResponse) {
  const message = 'planted@planted.example may not pay: pi_planted_secret_planted'
  const error = { type: 'invalid_request_error', message, param: 'planted' }
  response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error }))
}

/** Refuses all recipients. */
function refuseMail(command: string): string {
  if (/^EHLO/i.test(command)) return '250-mail\r\n250 AUTH PLAIN\r\n'
  if (/^AUTH/i.test(command)) return '235 welcome\r\n'
  return /^RCPT/i.test(command) ? `550 ${command.slice(8).trim()} is not known\r\n` : '250 ok\r\n'
}

async function listen(handler: (request: IncomingMessage, response: ServerResponse) => void) {
  return `http://127.0.0.1:${await listenOnFreePort(createServer(handler))}`
}

async function listenOnFreePort(server: Server): Promise<number> {
  closing.push(() => server.close())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

function collectLines(): Writable {
  return new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)))
      done()
    },
  })
}
