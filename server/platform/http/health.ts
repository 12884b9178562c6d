import type { FastifyInstance } from 'fastify'
import { createReadinessCheck } from '../database/connections/watch-database.ts'
import type { Platform } from '../open-platform.ts'

/** Serves the liveness probe, and the readiness probe, which also checks the database and its version. */
export function serveHealth(app: FastifyInstance, { pool, database }: Platform) {
  const isReady = createReadinessCheck(pool, database)
  const routeOptions = { schema: { hide: true }, config: { fromMemory: true } }
  app.get('/healthz', routeOptions, () => ({ alive: true }))
  app.get('/readyz', routeOptions, async (_request, reply) => {
    const ready = await isReady()
    return reply.code(ready ? 200 : 503).send({ ready })
  })
}
