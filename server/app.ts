import type { Writable } from 'node:stream'
import type { PgBoss } from 'pg-boss'
import { dropExpired, runRounds } from './background.ts'
import type { Config } from './config.ts'
import { askReadiness } from './database/ask-readiness.ts'
import { catalogueReads } from './database/catalogue-reads.ts'
import { connect, type Db, wayOf } from './database/connect.ts'
import { openJobs } from './database/jobs.ts'
import { standForLead } from './database/lead.ts'
import { changePositions } from './database/log-position.ts'
import { watchDatabase } from './database/watch-database.ts'
import { discoveryRoutes } from './discovery/routes.ts'
import { drawHouse } from './drawings/draw.ts'
import { serveHealth } from './health.ts'
import { serveDocs } from './http/docs.ts'
import { answerUnknownAsMissing } from './http/problems.ts'
import { accountRoutes } from './identity/account/routes.ts'
import { makeAuth, sessionCookieName } from './identity/auth.ts'
import { authRoutes } from './identity/auth-routes.ts'
import { makeGuards } from './identity/guards.ts'
import { mailLinks } from './identity/mails/mail-links.ts'
import { dropOldImports } from './imports/drop-old-imports.ts'
import { importRoutes } from './imports/routes.ts'
import { workOnImports } from './imports/work-on-imports.ts'
import { issueInvoices } from './invoices/issue-invoices.ts'
import { pdfMaker } from './invoices/pdf-maker.ts'
import { invoiceRoutes } from './invoices/routes.ts'
import { dropKept, keepAll, PHOTOS_SHARE, REVIEWS } from './kept.ts'
import { boundConnections } from './load/bound-connections.ts'
import { boundLargeBodies } from './load/bound-large-bodies.ts'
import { endIdleConnections } from './load/end-idle-connections.ts'
import { watchLoad } from './load/load.ts'
import { shedLoad } from './load/shed-load.ts'
import { mailComposer } from './mail/compose-mail.ts'
import { mailQueue } from './mail/queue-mail.ts'
import { sendMails } from './mail/send-mails.ts'
import { watchShop } from './metrics/watch-shop.ts'
import { openServer } from './open-server.ts'
import { cancelOrder } from './orders/cancel-order.ts'
import { lapseOrders } from './orders/lapse-orders.ts'
import { orderRoutes } from './orders/routes.ts'
import { warnOfLapse } from './orders/warn-of-lapse.ts'
import { overviewRoutes } from './overview/routes.ts'
import { serveWeb } from './pages/serve-web.ts'
import { paletteRoutes } from './palette/routes.ts'
import { drawingRoutes } from './parts/drawing-routes.ts'
import { followPartChanges } from './parts/part-changes.ts'
import { partRoutes } from './parts/routes.ts'
import { settleWords } from './parts/search/settle-words.ts'
import { closeIntent } from './payments/close-intent.ts'
import { measuredCards } from './payments/measured-cards.ts'
import { makeReconciler } from './payments/reconcile.ts'
import { finishRefunds } from './payments/refund-order.ts'
import { paymentRoutes } from './payments/routes.ts'
import { stripeProvider } from './payments/stripe.ts'
import { webhookRoute } from './payments/webhook.ts'
import { dropUnusedPhotos } from './photos/drop-unused-photos.ts'
import { photoRoutes } from './photos/routes.ts'
import { pictureRoutes } from './pictures/routes.ts'
import { reviewRoutes } from './reviews/routes.ts'
import { textQueue } from './texts/queue-text.ts'
import { sendTexts } from './texts/send-texts.ts'
import { stepDown } from './users/remove-admin.ts'
import { userRoutes } from './users/routes.ts'

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

  if (config.metrics) watchShop({ db, pool, database, reads, load, kept })

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
