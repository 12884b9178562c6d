import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
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

/** Returns a function that checks whether an IP address is in one of these networks. */
export function createProxyMatcher(networks: string[]): (address: string | undefined) => boolean {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', prefix] = network.split('/')
    if (prefix) list.addSubnet(address, Number(prefix), ipFamilyOf(address))
    else list.addAddress(address, ipFamilyOf(address))
  }
  return (address = '') => isIP(address) !== 0 && list.check(address, ipFamilyOf(address))
}

const ipFamilyOf = (address: string) => (isIP(address) === 4 ? 'ipv4' : 'ipv6')
