import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

export const REQUEST_ID = 'x-request-id'

/** Accepts UUIDs, hex and base64url, which cannot be mistaken for other log content. */
const VALID_ID = /^[\w.-]{8,64}$/

/**
 * Returns a generator of request ids. It uses the id that a trusted proxy sends. Otherwise it joins a random prefix
 * and the number of the request, which costs less than a UUID.
 */
export function createRequestIdGenerator(
  isProxy: (address: string | undefined) => boolean,
): (raw: IncomingMessage) => string {
  const prefix = randomBytes(8).toString('hex')
  let count = 0
  return ({ headers: { [REQUEST_ID]: requestId }, socket }) => {
    const isTrusted =
      typeof requestId === 'string' && VALID_ID.test(requestId) && isProxy(socket.remoteAddress)
    if (isTrusted) return requestId
    count += 1
    return `${prefix}-${count}`
  }
}

/** Sends the request id with every response, so that the log can be searched for it. */
export function sendRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(REQUEST_ID, request.id)
    done()
  })
}
