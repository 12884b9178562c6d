import type { FastifyInstance } from 'fastify'
import { createReadinessCheck } from '../database/connections/watch-database.ts'
import type { Platform } from '../open-platform.ts'
import { UNLISTED_WITHOUT_SHEDDING } from './route.ts'

/** Serves the liveness probe, and the readiness probe, which checks that the database is available and migrated. */
export function serveHealth(app: FastifyInstance, { pool, database }: Platform) {
  const isReady = createReadinessCheck(pool, database)
  app.get('/healthz', UNLISTED_WITHOUT_SHEDDING, () => ({ alive: true }))
  app.get('/readyz', UNLISTED_WITHOUT_SHEDDING, async (_request, reply) => {
    const ready = await isReady()
    return reply.code(ready ? 200 : 503).send({ ready })
  })
}
