import { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** `isAborted`: the client disconnected before the response was sent. */
export type RequestEndListener = (
  request: FastifyRequest,
  reply: FastifyReply,
  isAborted: boolean,
) => void

/** Key of a connection's pending reply. It is cheaper than a listener for every request. */
const pendingReply = Symbol('pending reply')
type Connection = Socket & { [pendingReply]?: FastifyReply | null }

/** Returns the reply that a connection waits for, null if it is idle, undefined if it has sent no request. */
export const pendingReplyOf = (connection: Connection) => connection[pendingReply]

/** Calls the listeners once for each external request, when its response is sent or its client disconnects. */
export function onRequestEnd(app: FastifyInstance, listeners: RequestEndListener[]): void {
  app.addHook('onRequest', ({ raw }, reply, done) => {
    const connection: Connection = raw.socket
    connection[pendingReply] = reply
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const connection: Connection = request.raw.socket
    // With pipelined requests, only the last response counts.
    if (connection[pendingReply] === reply) connection[pendingReply] = null
    if (isExternalRequest(request)) for (const notify of listeners) notify(request, reply, false)
    done()
  })
  app.server.on('connection', (connection: Connection) => {
    connection.once('close', () => {
      const reply = connection[pendingReply]
      if (reply) for (const notify of listeners) notify(reply.request, reply, true)
    })
  })
}

/** False for calls that the server's pages make, which do not use the network. */
export const isExternalRequest = ({ raw }: FastifyRequest) => raw instanceof IncomingMessage

/** Returns the route pattern of a request. Without a route: `page`, or `none` for API paths. */
export function routeOf({ routeOptions, is404, url }: FastifyRequest): string {
  if (!is404 && routeOptions.url) return routeOptions.url
  return url.startsWith('/api/') ? 'none' : 'page'
}
