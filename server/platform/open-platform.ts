import type { FastifyInstance } from 'fastify'
import type { PgBoss } from 'pg-boss'
import type { Config } from '../config.ts'
import { createCaches, invalidateCaches, REVIEWS } from './cache/caches.ts'
import { syncPartChanges } from './cache/part-changes.ts'
import { connect, connectOptionsFrom } from './database/connections/connect.ts'
import { watchDatabase } from './database/connections/watch-database.ts'
import { createCatalogReads } from './database/replica/catalog-reads.ts'
import { createChangePositions } from './database/replica/log-position.ts'
import type { Guards } from './http/route.ts'
import { createJobQueueClient } from './jobs/job-queue.ts'
import { createConcurrencyLimit } from './limits/concurrency-limit.ts'
import { closeIdleConnections, limitConnections } from './load/limit-connections.ts'
import { limitLargeBodies } from './load/limit-large-bodies.ts'
import { shedLoad, watchLoad } from './load/load.ts'
import { createMailQueue } from './mail/queue-mail.ts'
import { createSmsQueue } from './sms/queue-sms.ts'

export type Platform = Awaited<ReturnType<typeof openPlatform>>

/** The services that features receive: the platform and the guards of calls. */
export type Shop = Platform & { guards: Guards }

interface Traces {
  traceQueueJobs(boss: PgBoss): void
}

/** Connects to the database, starts the job queue, creates the caches, and limits the load of the server. */
export async function openPlatform(app: FastifyInstance, config: Config, traces?: Traces) {
  const { log } = app
  const { limits } = config
  const { pool, db } = connect(
    config.databaseUrl,
    (error) => log.warn({ err: error }, 'an idle database connection failed'),
    connectOptionsFrom(config),
  )
  const boss = createJobQueueClient(config.databaseUrl, limits.jobs)
  boss.on('error', (error) => log.warn({ err: error }, 'the job queue reported an error'))
  traces?.traceQueueJobs(boss)
  await boss.start()

  const load = watchLoad(pool, limits)
  shedLoad(app, load)
  limitLargeBodies(app, limits.largeBodies)
  closeIdleConnections(app, limitConnections(app.server, limits.connections))
  const database = watchDatabase(pool)
  const caches = createCaches(limits.cache.bytes, {
    load,
    database,
    builds: createConcurrencyLimit(limits.cache.maxBuilds),
    exactRefreshes: createConcurrencyLimit(limits.cache.maxBuilds),
    maxStaleMs: limits.cache.maxStaleMs,
  })
  const invalidate = (keys?: string[]) => invalidateCaches(caches, keys)
  const positions = createChangePositions()
  const changes = syncPartChanges({ pool, config, log, positions }, invalidate)
  const reads = createCatalogReads({ db, pool, config, log, positions, onChange: invalidate })

  return {
    config,
    log,
    db,
    pool,
    database,
    boss,
    load,
    caches,
    /** Reads the catalog from the replica, if there is one. */
    reads,
    queueMail: createMailQueue(boss),
    /** Undefined without an SMS provider. */
    queueSms: config.smsHook && createSmsQueue(boss),
    /** Reports changed parts. Call it after the commit. */
    partsChanged: changes.publish,
    /** Reports changed reviews. Call it after a commit that changed a review or the purchases of its author. */
    reviewsChanged: () => changes.publish([REVIEWS]),
    /** Closes everything except the job queue. */
    async close() {
      await changes.close()
      await reads.close()
      database.close()
      load.close()
      await db.destroy()
      // Kysely does not end a pool that it has never used.
      if (!pool.ending) await pool.end()
    },
  }
}
