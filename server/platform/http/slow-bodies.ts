import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

const TOO_SLOW = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n'

const clocks = new WeakMap<IncomingMessage, NodeJS.Timeout>()
const patient = new WeakSet<IncomingMessage>()

/**
 * Ends requests whose body is not here in time. Node's own limit is one for all requests: it has to
 * let a large file come over a slow line, so that small bodies, and those of strangers, need this one.
 */
export function endSlowBodies(app: FastifyInstance, { afterMs }: { afterMs: number }): void {
  app.addHook('onRequest', ({ raw, method }, _reply, done) => {
    if (method !== 'GET' && method !== 'HEAD' && !raw.complete) {
      const clock = setTimeout(() => {
        if (!raw.complete) raw.socket.end(TOO_SLOW, () => raw.socket.destroy())
      }, afterMs)
      clocks.set(raw, clock)
      raw.once('close', () => clearTimeout(clock))
    }
    done()
  })
}

/** Gives a request the time that Node gives it: of somebody who may send a file. */
export function giveTime(raw: IncomingMessage): void {
  clearTimeout(clocks.get(raw))
  patient.add(raw)
}

/** True of a request that was given it. */
export const hasTime = (raw: IncomingMessage): boolean => patient.has(raw)
