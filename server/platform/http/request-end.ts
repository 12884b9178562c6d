import { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** `gone`: whoever asked did not wait for the answer. */
export type HearEnd = (request: FastifyRequest, reply: FastifyReply, gone: boolean) => void

/** Of each connection the answer that is under way: a listener for every request would cost more. */
const underWay = Symbol('answer under way')
type Connection = Socket & { [underWay]?: FastifyReply | undefined }

/** Calls all of `hearers` once for each request from outside: when its answer is sent, or its asker gone. */
export function onRequestEnd(app: FastifyInstance, hearers: HearEnd[]): void {
  app.addHook('onRequest', ({ raw }, reply, done) => {
    const connection: Connection = raw.socket
    connection[underWay] = reply
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const connection: Connection = request.raw.socket
    connection[underWay] = undefined
    if (isFromOutside(request)) for (const hear of hearers) hear(request, reply, false)
    done()
  })
  app.server.on('connection', (connection: Connection) => {
    connection.once('close', () => {
      const reply = connection[underWay]
      if (reply) for (const hear of hearers) hear(reply.request, reply, true)
    })
  })
}

/** Pages ask the calls that they show without a way through the network. */
export const isFromOutside = ({ raw }: FastifyRequest) => raw instanceof IncomingMessage

/** The pattern that a request's path matches; of what no call answers, whether it is a page. */
export function routeOf({ routeOptions, is404, url }: FastifyRequest): string {
  if (!is404 && routeOptions.url) return routeOptions.url
  return url.startsWith('/api/') ? 'none' : 'page'
}
