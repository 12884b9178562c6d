import type { Writable } from 'node:stream'
import { drawBrand } from '@freehub/drawings/draw'
import { createMailComposer } from './compose-mail.ts'
import type { Config } from './config.ts'
import { createServer } from './create-server.ts'
import { cartRoutes } from './features/cart/routes.ts'
import { registerCatalog } from './features/catalog/register-catalog.ts'
import { discoveryRoutes } from './features/discovery/routes.ts'
import { fitmentRoutes } from './features/fitment/routes.ts'
import { accountRoutes } from './features/identity/account/routes.ts'
import { createAuth, sessionCookieName } from './features/identity/auth.ts'
import { authRoutes } from './features/identity/auth-routes.ts'
import { createGuards } from './features/identity/guards.ts'
import { createMailLinks } from './features/identity/mails/mail-links.ts'
import { registerInvoices } from './features/invoices/register-invoices.ts'
import { noteRoutes } from './features/notes/routes.ts'
import { orderPadRoutes } from './features/order-pad/routes.ts'
import { createOrdersFeature } from './features/orders/orders-feature.ts'
import { overviewRoutes } from './features/overview/routes.ts'
import { paletteRoutes } from './features/palette/search-palette.ts'
import { createPaymentsFeature } from './features/payments/payments-feature.ts'
import { previewImageRoutes } from './features/preview-images/routes.ts'
import { reviewRoutes } from './features/reviews/routes.ts'
import { savedListRoutes } from './features/saved-lists/routes.ts'
import { demoteAdmin } from './features/users/roles.ts'
import { userRoutes } from './features/users/routes.ts'
import { serveDocs } from './platform/http/docs.ts'
import { serveHealth } from './platform/http/health.ts'
import { refuseUnknownRoutes } from './platform/http/problems.ts'
import { createLeaderElection } from './platform/jobs/leader-election.ts'
import { deleteExpiredRows, startScheduler } from './platform/jobs/scheduler.ts'
import { sendMails } from './platform/mail/send-mails.ts'
import { registerPlatformMetrics } from './platform/metrics/platform-metrics.ts'
import { openPlatform, type Shop } from './platform/open-platform.ts'
import { serveWeb } from './platform/pages/serve-web.ts'
import { sendSms } from './platform/sms/send-sms.ts'

const JOBS_EVERY_MS = 30_000

export interface BuildOptions {
  /** Serves the pages through Vite, with hot reload. */
  dev?: boolean
  /** False: serves only the API, without the built pages. */
  pages?: boolean
  jobsEveryMs?: number
  /** Interval at which the mail and SMS queues are polled. */
  queuePollMs?: number
  /** Maximum number of parts in one sitemap file. */
  maxPartsPerSitemapFile?: number
  /** Receives the log instead of the standard output. */
  logStream?: Writable
}

/** Builds the shop on a migrated database. `close` waits for pending requests, then for background work. */
export async function buildApp(config: Config, options: BuildOptions = {}) {
  const { dev = false, pages = true, jobsEveryMs = JOBS_EVERY_MS, queuePollMs } = options
  const { app, traces } = await createServer(config, options.logStream)
  const platform = await openPlatform(app, config, traces)
  const { db, boss } = platform

  const auth = createAuth(platform)
  const shop: Shop = { ...platform, guards: createGuards(platform.pool, { auth, config }) }
  const payments = createPaymentsFeature(shop)
  const orders = createOrdersFeature(shop, payments.closeIntent)

  await serveDocs(app, {
    logo: drawBrand('mark'),
    publicUrl: config.publicUrl,
    sessionCookie: sessionCookieName(config),
  })
  serveHealth(app, shop)
  await app.register(authRoutes, { ...shop, auth })
  const catalog = await registerCatalog(app, shop)
  await app.register(previewImageRoutes, shop)
  await app.register(discoveryRoutes, { ...shop, maxPartsPerFile: options.maxPartsPerSitemapFile })
  await app.register(reviewRoutes, shop)
  const { closeIntentsOfBannedUsers } = payments
  await app.register(userRoutes, { ...shop, auth, closeIntentsOfBannedUsers })
  await app.register(accountRoutes, {
    ...shop,
    cancelOrder: orders.cancelOrder,
    removeAdminRole: demoteAdmin,
  })
  await app.register(cartRoutes, shop)
  await app.register(orderPadRoutes, shop)
  await app.register(savedListRoutes, shop)
  await app.register(fitmentRoutes, shop)
  await app.register(orders.routes)
  await app.register(noteRoutes, shop)
  await app.register(payments.routes)
  await app.register(overviewRoutes, shop)
  await app.register(paletteRoutes, shop)
  const invoices = await registerInvoices(app, shop)
  if (pages) await serveWeb(app, { ...shop, dev })
  else refuseUnknownRoutes(app)
  if (config.metrics) registerPlatformMetrics(shop)

  const composeMail = createMailComposer(db, createMailLinks(auth, config.origin), config.origin)
  const mails = await sendMails(shop, composeMail, queuePollMs)
  if (config.smsHook) await sendSms(shop, config.smsHook, queuePollMs)
  // The jobs run in this order.
  const jobs = {
    ...payments.jobs,
    ...invoices.jobs,
    ...orders.jobs,
    deleteExpired: () => deleteExpiredRows(db),
    ...catalog.jobs,
  }
  const leaderElection = createLeaderElection(config.databaseDirectUrl)
  const scheduler = startScheduler(app.log, jobsEveryMs, traces?.traceScheduledJobs(jobs) ?? jobs, {
    everyProcessJobs: payments.everyProcessJobs,
    isLeader: leaderElection.isLeader,
  })

  app.addHook('onClose', async () => {
    await scheduler.stop()
    await leaderElection.release()
    await catalog.stop()
    await orders.close()
    await boss.stop({ graceful: true, timeout: 5_000 })
    mails.close()
    await invoices.close()
    await platform.close()
    await traces?.close()
  })
  return app
}
