import fc from 'fast-check'
import { type Body, generateBodies } from './bodies.ts'
import { type ApiOperation, isForAdmins, type Parameter } from './open-api.ts'
import { type KnownValues, mostly, oddName, oddText, plausibleValues, weighted } from './values.ts'

/** A generated request. Its token and cookie are those of a user, missing, or an odd text. */
export interface FuzzRequest {
  /** The operation. Undefined if the OpenAPI document has no such method for this path. */
  operation: ApiOperation | undefined
  /** True for a request to Better Auth, which the OpenAPI document does not describe. */
  isIdentity: boolean
  method: string
  /** Path and query, percent-encoded. */
  target: string
  /** True if the path may match no route. */
  isPathOdd: boolean
  role: Role
  authorization: 'own' | 'none' | { odd: string }
  cookie: 'own' | 'none' | { odd: string }
  headers: [string, string][]
  body: Body | undefined
  chunked: boolean
}

interface RequestContext {
  operations: ApiOperation[]
  /** Values that exist in the shop, for an operation at this path. */
  knownValuesFor: (path: string) => KnownValues
  origin: string
  files: Buffer[]
}

/** Generates requests to all operations of the OpenAPI document. */
export function requestsTo(context: RequestContext): fc.Arbitrary<FuzzRequest> {
  return fc.oneof(...context.operations.map((operation) => requestsOf(operation, context)))
}

/** Generates requests for an operation. A generated method may belong to another operation of the same path. */
function requestsOf(operation: ApiOperation, context: RequestContext): fc.Arbitrary<FuzzRequest> {
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
      body: generateBodies(operation, knownValues, context.files),
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
function operationAt(all: ApiOperation[], method: string, { path }: ApiOperation) {
  const effectiveMethod = method === 'HEAD' ? 'GET' : method
  const ofMethod = all.filter((one) => one.method === effectiveMethod)
  return ofMethod.find((one) => one.path === path) ?? ofMethod.find((one) => matchesPath(one, path))
}

/** True if the operation's path matches another operation's path: `/orders/{id}` matches `/orders/export.csv`. */
function matchesPath(operation: ApiOperation, path: string): boolean {
  return new RegExp(`^${operation.path.replace(/\{\w+\}/g, '[^/{}]+')}$`).test(path)
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']

function methodsOf({ method }: ApiOperation) {
  return weighted([30, fc.constant(method)], [1, fc.constantFrom(...METHODS)])
}

function headersOf({ parameters, security }: ApiOperation, origin: string) {
  const takesKey = parameters.some(({ name }) => name === 'Idempotency-Key')
  const key = fc.constantFrom('a-key', 'another-key', '', 'x'.repeat(256), 'two words', 'é')
  const pairs = fc.record({
    'idempotency-key': oneIn(takesKey ? 2 : 31, key),
    origin: oneIn(
      security.some((one) => 'session' in one) ? 2 : 21,
      fc.constantFrom(origin, 'null', 'https://evil.example'),
    ),
    accept: oneIn(21, fc.constantFrom('application/json', 'text/html', '*/*;q=0', 'a')),
    'accept-encoding': oneIn(21, fc.constantFrom('br', 'gzip', 'identity;q=0', 'br;q=0')),
    'if-none-match': oneIn(21, fc.constantFrom('*', '"x"', 'W/"', '')),
    'content-encoding': oneIn(41, fc.constantFrom('gzip', 'br', 'x')),
    'x-request-id': oneIn(41, fc.constantFrom('a', 'x'.repeat(200), '{"a":1}')),
    'x-forwarded-for': oneIn(41, fc.constantFrom('1.2.3.4', 'x', '::1, ::1')),
    'x-http-method-override': oneIn(41, fc.constantFrom('DELETE', 'PUT')),
    range: oneIn(41, fc.constantFrom('bytes=0-1', 'bytes=-1,0-')),
    traceparent: oneIn(41, fc.constantFrom('00-0-0-00', 'x')),
  })
  return pairs.map((all) =>
    Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== undefined),
  )
}

/** Generates the value once in n times on average, otherwise undefined. */
const oneIn = (n: number, value: fc.Arbitrary<string>) =>
  weighted([n - 1, fc.constant(undefined)], [1, value])

/**
 * Generates paths of an operation with plausible and odd parameters. `isOdd`: the path may match no
 * route.
 */
function pathsOf({ path, parameters }: ApiOperation, knownValues: KnownValues) {
  const pathParameters = parameters.filter((one) => one.in === 'path')
  const values = pathParameters.map(({ name, schema }) =>
    weighted(
      [
        8,
        plausibleValues(schema, knownValues, name).map((value) => ({
          text: percentEncode(String(value)),
          isOdd: String(value) === '',
        })),
      ],
      [1, oddText.map((text) => ({ text: percentEncode(text), isOdd: true }))],
      [
        1,
        fc
          .constantFrom(
            '%',
            '%zz',
            '%c0%ae',
            '..',
            '.',
            'a/b',
            '%2e%2e%2f',
            'x'.repeat(900),
            ';a=b',
          )
          .map((text) => ({ text, isOdd: true })),
      ],
    ),
  )
  return fc.tuple(...values).map((all) => ({
    target: pathParameters.reduce(
      (at, { name }, n) => at.replace(`{${name}}`, () => all[n]?.text ?? ''),
      path,
    ),
    isOdd: all.some(({ isOdd }) => isOdd),
  }))
}

/** Percent-encodes any text, even with lone surrogates. */
const percentEncode = (text: string) => encodeURIComponent(text.toWellFormed())

/** Generates queries of an operation: plausible, repeated, unknown and broken parameters. */
function queriesOf({ parameters }: ApiOperation, knownValues: KnownValues): fc.Arbitrary<string> {
  const queryParameters = parameters.filter((one) => one.in === 'query')
  const fields = queryParameters.map((parameter) => queryOf(parameter, knownValues))
  const unknownParameters = fc
    .tuple(oddName, oddText)
    .map(([name, text]) => `${percentEncode(name)}=${percentEncode(text)}`)
  const brokenQueries = fc.constantFrom(
    '%',
    '&&==',
    'a=%zz',
    'size[]=1',
    'a=%00',
    `q=${'x'.repeat(8_000)}`,
  )
  return fc
    .tuple(fc.tuple(...fields), mostly<string>('', unknownParameters, brokenQueries))
    .map(([all, more]) => [...all, more].filter((one) => one !== '').join('&'))
}

function queryOf(
  { name, schema, required }: Parameter,
  knownValues: KnownValues,
): fc.Arbitrary<string> {
  const value = plausibleValues(schema, knownValues, name).map(
    (one) => `${name}=${percentEncode(String(one))}`,
  )
  return weighted(
    [8, value],
    [required ? 1 : 14, fc.constant('')],
    [1, fc.tuple(value, value).map((twice) => twice.join('&'))],
    [1, oddText.map((text) => `${name}=${percentEncode(text)}`)],
  )
}

export type Role = 'visitor' | 'customer' | 'admin'

/** Generates roles, mostly the one that the operation is for. */
function rolesOf(operation: ApiOperation): fc.Arbitrary<Role> {
  const isPublic = operation.security.length === 0
  const [visitor, customer, admin] = isPublic
    ? [8, 1, 1]
    : isForAdmins(operation)
      ? [1, 1, 9]
      : [1, 7, 3]
  return weighted(
    [visitor, fc.constant('visitor' as const)],
    [customer, fc.constant('customer' as const)],
    [admin, fc.constant('admin' as const)],
  )
}

const oddAuthorization = fc
  .constantFrom(
    '',
    'Bearer',
    'Bearer ',
    'Bearer a b',
    `Bearer ${'x'.repeat(43)}`,
    'Basic YTpi',
    'null',
  )
  .map((odd) => ({ odd }))

const oddCookie = fc
  .constantFrom(
    'a',
    '=',
    ';;;',
    'freehub-session=x',
    '__Host-freehub-session=x.y',
    'x'.repeat(4_000),
  )
  .map((odd) => ({ odd }))

/**
 * Generates mostly the user's own cookie if the operation accepts a session, otherwise mostly no
 * cookie.
 */
function cookiesOf({ security }: ApiOperation) {
  const acceptsSession = security.some((one) => 'session' in one)
  return weighted(
    [acceptsSession ? 10 : 1, fc.constant('own' as const)],
    [10, fc.constant('none' as const)],
    [1, oddCookie],
  )
}
