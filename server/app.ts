import type { Writable } from 'node:stream'
import { drawBrand } from '@freehub/drawings/draw'
import type { PgBoss } from 'pg-boss'
import { createMailComposer } from './compose-mail.ts'
import type { Config } from './config.ts'
import { createServer } from './create-server.ts'
import { deleteOldImports } from './features/catalog/imports/delete-old-imports.ts'
import { startImportWorker } from './features/catalog/imports/import-worker.ts'
import { importRoutes } from './features/catalog/imports/routes.ts'
import { drawingRoutes } from './features/catalog/parts/drawing-routes.ts'
import { syncPartChanges } from './features/catalog/parts/part-changes.ts'
import { partRoutes } from './features/catalog/parts/routes.ts'
import { deleteUnusedPhotos } from './features/catalog/photos/delete-unused-photos.ts'
import { photoRoutes } from './features/catalog/photos/routes.ts'
import { flushSearchIndex } from './features/catalog/search/flush-search-index.ts'
import { createReservedShareReader } from './features/dashboard/reserved-share.ts'
import { overviewRoutes } from './features/dashboard/routes.ts'
import { discoveryRoutes } from './features/discovery/routes.ts'
import { accountRoutes } from './features/identity/account/routes.ts'
import { createAuth, sessionCookieName } from './features/identity/auth.ts'
import { authRoutes } from './features/identity/auth-routes.ts'
import { createGuards } from './features/identity/guards.ts'
import { createMailLinks } from './features/identity/mails/mail-links.ts'
import { issueInvoices } from './features/invoices/issue-invoices.ts'
import { createPdfRenderer } from './features/invoices/pdf/pdf-renderer.ts'
import { invoiceRoutes } from './features/invoices/routes.ts'
import { cancelOrder } from './features/orders/cancel-order.ts'
import { expireOrders } from './features/orders/reservations/expire-orders.ts'
import { warnOfExpiry } from './features/orders/reservations/warn-of-expiry.ts'
import { orderRoutes } from './features/orders/routes.ts'
import { paletteRoutes } from './features/palette/routes.ts'
import { closeIntent } from './features/payments/close-intent.ts'
import { measureProvider } from './features/payments/provider/measure-provider.ts'
import { stripeProvider } from './features/payments/provider/stripe.ts'
import { createReconciler } from './features/payments/reconcile.ts'
import { finishRefunds } from './features/payments/refund-order.ts'
import { paymentRoutes } from './features/payments/routes.ts'
import { webhookRoute } from './features/payments/webhook.ts'
import { pictureRoutes } from './features/preview-images/routes.ts'
import { reviewRoutes } from './features/reviews/routes.ts'
import { demoteAdmin } from './features/users/remove-admin.ts'
import { userRoutes } from './features/users/routes.ts'
import { serveHealth } from './health.ts'
import { createCaches, invalidateCaches, PHOTOS_SHARE, REVIEWS } from './platform/cache/caches.ts'
import { createReadinessCheck } from './platform/database/connections/check-readiness.ts'
import { connect, connectOptionsFrom, type Db } from './platform/database/connections/connect.ts'
import { watchDatabase } from './platform/database/connections/watch-database.ts'
import { createCatalogueReads } from './platform/database/replica/catalogue-reads.ts'
import { createChangePositions } from './platform/database/replica/log-position.ts'
import { serveDocs } from './platform/http/docs.ts'
import { refuseUnknownRoutes } from './platform/http/problems.ts'
import { openJobQueue } from './platform/jobs/job-queue.ts'
import { createLeaderElection } from './platform/jobs/leader-election.ts'
import { deleteExpired, startScheduler } from './platform/jobs/scheduled-jobs.ts'
import { createConcurrencyLimit } from './platform/limits/concurrency-limit.ts'
import { closeIdleConnections } from './platform/load/close-idle-connections.ts'
import { limitConnections } from './platform/load/limit-connections.ts'
import { limitLargeBodies } from './platform/load/limit-large-bodies.ts'
import { watchLoad } from './platform/load/load.ts'
import { shedLoad } from './platform/load/shed-load.ts'
import { createMailQueue } from './platform/mail/queue-mail.ts'
import { sendMails } from './platform/mail/send-mails.ts'
import { registerShopMetrics } from './platform/metrics/shop-metrics.ts'
import { serveWeb } from './platform/pages/serve-web.ts'
import { createSmsQueue } from './platform/sms/queue-sms.ts'
import { sendSms } from './platform/sms/send-sms.ts'

const JOBS_EVERY_MS = 30_000

export interface BuildOptions {
  /** Serves the pages through Vite, with hot reload. */
  dev?: boolean
  /** False: serves the API alone, without the built web. */
  pages?: boolean
  /** Interval of the scheduled jobs. */
  jobsEveryMs?: number
  /** Interval at which the mail and SMS queues are polled. */
  queuePollMs?: number
  /** Maximum number of parts in one sitemap file. */
  partsPerSitemap?: number
  /** Replaces the standard output for the log. */
  logStream?: Writable
}

/**
 * Builds the shop on a migrated database: all calls, the pages and the background work.
 * `close` waits for open requests, then stops the background work and closes the database.
 */
export async function buildApp(
  config: Config,
  {
    dev = false,
    pages = true,
    jobsEveryMs = JOBS_EVERY_MS,
    queuePollMs,
    partsPerSitemap,
    logStream,
  }: BuildOptions = {},
) {
  const { limits } = config
  const { app, traces } = await createServer(config, logStream)

  const { pool, db } = connect(
    config.databaseUrl,
    (error) => app.log.warn({ err: error }, 'an idle database connection failed'),
    connectOptionsFrom(config),
  )
  const boss = openJobQueue(config.databaseUrl, limits.jobs)
  boss.on('error', (error) => app.log.warn({ err: error }, 'the job queue reported an error'))
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
  const invalidate = (names?: string[]) => invalidateCaches(caches, names)
  const positions = createChangePositions()
  const changes = syncPartChanges({ pool, config, log: app.log, positions }, invalidate)
  const reads = createCatalogueReads({
    db,
    pool,
    config,
    log: app.log,
    positions,
    onChange: invalidate,
  })

  const reviewsChanged = () => changes.publish([REVIEWS])

  const queueMail = createMailQueue(boss)
  const queueSms = config.smsHook && createSmsQueue(boss)
  const auth = createAuth({ db, config, log: app.log, queueMail, queueSms: queueSms })
  const guards = createGuards(pool, { auth, config })
  const payments = {
    db,
    cards: measureProvider(stripeProvider(config)),
    queueMail,
    partsChanged: changes.publish,
  }
  const { reconcile, reportMissedEvent, recheckMissed } = createReconciler({
    ...payments,
    log: app.log,
  })
  const orders = {
    db,
    config,
    queueMail,
    closeIntent: (orderId: string) => closeIntent(payments, orderId),
    partsChanged: changes.publish,
  }

  const imports = startImportWorker({ db, config, log: app.log, onPartsChanged: changes.publish })

  await serveDocs(app, {
    logo: drawBrand('mark'),
    publicUrl: config.publicUrl,
    sessionCookie: sessionCookieName(config),
  })
  serveHealth(app, createReadinessCheck(pool, database))
  await app.register(authRoutes, { auth, config, db })
  await app.register(partRoutes, { db, reads, guards, changes, caches })
  await app.register(drawingRoutes, { db, cache: caches.drawings })
  await app.register(importRoutes, { db, guards, worker: imports })
  await app.register(photoRoutes, {
    db,
    guards,
    load,
    cacheBytes: PHOTOS_SHARE * limits.cache.bytes,
    maxConcurrent: limits.photosWaiting,
    timeoutMs: limits.photoMs,
  })
  await app.register(pictureRoutes, {
    reads,
    maxWaiting: limits.previewImagesWaiting,
    timeoutMs: limits.previewImageMs,
  })
  await app.register(discoveryRoutes, {
    reads,
    origin: config.origin,
    cache: caches.sitemaps,
    partsPerFile: partsPerSitemap,
  })
  await app.register(reviewRoutes, {
    db,
    config,
    reads,
    guards,
    cache: caches.reviews,
    onChange: reviewsChanged,
  })
  await app.register(userRoutes, { db, auth, config, guards })
  await app.register(accountRoutes, {
    db,
    guards,
    staff: config.staff,
    queueMail,
    cancelOrder: (id, byUser) => cancelOrder(orders, id, { byUser, ownOnly: true }),
    removeAdminRole: demoteAdmin,
    reviewsChanged,
  })
  await app.register(orderRoutes, { ...orders, guards, reviewsChanged })
  await app.register(paymentRoutes, { ...payments, guards })
  await app.register(overviewRoutes, { db, guards })
  await app.register(paletteRoutes, { db, guards })
  await app.register(webhookRoute, { ...payments, reportMissedEvent })
  const pdfs = createPdfRenderer({
    maxPending: limits.documentsWaiting,
    timeoutMs: limits.documentMs,
  })
  await app.register(invoiceRoutes, { db, guards, maker: config.maker, renderPdf: pdfs.render })
  if (pages) await serveWeb(app, { config, caches, dev })
  else refuseUnknownRoutes(app)

  if (config.metrics) {
    registerShopMetrics({
      db,
      pool,
      database,
      reads,
      load,
      caches,
      reservedShares: createReservedShareReader(db),
    })
  }

  const leaderElection = createLeaderElection(config.databaseDirectUrl)
  const { scheduler, mails } = await startBackgroundWork(db, boss)

  app.addHook('onClose', async () => {
    await scheduler.stop()
    await leaderElection.release()
    await imports.stop()
    await boss.stop({ graceful: true, timeout: 5_000 })
    mails.close()
    await pdfs.close()
    await changes.close()
    await reads.close()
    database.close()
    load.close()
    await db.destroy()
    // Kysely does not end a pool that it has never used.
    if (!pool.ending) await pool.end()
    await traces?.close()
  })
  return app

  async function startBackgroundWork(db: Db, boss: PgBoss) {
    const compose = createMailComposer(db, createMailLinks(auth, config.origin), config.origin)
    const deps = { boss, db, config, log: app.log }
    const mails = await sendMails(deps, compose, queuePollMs)
    if (config.smsHook) await sendSms(deps, config.smsHook, queuePollMs)
    const cancel = (id: string) => cancelOrder(orders, id, { byUser: null, ownOnly: false })
    const jobs = {
      reconcile,
      finishRefunds: () => finishRefunds({ ...payments, log: app.log }),
      issueInvoices: () => issueInvoices(db),
      expireOrders: () => expireOrders({ db, cancel, log: app.log }),
      warnOfExpiry: () => warnOfExpiry(orders),
      deleteExpired: () => deleteExpired(db),
      // Not awaited: an import may take longer than all other jobs together.
      startImports: async () => imports.wakeUp(),
      deleteOldImports: () => deleteOldImports(db),
      deleteUnusedPhotos: () => deleteUnusedPhotos(db),
      flushSearchIndex: () => flushSearchIndex(db),
    }
    const scheduler = startScheduler(
      app.log,
      jobsEveryMs,
      traces?.traceScheduledJobs(jobs) ?? jobs,
      {
        everyProcess: { recheckMissed },
        isLeader: leaderElection.isLeader,
      },
    )
    return { scheduler, mails }
  }
}
