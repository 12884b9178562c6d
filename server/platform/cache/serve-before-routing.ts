import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { EndedRequest, PendingReply, RequestObserver } from '../http/request-end.ts'
import { REQUEST_ID } from '../http/request-id.ts'
import {
  type CachedResponse,
  chooseRepresentation,
  type Representation,
} from './cached-response.ts'

const MAX_URLS = 5_000
const MAX_URL_LENGTH = 256

interface KnownUrl {
  findFresh: () => CachedResponse | undefined
  route: Pick<EndedRequest, 'is404' | 'routeOptions'>
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Remembers that a URL has a cached response, so that later requests for it are not routed. */
    rememberUrl?: (request: FastifyRequest, findFresh: KnownUrl['findFresh']) => void
  }
}

interface Options {
  /** The headers of every response. */
  headers: Record<string, string>
  generateId: (request: IncomingMessage) => string
  requestObserver: RequestObserver
}

/**
 * Sends fresh cached responses without routing, like a cache in front of the server. Request ids, log entries and
 * metrics stay the same. All other requests are routed, for example if the cached response is stale.
 */
export function serveBeforeRouting(
  app: FastifyInstance,
  { headers, generateId, requestObserver }: Options,
): void {
  const headerLists = new WeakMap<Representation, string[]>()
  const urls = new LRUCache<string, KnownUrl>({ max: MAX_URLS })
  let isClosing = false
  app.addHook('preClose', async () => {
    // During shutdown, only routed responses ask the client to close its connection.
    isClosing = true
  })
  app.decorate('rememberUrl', ({ raw, originalUrl, is404, routeOptions }, findFresh) => {
    // A rewritten URL depends on the headers of the request.
    if (raw.url !== originalUrl || originalUrl.length > MAX_URL_LENGTH) return
    urls.set(originalUrl, { findFresh, route: { is404, routeOptions: { url: routeOptions.url } } })
  })

  const [routeRequest] = app.server.listeners('request') as [RequestListener]
  app.server.removeListener('request', routeRequest)
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const mayBeCached = request.method === 'GET' && !isClosing
    const known = mayBeCached ? urls.get(request.url as string) : undefined
    const cached = known?.findFresh()
    if (!known || !cached) return routeRequest(request, response)
    try {
      send(request, response, cached, known.route)
    } catch {
      // An exception here would end the process. Therefore Fastify gets the request, and responds to the error with 500.
      urls.delete(request.url as string)
      routeRequest(request, response)
    }
  })

  /** Lists the headers that are the same for all clients of a representation: names and values alternate. */
  function headerListOf(representation: Representation): string[] {
    const cachedList = headerLists.get(representation)
    if (cachedList) return cachedList
    const { body } = representation
    const length = body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }
    const list = Object.entries({ ...headers, ...representation.headers, ...length }).flat()
    headerLists.set(representation, list)
    return list
  }

  function send(
    raw: IncomingMessage,
    response: ServerResponse,
    cached: CachedResponse,
    route: KnownUrl['route'],
  ) {
    const representation = chooseRepresentation(raw.headers, cached)
    const id = generateId(raw)
    const request = { raw, id, method: 'GET', url: raw.url as string, ...route }
    const reply = new DirectReply(request, response, representation.status)
    response.writeHead(representation.status, [...headerListOf(representation), REQUEST_ID, id])
    requestObserver.onStart(reply)
    response.once('finish', () => requestObserver.onEnd(reply))
    response.end(representation.body)
  }
}

class DirectReply implements PendingReply {
  readonly #startedAt = performance.now()
  readonly request: PendingReply['request']
  readonly raw: ServerResponse
  readonly statusCode: number

  constructor(request: PendingReply['request'], raw: ServerResponse, statusCode: number) {
    this.request = request
    this.raw = raw
    this.statusCode = statusCode
  }

  get elapsedTime() {
    return performance.now() - this.#startedAt
  }
}
