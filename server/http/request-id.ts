import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'

export const REQUEST_ID = 'x-request-id'

/** What other programs make: UUIDs, hex, base64url; nothing that could be read as something else in a log. */
const SANE = /^[\w.-]{8,64}$/

/** Names requests: by the id that a trusted proxy gives, else by a new one. */
export function requestIdMaker(trustedProxies: string[]): (raw: IncomingMessage) => string {
  const trusted = listOf(trustedProxies)
  return ({ headers: { [REQUEST_ID]: given }, socket: { remoteAddress = '' } }) => {
    const isTaken = typeof given === 'string' && SANE.test(given) && isAmong(trusted, remoteAddress)
    return isTaken ? given : randomUUID()
  }
}

function listOf(networks: string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', prefix] = network.split('/')
    if (prefix) list.addSubnet(address, Number(prefix), familyOf(address))
    else list.addAddress(address, familyOf(address))
  }
  return list
}

const isAmong = (list: BlockList, address: string) =>
  isIP(address) !== 0 && list.check(address, familyOf(address))

const familyOf = (address: string) => (isIP(address) === 4 ? 'ipv4' : 'ipv6')

/** Tells each asker the id of his request, by which the log can be searched. */
export function answerRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(REQUEST_ID, request.id)
    done()
  })
}
