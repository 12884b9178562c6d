import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

const TIMEOUT_RESPONSE = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n'

const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>()
const extended = new WeakSet<IncomingMessage>()

/** Ends requests whose body does not arrive in time. Node's own timeout is longer, for large uploads. */
export function limitBodyTime(app: FastifyInstance, { afterMs }: { afterMs: number }): void {
  app.addHook('onRequest', ({ raw, method }, _reply, done) => {
    if (method !== 'GET' && method !== 'HEAD' && !raw.complete) {
      const timer = setTimeout(() => {
        if (!raw.complete) raw.socket.end(TIMEOUT_RESPONSE, () => raw.socket.destroy())
      }, afterMs)
      timers.set(raw, timer)
      raw.once('close', () => clearTimeout(timer))
    }
    done()
  })
}

/** Exempts a request from `limitBodyTime`: only Node's timeout applies. Call it after the guard accepts an upload. */
export function extendBodyTimeout(raw: IncomingMessage): void {
  clearTimeout(timers.get(raw))
  extended.add(raw)
}

export const hasExtendedTimeout = (raw: IncomingMessage): boolean => extended.has(raw)
