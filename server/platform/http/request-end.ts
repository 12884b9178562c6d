import { IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** The fields of a request that are known at its end, even if it was not routed. */
export type EndedRequest = Pick<
  FastifyRequest,
  'id' | 'method' | 'url' | 'is404' | 'traceId' | 'userId' | 'securityEvent'
> & { routeOptions: { url?: string | undefined; config?: FastifyContextConfig } }

/** A reply that is not completely sent yet, of a routed or an unrouted request. */
export interface PendingReply extends Pick<FastifyReply, 'statusCode' | 'elapsedTime'> {
  raw: ServerResponse
  request: EndedRequest & { raw: IncomingMessage }
}

/** `isAborted`: the client disconnected before the response was sent. */
export type RequestEndListener = (
  request: EndedRequest,
  reply: Pick<PendingReply, 'statusCode' | 'elapsedTime'>,
  isAborted: boolean,
) => void

export type RequestObserver = ReturnType<typeof onRequestEnd>

/** The property of a connection for its pending replies. It is cheaper than a listener for every request. */
const pendingReplies = Symbol('pending replies')
type Connection = Socket & { [pendingReplies]?: Set<PendingReply> }

/** Returns the replies that a connection waits for, several if it pipelines. Undefined if it has sent no request. */
export const pendingRepliesOf = ({ [pendingReplies]: replies }: Connection) =>
  replies && [...replies]

/** Calls the listeners at the end of each request. Returns functions that report unrouted requests. */
export function onRequestEnd(app: FastifyInstance, listeners: RequestEndListener[]) {
  function onStart(reply: PendingReply) {
    const connection: Connection = reply.request.raw.socket
    connection[pendingReplies] ??= new Set()
    connection[pendingReplies].add(reply)
  }
  function onEnd(reply: PendingReply) {
    const connection: Connection = reply.request.raw.socket
    connection[pendingReplies]?.delete(reply)
    for (const notify of listeners) notify(reply.request, reply, false)
  }
  app.addHook('onRequest', (request, reply, done) => {
    if (isExternalRequest(request)) onStart(reply)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    if (isExternalRequest(request)) onEnd(reply)
    done()
  })
  app.server.on('connection', (connection: Connection) => {
    connection.once('close', () => {
      for (const reply of connection[pendingReplies] ?? [])
        for (const notify of listeners) notify(reply.request, reply, true)
    })
  })
  return { onStart, onEnd }
}

/** False for calls of the server's own pages, which do not use the network. */
export const isExternalRequest = ({ raw }: FastifyRequest) => raw instanceof IncomingMessage

/** Returns the route pattern of a request. Without a route: `page`, or `none` for API paths. */
export function routeOf({ routeOptions, is404, url }: EndedRequest): string {
  if (!is404 && routeOptions.url) return routeOptions.url
  return url.startsWith('/api/') ? 'none' : 'page'
}
