import type { Call } from '@freehub/contract/call'
import { calls } from '@freehub/contract/calls'
import { SEARCH_RELAXED_HEADER, SEARCHED_FOR_HEADER } from '@freehub/contract/catalog/part-filters'
import { problem } from '@freehub/contract/problem-schema'
import { describeRefusal, type RefusalCode } from '@freehub/contract/refusals'
import { z } from 'zod'

/** The parts of an OpenAPI operation that this module reads or writes. */
interface Operation {
  operationId?: string
  security?: object[]
  parameters?: { in: string; name: string; required?: boolean; schema: object }[]
  requestBody?: { required: boolean; content?: object }
  responses?: Record<string, Response | undefined>
}
interface Response {
  description: string
  headers?: Record<string, Header>
  content?: object
}
interface Header {
  description: string
  schema: { type: 'string' | 'integer' }
}
export interface Document {
  paths?: Record<string, Record<string, Operation> | undefined>
  components?: { schemas?: object }
}

const PROBLEM = '#/components/schemas/Problem'

/** Adds to the generated OpenAPI document what the contract states: ids, errors, headers and files. */
export function describeCalls(document: Document, registered: Iterable<Call>): Document {
  for (const call of registered) {
    const path = call.path.replace(/:(\w+)/g, '{$1}')
    const operation = document.paths?.[path]?.[call.method.toLowerCase()]
    if (operation) Object.assign(operation, describeOperation(call, operation))
  }
  const { $schema: _, ...schema } = z.toJSONSchema(problem)
  const schemas = { ...document.components?.schemas, Problem: schema }
  return { ...document, components: { ...document.components, schemas } }
}

const CALL_NAMES = new Map<Call, string>(Object.entries(calls).map(([name, call]) => [call, name]))

function describeOperation(call: Call, operation: Operation): Operation {
  const parameters = [...(operation.parameters ?? []), ...idempotencyKeyParameters(call)]
  const operationId = CALL_NAMES.get(call)
  return {
    ...(operationId && { operationId }),
    security: SECURITY[call.access],
    ...(parameters.length > 0 && { parameters }),
    ...describeBody(call, operation),
    responses: { ...describeSuccess(call, operation), ...describeProblems(call) },
  }
}

const SECURITY: Record<Call['access'], object[]> = {
  public: [],
  user: [{ token: [] }],
  admin: [{ token: [] }],
  session: [{ session: [] }, { token: [] }],
}

/** Returns the header parameter `Idempotency-Key` of a call that can refuse with `key_reused`. */
function idempotencyKeyParameters({ refusals }: Call) {
  if (!refusals?.includes('key_reused')) return []
  const schema = { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' }
  return [{ in: 'header', name: 'Idempotency-Key', required: false, schema }]
}

function describeBody(
  { file, body }: Call,
  { requestBody }: Operation,
): Pick<Operation, 'requestBody'> {
  if (file) {
    const schema = { type: 'string', format: 'binary' }
    const content = Object.fromEntries(file.mediaTypes.map((type) => [type, { schema }]))
    return { requestBody: { required: true, content } }
  }
  if (!requestBody) return {}
  return { requestBody: { ...requestBody, required: !body?.safeParse(undefined).success } }
}

function describeSuccess(call: Call, { parameters = [], responses = {} }: Operation) {
  const status = call.status ?? 200
  const isPaged = parameters.some(
    (parameter) => parameter.in === 'query' && parameter.name === 'size',
  )
  const headers = {
    ...(isPaged && LINK),
    ...(COUNTED_LISTS.has(call) && TOTAL_COUNT),
    ...((call === calls.listParts || call === calls.listManagedParts) && SEARCHED_FOR),
    ...(call === calls.listParts && SEARCH_RELAXED),
    ...(isCached(call) && { ETag: header('The entity tag of this response, for If-None-Match.') }),
  }
  const description = status === 201 ? 'Created.' : 'Success.'
  const success = { ...responses[status], description, ...(hasEntries(headers) && { headers }) }
  if (!isCached(call)) return { [status]: success }
  return { [status]: success, 304: { description: 'Not modified since the given ETag.', headers } }
}

const isCached = ({ access, method }: Call) => access === 'public' && method === 'GET'

const header = (description: string, type: 'string' | 'integer' = 'string'): Header => ({
  description,
  schema: { type },
})

const hasEntries = (headers: object) => Object.keys(headers).length > 0

const LINK = { Link: header('The pages around this one, as path-absolute links with their rel.') }

/** The calls that count the rows of all pages. The other lists with pages only have `Link`. */
const COUNTED_LISTS: ReadonlySet<Call> = new Set<Call>([
  calls.listParts,
  calls.listManagedParts,
  calls.listStockMovements,
  calls.listOwnNumbers,
  calls.listMyOrders,
  calls.listAllOrders,
  calls.listAllReviews,
  calls.listUsers,
])
const TOTAL_COUNT = {
  'X-Total-Count': header('Rows on all pages. Some lists count only up to a limit.', 'integer'),
}
const SEARCHED_FOR = {
  [SEARCHED_FOR_HEADER]: header('The changed terms of a search with a misspelt or unknown word.'),
}
const SEARCH_RELAXED = {
  [SEARCH_RELAXED_HEADER]: header(
    'true if no part, or none of the named type, contains all words of the search.',
  ),
}

function describeProblems(call: Call): Record<string, Response> {
  const byStatus = Map.groupBy(refusalsOf(call), (code) => describeRefusal(code).status)
  const problems = [...byStatus].map(([status, codes]) => [status, describeProblem(status, codes)])
  const slowBodyResponse = call.method === 'GET' ? {} : { 408: SLOW_BODY }
  return { ...Object.fromEntries(problems), ...slowBodyResponse }
}

const SLOW_BODY = {
  description: 'The body did not arrive in time. The server closes the connection.',
}

function describeProblem(status: number, codes: RefusalCode[]): Response {
  const schema = { allOf: [{ $ref: PROBLEM }, { properties: { code: { enum: codes } } }] }
  const headers = HEADERS_BY_STATUS[status]
  return {
    description: codes.map((code) => `\`${code}\`: ${describeRefusal(code).title}`).join('\n\n'),
    ...(headers && { headers }),
    content: { 'application/problem+json': { schema } },
  }
}

const RETRY_HEADERS = { 'Retry-After': header('Seconds to wait before the next try.', 'integer') }

const HEADERS_BY_STATUS: Record<number, Response['headers']> = {
  401: { 'WWW-Authenticate': header('Bearer.') },
  429: RETRY_HEADERS,
  503: RETRY_HEADERS,
}

/** Refusals of every call, because each call validates its URL, needs the database and may meet overload. */
const REFUSALS_OF_EVERY_CALL: readonly RefusalCode[] = [
  'input_invalid',
  'internal',
  'overloaded',
  'database_unavailable',
]

const REFUSALS_BY_ACCESS: Record<Call['access'], readonly RefusalCode[]> = {
  public: [],
  user: ['token_missing', 'token_invalid', 'user_banned'],
  admin: ['token_missing', 'token_invalid', 'user_banned', 'role_insufficient'],
  session: ['token_missing', 'token_invalid', 'user_banned'],
}

/** Returns all refusals of a call: those of its contract, and those of all calls of its kind. */
function refusalsOf(call: Call): RefusalCode[] {
  const codes = [
    ...REFUSALS_OF_EVERY_CALL,
    ...REFUSALS_BY_ACCESS[call.access],
    ...bodyRefusals(call),
    ...(call.refusals ?? []),
  ]
  return [...new Set(codes)]
}

/** Lists the refusals of a body. All calls except GET have them: the server parses each body to refuse its fields. */
function bodyRefusals({ method, file, largeBody }: Call): readonly RefusalCode[] {
  if (method === 'GET') return []
  const tooLargeCode = file?.tooLargeCode ?? largeBody?.tooLargeCode ?? 'body_too_large'
  return [tooLargeCode, 'media_type_unsupported']
}
