import type { Writable } from 'node:stream'
import { drawHouse } from '@freehub/drawings/draw'
import type { PgBoss } from 'pg-boss'
import { mailComposer } from './compose-mail.ts'
import type { Config } from './config.ts'
import { dropOldImports } from './features/catalog/imports/drop-old-imports.ts'
import { importRoutes } from './features/catalog/imports/routes.ts'
import { workOnImports } from './features/catalog/imports/work-on-imports.ts'
import { drawingRoutes } from './features/catalog/parts/drawing-routes.ts'
import { followPartChanges } from './features/catalog/parts/part-changes.ts'
import { partRoutes } from './features/catalog/parts/routes.ts'
import { dropUnusedPhotos } from './features/catalog/photos/drop-unused-photos.ts'
import { photoRoutes } from './features/catalog/photos/routes.ts'
import { settleWords } from './features/catalog/search/settle-words.ts'
import { reservedShare } from './features/dashboard/reserved-share.ts'
import { overviewRoutes } from './features/dashboard/routes.ts'
import { discoveryRoutes } from './features/discovery/routes.ts'
import { accountRoutes } from './features/identity/account/routes.ts'
import { makeAuth, sessionCookieName } from './features/identity/auth.ts'
import { authRoutes } from './features/identity/auth-routes.ts'
import { makeGuards } from './features/identity/guards.ts'
import { mailLinks } from './features/identity/mails/mail-links.ts'
import { issueInvoices } from './features/invoices/issue-invoices.ts'
import { pdfMaker } from './features/invoices/pdf/pdf-maker.ts'
import { invoiceRoutes } from './features/invoices/routes.ts'
import { cancelOrder } from './features/orders/cancel-order.ts'
import { lapseOrders } from './features/orders/reservations/lapse-orders.ts'
import { warnOfLapse } from './features/orders/reservations/warn-of-lapse.ts'
import { orderRoutes } from './features/orders/routes.ts'
import { paletteRoutes } from './features/palette/routes.ts'
import { closeIntent } from './features/payments/close-intent.ts'
import { measuredCards } from './features/payments/provider/measured-cards.ts'
import { stripeProvider } from './features/payments/provider/stripe.ts'
import { makeReconciler } from './features/payments/reconcile.ts'
import { finishRefunds } from './features/payments/refund-order.ts'
import { paymentRoutes } from './features/payments/routes.ts'
import { webhookRoute } from './features/payments/webhook.ts'
import { pictureRoutes } from './features/preview-images/routes.ts'
import { reviewRoutes } from './features/reviews/routes.ts'
import { stepDown } from './features/users/remove-admin.ts'
import { userRoutes } from './features/users/routes.ts'
import { serveHealth } from './health.ts'
import { openServer } from './open-server.ts'
import { dropKept, keepAll, PHOTOS_SHARE, REVIEWS } from './platform/cache/kept.ts'
import { askReadiness } from './platform/database/connections/ask-readiness.ts'
import { connect, type Db, wayOf } from './platform/database/connections/connect.ts'
import { watchDatabase } from './platform/database/connections/watch-database.ts'
import { catalogueReads } from './platform/database/replica/catalogue-reads.ts'
import { changePositions } from './platform/database/replica/log-position.ts'
import { serveDocs } from './platform/http/docs.ts'
import { answerUnknownAsMissing } from './platform/http/problems.ts'
import { dropExpired, runRounds } from './platform/jobs/background.ts'
import { openJobs } from './platform/jobs/jobs.ts'
import { standForLead } from './platform/jobs/lead.ts'
import { boundConnections } from './platform/load/bound-connections.ts'
import { boundLargeBodies } from './platform/load/bound-large-bodies.ts'
import { endIdleConnections } from './platform/load/end-idle-connections.ts'
import { watchLoad } from './platform/load/load.ts'
import { shedLoad } from './platform/load/shed-load.ts'
import { mailQueue } from './platform/mail/queue-mail.ts'
import { sendMails } from './platform/mail/send-mails.ts'
import { watchShop } from './platform/metrics/watch-shop.ts'
import { serveWeb } from './platform/pages/serve-web.ts'
import { textQueue } from './platform/sms/queue-text.ts'
import { sendTexts } from './platform/sms/send-texts.ts'

const ROUNDS_EVERY_MS = 30_000

export interface BuildOptions {
  /** Pages through Vite, with hot reload. */
  dev?: boolean
  /** False: the calls alone, without the built web. */
  pages?: boolean
  roundsEveryMs?: number
  /** How often the queues of mails and SMS are polled. */
  queuesEveryMs?: number
  /** How many parts one file of the sitemap holds. */
  partsInSitemap?: number
  /** Where the log goes instead of the standard output. */
  logStream?: Writable
}

/**
 * Builds the shop on a migrated database: every call, the pages, and the work in the background.
 * `close` lets requests end, then stops the work and closes the database.
 */
export async function buildApp(
  config: Config,
  {
    dev = false,
    pages = true,
    roundsEveryMs = ROUNDS_EVERY_MS,
    queuesEveryMs,
    partsInSitemap,
    logStream,
  }: BuildOptions = {},
) {
  const { limits } = config
  const { app, traces } = await openServer(config, logStream)

  const { pool, db } = connect(
    config.databaseUrl,
    (error) => app.log.warn({ err: error }, 'an idle database connection broke'),
    wayOf(config),
  )
  const boss = openJobs(config.databaseUrl, limits.jobs)
  boss.on('error', (error) => app.log.warn({ err: error }, 'the job queue had trouble'))
  traces?.traceJobs(boss)
  await boss.start()

  const load = watchLoad(pool, limits)
  shedLoad(app, load)
  boundLargeBodies(app, limits.largeBodies)
  endIdleConnections(app, boundConnections(app.server, limits.connections))
  const database = watchDatabase(pool)
  const kept = keepAll(limits.kept.bytes, {
    load,
    database,
    making: { now: 0, most: limits.kept.making },
    exact: { now: 0, most: limits.kept.making },
    staleMs: limits.kept.staleMs,
  })
  const drop = (names?: string[]) => dropKept(kept, names)
  const positions = changePositions()
  const changes = followPartChanges({ pool, config, log: app.log, positions }, drop)
  const reads = catalogueReads({ db, pool, config, log: app.log, positions, onChange: drop })

  const reviewsChanged = () => changes.tell([REVIEWS])

  const queueMail = mailQueue(boss)
  const queueText = config.textHook && textQueue(boss)
  const auth = makeAuth({ db, config, log: app.log, queueMail, queueText })
  const guards = makeGuards(pool, { auth, config })
  const payments = {
    db,
    cards: measuredCards(stripeProvider(config)),
    queueMail,
    partsChanged: changes.tell,
  }
  const { reconcile, missed, tellMissed } = makeReconciler({ ...payments, log: app.log })
  const orders = {
    db,
    config,
    queueMail,
    closeIntent: (orderId: string) => closeIntent(payments, orderId),
    partsChanged: changes.tell,
  }

  const imports = workOnImports({ db, config, log: app.log, partsChanged: changes.tell })

  await serveDocs(app, {
    logo: drawHouse('mark'),
    publicUrl: config.publicUrl,
    sessionCookie: sessionCookieName(config),
  })
  serveHealth(app, askReadiness(pool, database))
  await app.register(authRoutes, { auth, config, db })
  await app.register(partRoutes, { db, reads, guards, changes, kept })
  await app.register(drawingRoutes, { db, kept: kept.drawings })
  await app.register(importRoutes, { db, guards, work: imports })
  await app.register(photoRoutes, {
    db,
    guards,
    load,
    keptBytes: PHOTOS_SHARE * limits.kept.bytes,
    waiting: limits.photosWaiting,
    patienceMs: limits.photoMs,
  })
  await app.register(pictureRoutes, {
    reads,
    waiting: limits.picturesWaiting,
    patienceMs: limits.pictureMs,
  })
  await app.register(discoveryRoutes, {
    reads,
    origin: config.origin,
    kept: kept.sitemaps,
    partsInFile: partsInSitemap,
  })
  await app.register(reviewRoutes, {
    db,
    config,
    reads,
    guards,
    kept: kept.reviews,
    changed: reviewsChanged,
  })
  await app.register(userRoutes, { db, auth, config, guards })
  await app.register(accountRoutes, {
    db,
    guards,
    staff: config.staff,
    queueMail,
    cancelOrder: (id, byUser) => cancelOrder(orders, id, { byUser, ownOnly: true }),
    stepDown,
    reviewsChanged,
  })
  await app.register(orderRoutes, { ...orders, guards, reviewsChanged })
  await app.register(paymentRoutes, { ...payments, guards })
  await app.register(overviewRoutes, { db, guards })
  await app.register(paletteRoutes, { db, guards })
  await app.register(webhookRoute, { ...payments, missed })
  const pdfs = pdfMaker({ waiting: limits.papersWaiting, patienceMs: limits.paperMs })
  await app.register(invoiceRoutes, { db, guards, maker: config.maker, makePdf: pdfs.make })
  if (pages) await serveWeb(app, { config, kept, dev })
  else answerUnknownAsMissing(app)

  if (config.metrics) {
    watchShop({ db, pool, database, reads, load, kept, reservedShares: reservedShare(db) })
  }

  const lead = standForLead(config.databaseDirectUrl)
  const { rounds, mails } = await startWork(db, boss)

  app.addHook('onClose', async () => {
    await rounds.stop()
    await lead.release()
    await imports.stop()
    await boss.stop({ graceful: true, timeout: 5_000 })
    mails.close()
    await pdfs.close()
    await changes.close()
    await reads.close()
    database.close()
    load.close()
    await db.destroy()
    // Kysely leaves a pool alone that it has never used.
    if (!pool.ending) await pool.end()
    await traces?.close()
  })
  return app

  async function startWork(db: Db, boss: PgBoss) {
    const compose = mailComposer(db, mailLinks(auth, config.origin), config.origin)
    const deps = { boss, db, config, log: app.log }
    const mails = await sendMails(deps, compose, queuesEveryMs)
    if (config.textHook) await sendTexts(deps, config.textHook, queuesEveryMs)
    const cancel = (id: string) => cancelOrder(orders, id, { byUser: null, ownOnly: false })
    const jobs = {
      reconcile,
      refund: () => finishRefunds({ ...payments, log: app.log }),
      invoice: () => issueInvoices(db),
      lapse: () => lapseOrders({ db, cancel, log: app.log }),
      warn: () => warnOfLapse(orders),
      expire: () => dropExpired(db),
      // Not waited for: it may take longer than all the others.
      imports: async () => imports.look(),
      dropImports: () => dropOldImports(db),
      dropPhotos: () => dropUnusedPhotos(db),
      settleWords: () => settleWords(db),
    }
    const rounds = runRounds(app.log, roundsEveryMs, traces?.tracedRounds(jobs) ?? jobs, {
      each: { tellMissed },
      leads: lead.holds,
    })
    return { rounds, mails }
  }
}
