import type { FastifyInstance } from 'fastify'
import type { Shop } from '../../platform/open-platform.ts'
import { issueInvoices } from './issue-invoices.ts'
import { createPdfRenderer } from './pdf/pdf-renderer.ts'
import { invoiceRoutes } from './routes.ts'

/** Registers the routes of documents. Returns the job that issues invoices, and a function that ends the renderer. */
export async function registerInvoices(app: FastifyInstance, { db, guards, config }: Shop) {
  const { documentsWaiting, documentMs } = config.limits
  const pdfs = createPdfRenderer({ maxPending: documentsWaiting, timeoutMs: documentMs })
  await app.register(invoiceRoutes, { db, guards, maker: config.maker, renderPdf: pdfs.render })
  return { jobs: { issueInvoices: () => issueInvoices(db, config.maker) }, close: pdfs.close }
}
