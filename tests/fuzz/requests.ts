import fc from 'fast-check'
import { type Body, bodiesOf } from './bodies.ts'
import { cookiesOf, oddAuthorization, type Role, rolesOf } from './credentials.ts'
import { mostly } from './mostly.ts'
import type { Operation } from './open-api.ts'
import { pathsOf, queriesOf } from './targets.ts'
import type { Known } from './values.ts'

/** Whose token and cookie a request carries: a person's own, none, or an odd text. */
export interface FuzzRequest {
  /** Undefined where the method is not in the document for this path. */
  operation: Operation | undefined
  /** True for the identity provider, which the document does not describe. */
  isIdentity: boolean
  method: string
  /** Path and query, percent-encoded. */
  target: string
  /** True where the path may match no route. */
  isPathOdd: boolean
  role: Role
  authorization: 'own' | 'none' | { odd: string }
  cookie: 'own' | 'none' | { odd: string }
  headers: [string, string][]
  body: Body | undefined
  chunked: boolean
}

export interface Circumstances {
  operations: Operation[]
  /** Values that exist in the shop, for an operation at this path. */
  knownFor: (path: string) => Known
  origin: string
  files: Buffer[]
}

/** Requests to all operations of the document. */
export function requestsTo(shop: Circumstances): fc.Arbitrary<FuzzRequest> {
  return fc.oneof(...shop.operations.map((operation) => requestsOf(operation, shop)))
}

function requestsOf(operation: Operation, shop: Circumstances): fc.Arbitrary<FuzzRequest> {
  const known = shop.knownFor(operation.path)
  return fc
    .record({
      method: methodsOf(operation),
      path: pathsOf(operation, known),
      query: queriesOf(operation, known),
      role: rolesOf(operation),
      authorization: mostly<FuzzRequest['authorization']>(
        'own',
        fc.constant('none'),
        oddAuthorization,
      ),
      cookie: cookiesOf(operation),
      headers: headersOf(operation, shop.origin),
      body: bodiesOf(operation, known, shop.files),
      chunked: mostly<boolean>(false, fc.constant(true)),
    })
    .map(({ path, query, method, ...rest }) => ({
      ...rest,
      method,
      isIdentity: false,
      operation: operationAt(shop.operations, method, operation),
      target: path.target + (query === '' ? '' : `?${query}`),
      isPathOdd: path.isOdd,
    }))
}

/** The operation that answers this method at a path; HEAD is answered as GET is. */
function operationAt(all: Operation[], method: string, { path }: Operation) {
  const asked = method === 'HEAD' ? 'GET' : method
  const ofMethod = all.filter((one) => one.method === asked)
  return ofMethod.find((one) => one.path === path) ?? ofMethod.find((one) => covers(one, path))
}

/** True where a parameter takes what another path has as its text: `{id}` takes `export.csv`. */
function covers(operation: Operation, path: string): boolean {
  return new RegExp(`^${operation.path.replace(/\{\w+\}/g, '[^/{}]+')}$`).test(path)
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']

function methodsOf({ method }: Operation) {
  return fc.oneof(
    { weight: 30, arbitrary: fc.constant(method) },
    { weight: 1, arbitrary: fc.constantFrom(...METHODS) },
  )
}

function headersOf({ parameters, security }: Operation, origin: string) {
  const takesKey = parameters.some(({ name }) => name === 'Idempotency-Key')
  const key = fc.constantFrom('a-key', 'another-key', '', 'x'.repeat(256), 'two words', 'é')
  const pairs = fc.record({
    'idempotency-key': maybe(takesKey ? 1 : 30, key),
    origin: maybe(
      security.some((one) => 'session' in one) ? 1 : 20,
      fc.constantFrom(origin, 'null', 'https://evil.example'),
    ),
    accept: maybe(20, fc.constantFrom('application/json', 'text/html', '*/*;q=0', 'a')),
    'accept-encoding': maybe(20, fc.constantFrom('br', 'gzip', 'identity;q=0', 'br;q=0')),
    'if-none-match': maybe(20, fc.constantFrom('*', '"x"', 'W/"', '')),
    'content-encoding': maybe(40, fc.constantFrom('gzip', 'br', 'x')),
    'x-request-id': maybe(40, fc.constantFrom('a', 'x'.repeat(200), '{"a":1}')),
    'x-forwarded-for': maybe(40, fc.constantFrom('1.2.3.4', 'x', '::1, ::1')),
    'x-http-method-override': maybe(40, fc.constantFrom('DELETE', 'PUT')),
    range: maybe(40, fc.constantFrom('bytes=0-1', 'bytes=-1,0-')),
    traceparent: maybe(40, fc.constantFrom('00-0-0-00', 'x')),
  })
  return pairs.map((all) =>
    Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== undefined),
  )
}

/** One in `odds` + 1 times. */
const maybe = (odds: number, value: fc.Arbitrary<string>) =>
  fc.oneof({ weight: odds, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value })
