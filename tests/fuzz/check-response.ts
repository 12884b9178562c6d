import type { Ajv2020 } from 'ajv/dist/2020.js'
import type { OpenApi, Operation } from './open-api.ts'
import type { FuzzRequest } from './requests.ts'
import type { Received } from './send.ts'

const PROBLEM_TYPE = 'application/problem+json'

/** Of an address without a route: it is unreadable, it is missing, or its body is refused first. */
const MISSING = [400, 404, 413, 415]
const OF_BODIES = ['input_invalid', 'body_too_large', 'media_type_unsupported']

/** Headers that a response has only where the document declares them. */
const DECLARED_HEADERS = [
  'link',
  'x-total-count',
  'x-searched-for',
  'retry-after',
  'www-authenticate',
]

/** Judges responses by the document: returns what is wrong with one, or undefined. */
export function responseChecker(ajv: Ajv2020, document: OpenApi) {
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
      headerFault(received, declared.headers) ??
      bodyFault(received, method, operation) ??
      cacheFault(received, operation)
    )
  }

  /** True of the problem of an address or a method without a route. Its body may be refused first. */
  function isMissingRoute(received: Received, { method, operation }: FuzzRequest): boolean {
    if (method === 'HEAD') return MISSING.includes(received.status)
    const body = parsed(received.body)
    if (typeOf(received) !== PROBLEM_TYPE || !isProblem(body)) return false
    const { code } = body as { code: string }
    return code === 'route_missing' || (!operation && OF_BODIES.includes(code))
  }

  function bodyFault(received: Received, method: string, operation: Operation): string | undefined {
    const { content } = operation.responses[received.status] ?? {}
    if (method === 'HEAD') return undefined
    if (!content) return received.body.length > 0 ? 'an undeclared body' : undefined
    const type = typeOf(received)
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
    const validate = compiled(`document#/${pointer.map(escaped).join('/')}`)
    if (validate(parsed(received.body))) return undefined
    return `${received.status} does not match its schema: ${ajv.errorsText(validate.errors)}`
  }

  function compiled($ref: string) {
    return ajv.getSchema($ref) ?? ajv.compile({ $id: `compiled ${$ref}`, $ref })
  }
}

const escaped = (part: string) =>
  encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))

const typeOf = ({ headers }: Received) =>
  String(headers['content-type'] ?? '').split(';')[0] as string

function headerFault({ headers }: Received, declared: object = {}): string | undefined {
  const names = Object.keys(declared).map((name) => name.toLowerCase())
  const undeclared = DECLARED_HEADERS.find((name) => name in headers && !names.includes(name))
  return undeclared && `the header ${undeclared} is not declared`
}

/** What only a signed-in user may read stays in no cache. */
function cacheFault({ headers, status }: Received, { security }: Operation): string | undefined {
  if (status >= 300 || security.length === 0) return undefined
  const isStored = !String(headers['cache-control']).includes('no-store')
  return isStored ? 'a private response without no-store' : undefined
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}
