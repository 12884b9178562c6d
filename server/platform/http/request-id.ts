import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

export const REQUEST_ID = 'x-request-id'

/** What other programs make: UUIDs, hex, base64url; nothing that could be read as something else in a log. */
const SANE = /^[\w.-]{8,64}$/

/** Names requests: by the id that a trusted proxy gives, else by a new one. */
export function requestIdMaker(
  isProxy: (address: string | undefined) => boolean,
): (raw: IncomingMessage) => string {
  return ({ headers: { [REQUEST_ID]: given }, socket }) => {
    const isTaken = typeof given === 'string' && SANE.test(given) && isProxy(socket.remoteAddress)
    return isTaken ? given : randomUUID()
  }
}

/** Tells each asker the id of his request, by which the log can be searched. */
export function answerRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(REQUEST_ID, request.id)
    done()
  })
}
