import fc from 'fast-check'
import { z } from 'zod'
import { identityEndpoints } from '../../server/features/identity/endpoints.ts'
import { generateJsonBodies } from './bodies.ts'
import type { Schema } from './open-api.ts'
import type { FuzzRequest } from './requests.ts'
import { type KnownValues, oddText, weighted } from './values.ts'

interface Endpoint {
  method: string
  path: string
  /** The schema of the body. Undefined if the endpoint takes no body. */
  schema: Schema | undefined
}

/** Every endpoint that the shop offers under /api/auth, with the JSON schema of its body. */
const endpoints: Endpoint[] = identityEndpoints.map(({ method, path, body }) => ({
  method,
  path: path.replace(':token', 'made-up'),
  schema: body && (z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Schema),
}))

const QUERY_FIELDS = ['token', 'state', 'code', 'callbackURL', 'provider', 'popupOrigin', 'error']

/** Requests to the endpoints under /api/auth, which the OpenAPI document does not describe. */
export function identityRequestsTo(
  knownValues: KnownValues,
  origin: string,
): fc.Arbitrary<FuzzRequest> {
  return fc.oneof(...endpoints.map((endpoint) => requestsOf(endpoint, knownValues, origin)))
}

function requestsOf({ method, path, schema }: Endpoint, knownValues: KnownValues, origin: string) {
  const pair = fc.tuple(fc.constantFrom(...QUERY_FIELDS), oddText)
  return fc
    .record({
      query: weighted(
        [3, fc.constant([] as [string, string][])],
        [method === 'GET' ? 6 : 1, fc.array(pair, { maxLength: 4 })],
      ),
      body: generateJsonBodies(schema ?? {}, knownValues),
      origin: weighted(
        [12, fc.constant(origin)],
        [1, fc.constantFrom('null', 'https://evil.example')],
      ),
      cookie: weighted([6, fc.constant('own' as const)], [3, fc.constant('none' as const)]),
      chunked: fc.boolean(),
    })
    .map(({ query, body, origin, cookie, chunked }) => ({
      operation: undefined,
      isIdentity: true,
      method,
      target: `/api/auth${path}${queryOf(query)}`,
      isPathOdd: false,
      role: 'customer' as const,
      authorization: 'none' as const,
      cookie,
      headers: [['origin', origin]] as [string, string][],
      body: method === 'GET' ? undefined : body,
      chunked,
    }))
}

function queryOf(pairs: readonly [string, string][]): string {
  if (pairs.length === 0) return ''
  return `?${new URLSearchParams(pairs.map(([name, text]) => [name, text.toWellFormed().slice(0, 2_000)]))}`
}
