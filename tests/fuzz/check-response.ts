import type { Ajv2020 } from 'ajv/dist/2020.js'
import type { Received } from './fuzz-client.ts'
import type { ApiOperation, OpenApi } from './open-api.ts'
import type { FuzzRequest } from './requests.ts'

const PROBLEM_TYPE = 'application/problem+json'

/** Statuses for a URL without a route: the URL is malformed or not found, or the body is refused first. */
const MISSING_STATUSES = [400, 404, 413, 415]
const BODY_CODES = ['input_invalid', 'body_too_large', 'media_type_unsupported']

/** Headers that a response may have only if the OpenAPI document declares them. */
const DECLARED_HEADERS = [
  'link',
  'x-total-count',
  'x-searched-for',
  'x-search-relaxed',
  'retry-after',
  'www-authenticate',
]

/**
 * Creates a function that checks responses against the OpenAPI document. The function returns the violation, if
 * there is one.
 */
export function createResponseChecker(ajv: Ajv2020, document: OpenApi) {
  ajv.addSchema(document, 'document')
  const isProblem = ajv.compile({ $ref: 'document#/components/schemas/Problem' })

  return (request: FuzzRequest, received: Received): string | undefined => {
    const { operation, method, isPathOdd } = request
    const { status } = received
    if (request.isIdentity) return status >= 500 ? `answered ${status}` : undefined
    const declared = operation?.responses[status]
    if (status >= 500 && !(status === 503 && declared)) return `answered ${status}`
    if ((!operation || isPathOdd) && isMissingRoute(received, request)) return undefined
    if (!operation || !declared) return `status ${status} is not declared`
    return (
      findHeaderViolation(received, declared.headers) ??
      findBodyViolation(received, method, operation) ??
      findCacheViolation(received, operation)
    )
  }

  /**
   * True if the URL or method has no route. The server may refuse the body of such a request before
   * it looks for the route.
   */
  function isMissingRoute(received: Received, { method, operation }: FuzzRequest): boolean {
    if (method === 'HEAD') return MISSING_STATUSES.includes(received.status)
    const body = parseJson(received.body)
    if (readMediaType(received) !== PROBLEM_TYPE || !isProblem(body)) return false
    const { code } = body as { code: string }
    return code === 'route_missing' || (!operation && BODY_CODES.includes(code))
  }

  function findBodyViolation(
    received: Received,
    method: string,
    operation: ApiOperation,
  ): string | undefined {
    const { content } = operation.responses[received.status] ?? {}
    if (method === 'HEAD') return undefined
    if (!content) return received.body.length > 0 ? 'an undeclared body' : undefined
    const type = readMediaType(received)
    if (!(type in content)) return `type ${type} is not declared for ${received.status}`
    if (!/json$/.test(type)) return undefined
    const pointer = [
      'paths',
      operation.path,
      operation.method.toLowerCase(),
      'responses',
      String(received.status),
      'content',
      type,
      'schema',
    ]
    const validate = compileSchema(`document#/${pointer.map(escapePointer).join('/')}`)
    if (validate(parseJson(received.body))) return undefined
    return `${received.status} does not match its schema: ${ajv.errorsText(validate.errors)}`
  }

  function compileSchema($ref: string) {
    return ajv.getSchema($ref) ?? ajv.compile({ $id: `compiled ${$ref}`, $ref })
  }
}

const escapePointer = (part: string) =>
  encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))

const readMediaType = ({ headers }: Received) =>
  String(headers['content-type'] ?? '').split(';')[0] as string

function findHeaderViolation({ headers }: Received, declared: object = {}): string | undefined {
  const names = Object.keys(declared).map((name) => name.toLowerCase())
  const undeclared = DECLARED_HEADERS.find((name) => name in headers && !names.includes(name))
  return undeclared && `the header ${undeclared} is not declared`
}

/** Returns a violation if a private response may be cached. */
function findCacheViolation(
  { headers, status }: Received,
  { security }: ApiOperation,
): string | undefined {
  if (status >= 300 || security.length === 0) return undefined
  const isCacheable = !String(headers['cache-control']).includes('no-store')
  return isCacheable ? 'a private response without no-store' : undefined
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}
