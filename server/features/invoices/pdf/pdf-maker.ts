import { type Refusal, refuse } from '@freehub/contract/refusals'
import { openChild } from '../../../platform/processes/open-child.ts'
import type { Paper } from './paper.ts'

/** One with thousands of lines takes a second; what takes longer than this would never end. */
const PATIENCE_MS = 10_000

/** So many may wait, and a quarter of them for one person, or he would keep all others waiting. */
const WAITING = 20

/** Draws a paper for somebody, by his id. Refused while too many wait. */
export type MakePdf = (paper: Paper, asker: string) => Promise<Buffer | Refusal>

/** Makes PDFs in a process of its own: opening fonts takes longer than a request may wait for another. */
export function pdfMaker({ patienceMs = PATIENCE_MS, waiting: most = WAITING } = {}) {
  const mostOfOne = Math.ceil(most / 4)
  const child = openChild<Paper, Buffer>(new URL('./pdf-child.ts', import.meta.url), {
    patienceMs,
  })
  const askers: string[] = []

  const make: MakePdf = async (paper, asker) => {
    const own = askers.filter((one) => one === asker)
    if (askers.length >= most || own.length >= mostOfOne) return refuse('papers_busy')
    askers.push(asker)
    try {
      return await child.ask(paper)
    } finally {
      askers.splice(askers.indexOf(asker), 1)
    }
  }

  return { make, close: child.close }
}
