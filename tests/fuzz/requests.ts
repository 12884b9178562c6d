import fc from 'fast-check'
import { type Body, bodiesOf } from './bodies.ts'
import { cookiesOf, oddAuthorization, type Role, rolesOf } from './credentials.ts'
import { mostly } from './mostly.ts'
import type { Operation } from './open-api.ts'
import { pathsOf, queriesOf } from './targets.ts'
import type { KnownValues } from './values.ts'

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

export interface RequestContext {
  operations: Operation[]
  /** Values that exist in the shop, for an operation at this path. */
  knownValuesFor: (path: string) => KnownValues
  origin: string
  files: Buffer[]
}

/** Requests to all operations of the document. */
export function requestsTo(context: RequestContext): fc.Arbitrary<FuzzRequest> {
  return fc.oneof(...context.operations.map((operation) => requestsOf(operation, context)))
}

function requestsOf(operation: Operation, context: RequestContext): fc.Arbitrary<FuzzRequest> {
  const knownValues = context.knownValuesFor(operation.path)
  return fc
    .record({
      method: methodsOf(operation),
      path: pathsOf(operation, knownValues),
      query: queriesOf(operation, knownValues),
      role: rolesOf(operation),
      authorization: mostly<FuzzRequest['authorization']>(
        'own',
        fc.constant('none'),
        oddAuthorization,
      ),
      cookie: cookiesOf(operation),
      headers: headersOf(operation, context.origin),
      body: bodiesOf(operation, knownValues, context.files),
      chunked: mostly<boolean>(false, fc.constant(true)),
    })
    .map(({ path, query, method, ...rest }) => ({
      ...rest,
      method,
      isIdentity: false,
      operation: operationAt(context.operations, method, operation),
      target: path.target + (query === '' ? '' : `?${query}`),
      isPathOdd: path.isOdd,
    }))
}

/** Returns the operation for a method at a path. HEAD counts as GET. */
function operationAt(all: Operation[], method: string, { path }: Operation) {
  const effectiveMethod = method === 'HEAD' ? 'GET' : method
  const ofMethod = all.filter((one) => one.method === effectiveMethod)
  return ofMethod.find((one) => one.path === path) ?? ofMethod.find((one) => matchesPath(one, path))
}

/** True if a parameter of the operation's path matches literal text of another path: `{id}` matches `export.csv`. */
function matchesPath(operation: Operation, path: string): boolean {
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
    'idempotency-key': sometimes(takesKey ? 1 : 30, key),
    origin: sometimes(
      security.some((one) => 'session' in one) ? 1 : 20,
      fc.constantFrom(origin, 'null', 'https://evil.example'),
    ),
    accept: sometimes(20, fc.constantFrom('application/json', 'text/html', '*/*;q=0', 'a')),
    'accept-encoding': sometimes(20, fc.constantFrom('br', 'gzip', 'identity;q=0', 'br;q=0')),
    'if-none-match': sometimes(20, fc.constantFrom('*', '"x"', 'W/"', '')),
    'content-encoding': sometimes(40, fc.constantFrom('gzip', 'br', 'x')),
    'x-request-id': sometimes(40, fc.constantFrom('a', 'x'.repeat(200), '{"a":1}')),
    'x-forwarded-for': sometimes(40, fc.constantFrom('1.2.3.4', 'x', '::1, ::1')),
    'x-http-method-override': sometimes(40, fc.constantFrom('DELETE', 'PUT')),
    range: sometimes(40, fc.constantFrom('bytes=0-1', 'bytes=-1,0-')),
    traceparent: sometimes(40, fc.constantFrom('00-0-0-00', 'x')),
  })
  return pairs.map((all) =>
    Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== undefined),
  )
}

/** One in `odds` + 1 times. */
const sometimes = (odds: number, value: fc.Arbitrary<string>) =>
  fc.oneof({ weight: odds, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value })
