import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A complete response that can be sent many times, with its compressed bodies if it has any. */
export interface CachedResponse {
  status?: number
  body: string | Buffer
  headers: Record<string, string>
  encoded?: { br: Buffer; gzip: Buffer }
  /** True for a response that must not be cached, such as an incomplete or stale page. */
  noStore?: boolean
  /** Returns the current response of the same cache key, if it is fresh. Only cached responses have this function. */
  findFresh?: () => CachedResponse | undefined
}

/** The response for a missing resource. It is not cached, because the resource may be added at any time. */
export const MISSING_RESPONSE: CachedResponse = {
  status: 404,
  body: '',
  headers: {},
  noStore: true,
}

/** Returns the entity tag of a body. The tag is weak, because the compressed bodies share it. */
export function etagOf(body: string | Buffer): string {
  return `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
}

/** Returns a JSON response, with its compressed bodies if `compressResponse` adds them. */
export function jsonResponse(value: unknown, headers: Record<string, string> = {}) {
  const body = JSON.stringify(value)
  return compressResponse({
    body,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-cache',
      etag: etagOf(body),
      ...headers,
    },
  })
}

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)

const MIN_COMPRESSED_LENGTH = 1024
/** Bodies from this length are buffers: slow clients share a buffer, but the socket of each client copies a string. */
const MIN_BUFFER_LENGTH = 16 * 1024

/** Adds the compressed bodies to a response whose body has at least a kilobyte. */
export async function compressResponse(response: CachedResponse): Promise<CachedResponse> {
  const { body } = response
  if (body.length < MIN_COMPRESSED_LENGTH) return response
  const quality = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 6 } }
  const [br, gz] = await Promise.all([brotli(body, quality), gzip(body)])
  return {
    ...response,
    body: body.length < MIN_BUFFER_LENGTH ? body : Buffer.from(body),
    encoded: { br, gzip: gz },
    headers: { ...response.headers, vary: 'accept-encoding' },
  }
}

/**
 * Sends a response, as Brotli or gzip if the client accepts it, or 304 if the client has the response already.
 * Remembers the URL of a cached response for `serveBeforeRouting`.
 */
export async function sendCachedResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  response: CachedResponse | Promise<CachedResponse>,
): Promise<FastifyReply> {
  const built = await response
  if (built.findFresh) request.server.rememberUrl?.(request, built.findFresh)
  const { status, headers, body } = chooseRepresentation(request.headers, built)
  return reply.code(status).headers(headers).send(body)
}

/** A response in one encoding, or as 304. */
export interface Representation {
  status: number
  headers: Record<string, string>
  body?: string | Buffer
}

type RepresentationName = 'notModified' | 'identity' | 'br' | 'gzip'

type Representations = Partial<Record<RepresentationName, Representation>>

const representationsByResponse = new WeakMap<CachedResponse, Representations>()

/**
 * Chooses the representation of a response: 304 if the client has the response already, else Brotli or gzip if it
 * accepts one. Returns the same object for the same response and representation.
 */
export function chooseRepresentation(
  headers: IncomingHttpHeaders,
  response: CachedResponse,
): Representation {
  const representations = representationsByResponse.get(response) ?? {}
  representationsByResponse.set(response, representations)
  const name = chooseRepresentationName(headers, response)
  const representation = representations[name] ?? buildRepresentation(name, response)
  representations[name] = representation
  return representation
}

function chooseRepresentationName(
  { 'if-none-match': clientEtag, 'accept-encoding': accepted }: IncomingHttpHeaders,
  { headers: { etag }, encoded }: CachedResponse,
): RepresentationName {
  const isKnown = Boolean(etag && (clientEtag === '*' || clientEtag?.includes(etag)))
  if (isKnown) return 'notModified'
  return (encoded && chooseEncoding(accepted)) ?? 'identity'
}

function buildRepresentation(
  name: RepresentationName,
  { status = 200, body, headers, encoded }: CachedResponse,
): Representation {
  if (name === 'notModified') return { status: 304, headers }
  if (name === 'identity' || !encoded) return { status, headers, body }
  return { status, headers: { ...headers, 'content-encoding': name }, body: encoded[name] }
}

/** Prefers Brotli. Excludes encodings with `q=0`, and ignores other weights. */
function chooseEncoding(accepted = ''): 'br' | 'gzip' | undefined {
  if (/\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted)) return 'br'
  if (/\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted)) return 'gzip'
  return undefined
}
