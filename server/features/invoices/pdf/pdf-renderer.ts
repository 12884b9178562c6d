import { type Refusal, refuse } from '@freehub/contract/refusals'
import { openChildProcess } from '../../../platform/processes/child-process.ts'
import type { DocumentContent } from './document-content.ts'

/** Timeout for one document. Thousands of lines take about a second. */
const TIMEOUT_MS = 10_000

/** Maximum number of pending documents. One user may have a quarter of them. */
const MAX_PENDING = 20

/** Renders a document for a user. Refuses if too many are pending. */
export type RenderPdf = (content: DocumentContent, userId: string) => Promise<Buffer | Refusal>

/** Creates a renderer with its own child process, because loading fonts would block other requests. */
export function createPdfRenderer({ timeoutMs = TIMEOUT_MS, maxPending = MAX_PENDING } = {}) {
  const maxPerUser = Math.ceil(maxPending / 4)
  const worker = openChildProcess<DocumentContent, Buffer>(
    new URL('./pdf-worker.ts', import.meta.url),
    {
      timeoutMs,
    },
  )
  const pendingUsers: string[] = []

  const render: RenderPdf = async (content, userId) => {
    const pendingOfUser = pendingUsers.filter((id) => id === userId)
    if (pendingUsers.length >= maxPending || pendingOfUser.length >= maxPerUser)
      return refuse('papers_busy')
    pendingUsers.push(userId)
    try {
      return await worker.run(content)
    } finally {
      pendingUsers.splice(pendingUsers.indexOf(userId), 1)
    }
  }

  return { render, close: worker.close }
}
