import fc from 'fast-check'
import { sql } from 'kysely'
import { createFixture, type Fixture, type FuzzedShop } from './fixture.ts'
import type { createFuzzClient, Received } from './fuzz-client.ts'
import { identityRequestsTo } from './identity-requests.ts'
import type { ApiOperation } from './open-api.ts'
import { type FuzzRequest, requestsTo } from './requests.ts'
import { weighted } from './values.ts'

/** One of this many requests goes to Better Auth. */
const REQUESTS_PER_IDENTITY_REQUEST = 8

/**
 * Size above which the server may refuse a body unread, and close the connection before the
 * response is read.
 */
const MIN_CUT_BYTES = 64 * 1024

export interface Plan {
  shop: FuzzedShop
  operations: ApiOperation[]
  files: Buffer[]
  send: ReturnType<typeof createFuzzClient>['send']
  /** Returns the violation of a response, if there is one. */
  check: (request: FuzzRequest, received: Received) => string | undefined
  requests: number
}

export interface SeedResult {
  statuses: string[]
  /** A line for each response that violates the OpenAPI document. */
  violations: string[]
}

/**
 * Sends the requests of one seed, one after another. A seed always selects the same requests, but the ids and tokens
 * in them are those of a new fixture.
 */
export async function runSeed(plan: Plan, seed: number): Promise<SeedResult> {
  const { shop, operations, files, requests } = plan
  const fixture = await createFixture(shop)
  const { knownValuesFor } = fixture
  const origin = shop.url
  const arbitrary = weighted(
    [REQUESTS_PER_IDENTITY_REQUEST - 1, requestsTo({ operations, knownValuesFor, origin, files })],
    [1, identityRequestsTo(knownValuesFor('/api/auth'), origin)],
  )
  const result: SeedResult = { statuses: [], violations: [] }
  for (const [n, request] of fc.sample(arbitrary, { seed, numRuns: requests }).entries()) {
    if (request.isIdentity) await sql`delete from rate_limits`.execute(shop.db)
    const received = await plan.send(addCredentials(request, fixture))
    result.statuses.push(typeof received === 'string' ? received : String(received.status))
    const violation = findViolation(plan, request, received)
    if (violation)
      result.violations.push(`seed ${seed}, request ${n}: ${formatRequest(request)}: ${violation}`)
    if (typeof received !== 'string') await replaceIfUnusable(fixture, request, received)
  }
  return result
}

function addCredentials(request: FuzzRequest, { users }: Fixture) {
  const { role, authorization, cookie, body, method, target, chunked } = request
  const user = role === 'visitor' ? undefined : users[role]
  const headers = [...request.headers]
  if (authorization === 'own' && user) headers.push(['authorization', `Bearer ${user.token}`])
  else if (typeof authorization === 'object') headers.push(['authorization', authorization.odd])
  if (cookie === 'own' && user) headers.push(['cookie', user.cookie])
  else if (typeof cookie === 'object') headers.push(['cookie', cookie.odd])
  if (body?.type !== undefined) headers.push(['content-type', body.type])
  return { method, target, headers, bytes: body?.bytes, chunked }
}

function findViolation({ check }: Plan, request: FuzzRequest, received: Received | string) {
  if (typeof received !== 'string') return check(request, received)
  const isCut = (request.body?.bytes.length ?? 0) >= MIN_CUT_BYTES
  return isCut && /EPIPE|ECONNRESET/.test(received) ? undefined : `no response: ${received}`
}

/** Replaces a user whom a request signed out, banned, deleted or demoted, so that later requests have access. */
async function replaceIfUnusable(
  fixture: Fixture,
  { role, authorization, isIdentity, target }: FuzzRequest,
  { status, body }: Received,
) {
  if (role === 'visitor') return
  const isRefused = authorization === 'own' && (status === 401 || status === 403)
  const lostCodes = [
    'token_invalid',
    'user_banned',
    ...(role === 'admin' ? ['role_insufficient'] : []),
  ]
  const isAccessLost = isRefused && lostCodes.some((code) => body.includes(`"${code}"`))
  const isSignedOut = isIdentity && target.startsWith('/api/auth/sign-out')
  if (isAccessLost || isSignedOut) await fixture.replaceUser(role)
}

/** Maximum number of characters of a request's parts in a violation. */
const SHOWN_CHARS = 300

function formatRequest({ method, target, role, body, ...request }: FuzzRequest) {
  const { authorization, cookie, headers, chunked } = request
  const text = body && `${body.type} ${JSON.stringify(body.bytes.toString().slice(0, SHOWN_CHARS))}`
  const credentials = JSON.stringify({ authorization, cookie, headers, chunked })
  return `${role} ${method} ${target.slice(0, SHOWN_CHARS)} ${credentials.slice(0, SHOWN_CHARS)} ${text ?? 'no body'}`
}

interface ProcessMetrics {
  /** 99th percentile of the event loop's delay since the last reading. */
  lagP99Ms: number
  /** Resident memory of the process. */
  memoryMb: number
}

/** Reads the figures of a shop's process from its metrics. */
export async function readProcessMetrics(metricsUrl: string): Promise<ProcessMetrics> {
  const text = await (await fetch(metricsUrl)).text()
  return {
    lagP99Ms: 1000 * readMetric(text, 'nodejs_eventloop_lag_p99_seconds'),
    memoryMb: readMetric(text, 'process_resident_memory_bytes') / 1e6,
  }
}

function readMetric(text: string, name: string): number {
  const value = new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1]
  if (value === undefined) throw new Error(`The metrics lack ${name}.`)
  return Number(value)
}

/** Formats a Markdown table: responses by status, event loop delay, memory before and after. Appends all violations. */
export function formatFuzzReport(
  results: SeedResult[],
  { before, after }: Record<'before' | 'after', ProcessMetrics>,
): string {
  const statuses = results.flatMap((one) => one.statuses)
  const violations = results.flatMap((one) => one.violations)
  const byStatus = Object.entries(Object.groupBy(statuses, (status) => status))
  const rows = [
    ['Requests', String(statuses.length)],
    ...byStatus.sort().map(([status, all = []]) => [`Answered ${status}`, String(all.length)]),
    ['Responses with 5xx', String(statuses.filter((status) => /^5\d\d$/.test(status)).length)],
    ['Undeclared responses', String(violations.length)],
    ['Event loop delay, p99', `${after.lagP99Ms.toFixed(0)} ms`],
    [
      'Memory before and after',
      `${before.memoryMb.toFixed(0)} MB, ${after.memoryMb.toFixed(0)} MB`,
    ],
  ]
  const table = [['Measure', 'Value'], ['---', '---'], ...rows].map(
    (row) => `| ${row.join(' | ')} |`,
  )
  return [...table, ...(violations.length > 0 ? ['', ...violations] : []), ''].join('\n')
}
