import fc from 'fast-check'
import { type Body, bodiesOf } from './bodies.ts'
import { oddName, oddText } from './odd-values.ts'
import { isForAdmins, type Operation, type Parameter } from './open-api.ts'
import { type Known, plausible } from './values.ts'

export type Role = 'visitor' | 'customer' | 'admin'

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

/** HEAD is answered as GET is. */
function operationAt(all: Operation[], method: string, { path }: Operation) {
  const asked = method === 'HEAD' ? 'GET' : method
  return all.find((one) => one.path === path && one.method === asked)
}

/** Nearly always this value, else one of the others. */
function mostly<T>(value: T, ...others: fc.Arbitrary<T>[]): fc.Arbitrary<T> {
  const rest = others.map((arbitrary) => ({ weight: 1, arbitrary }))
  return fc.oneof({ weight: 24, arbitrary: fc.constant(value) }, ...rest)
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']

function methodsOf({ method }: Operation) {
  return fc.oneof(
    { weight: 30, arbitrary: fc.constant(method) },
    { weight: 1, arbitrary: fc.constantFrom(...METHODS) },
  )
}

function pathsOf({ path, parameters }: Operation, known: Known) {
  const inPath = parameters.filter((one) => one.in === 'path')
  const values = inPath.map(({ name, schema }) =>
    fc.oneof(
      {
        weight: 8,
        arbitrary: plausible(schema, known, name).map((value) => ({
          text: encoded(String(value)),
          isOdd: String(value) === '',
        })),
      },
      { weight: 1, arbitrary: oddText.map((text) => ({ text: encoded(text), isOdd: true })) },
      {
        weight: 1,
        arbitrary: fc
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
      },
    ),
  )
  return fc.tuple(...values).map((all) => ({
    target: inPath.reduce(
      (at, { name }, n) => at.replace(`{${name}}`, () => all[n]?.text ?? ''),
      path,
    ),
    isOdd: all.some(({ isOdd }) => isOdd),
  }))
}

/** Percent-encodes any text, also one that is no Unicode. */
const encoded = (text: string) => encodeURIComponent(text.toWellFormed())

function queriesOf({ parameters }: Operation, known: Known): fc.Arbitrary<string> {
  const inQuery = parameters.filter((one) => one.in === 'query')
  const fields = inQuery.map((parameter) => queryOf(parameter, known))
  const extra = fc
    .tuple(oddName, oddText)
    .map(([name, text]) => `${encoded(name)}=${encoded(text)}`)
  const broken = fc.constantFrom(
    '%',
    '&&==',
    'a=%zz',
    'size[]=1',
    'a=%00',
    `q=${'x'.repeat(8_000)}`,
  )
  return fc
    .tuple(fc.tuple(...fields), mostly<string>('', extra, broken))
    .map(([all, more]) => [...all, more].filter((one) => one !== '').join('&'))
}

function queryOf({ name, schema, required }: Parameter, known: Known): fc.Arbitrary<string> {
  const value = plausible(schema, known, name).map((one) => `${name}=${encoded(String(one))}`)
  return fc.oneof(
    { weight: 8, arbitrary: value },
    { weight: required ? 1 : 14, arbitrary: fc.constant('') },
    { weight: 1, arbitrary: fc.tuple(value, value).map((twice) => twice.join('&')) },
    { weight: 1, arbitrary: oddText.map((text) => `${name}=${encoded(text)}`) },
  )
}

function rolesOf(operation: Operation): fc.Arbitrary<Role> {
  const isPublic = operation.security.length === 0
  const [visitor, customer, admin] = isPublic
    ? [8, 1, 1]
    : isForAdmins(operation)
      ? [1, 1, 9]
      : [1, 7, 3]
  return fc.oneof(
    { weight: visitor, arbitrary: fc.constant('visitor' as const) },
    { weight: customer, arbitrary: fc.constant('customer' as const) },
    { weight: admin, arbitrary: fc.constant('admin' as const) },
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

function cookiesOf({ security }: Operation) {
  const isTaken = security.some((one) => 'session' in one)
  return fc.oneof(
    { weight: isTaken ? 10 : 1, arbitrary: fc.constant('own' as const) },
    { weight: 10, arbitrary: fc.constant('none' as const) },
    { weight: 1, arbitrary: oddCookie },
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
