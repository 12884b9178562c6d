import type { FastifyInstance } from 'fastify'

const LOOK_EVERY_MS = 50

/**
 * Ends connections as they fall idle while the shop closes: else they would hold up its end for as long as
 * they are kept alive.
 */
export function endIdleConnections(app: FastifyInstance, { endIdle }: { endIdle(): void }): void {
  // Node's own takes for idle whose answer is written, also while most of it has yet to be sent.
  app.server.closeIdleConnections = endIdle
  app.addHook('preClose', async () => {
    const timer = setInterval(endIdle, LOOK_EVERY_MS).unref()
    app.server.once('close', () => clearInterval(timer))
  })
}
