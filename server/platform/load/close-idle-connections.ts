import type { FastifyInstance } from 'fastify'

const CHECK_EVERY_MS = 50

/**
 * Closes connections as they become idle during shutdown. Otherwise keep-alive connections would delay it.
 */
export function closeIdleConnections(
  app: FastifyInstance,
  { closeIdle }: { closeIdle(): void },
): void {
  // Node's own closeIdleConnections also closes connections whose response is not fully sent.
  app.server.closeIdleConnections = closeIdle
  app.addHook('preClose', async () => {
    const timer = setInterval(closeIdle, CHECK_EVERY_MS).unref()
    app.server.once('close', () => clearInterval(timer))
  })
}
