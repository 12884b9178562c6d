import { type Refusal, refuse } from '@freehub/contract/refusals'
import { createConcurrencyLimit } from '../../../platform/limits/concurrency-limit.ts'
import { openChildProcess } from '../../../platform/processes/child-process.ts'
import type { DocumentFile } from './document-content.ts'

/** Timeout of one PDF. 500 lines take about a second, or a few seconds in scripts such as Bengali. */
const TIMEOUT_MS = 10_000

/** Maximum number of pending documents. One user may have a quarter of this number. */
const MAX_PENDING = 20

/** Renders a PDF for a user. Refuses if too many documents are pending. */
export type RenderPdf = (file: DocumentFile, userId: string) => Promise<Buffer | Refusal>

/** Creates a renderer with its own child process, because loading fonts would block other requests. */
export function createPdfRenderer({ timeoutMs = TIMEOUT_MS, maxPending = MAX_PENDING } = {}) {
  const maxPerUser = Math.ceil(maxPending / 4)
  const child = openChildProcess<DocumentFile, Buffer>(new URL('./pdf-child.ts', import.meta.url), {
    timeoutMs,
  })
  const documents = createConcurrencyLimit(maxPending)
  const pendingByUser = new Map<string, number>()

  const render: RenderPdf = async (file, userId) => {
    const pending = pendingByUser.get(userId) ?? 0
    if (documents.isFull() || pending >= maxPerUser) return refuse('papers_busy')
    pendingByUser.set(userId, pending + 1)
    try {
      return await documents.run(() => child.run(file))
    } finally {
      const left = (pendingByUser.get(userId) as number) - 1
      if (left > 0) pendingByUser.set(userId, left)
      else pendingByUser.delete(userId)
    }
  }

  return { render, close: child.close }
}
