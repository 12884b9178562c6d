import { Worker } from 'node:worker_threads'
import { type Refusal, refuse } from '@freehub/contract/refusals'
import type { Paper } from './paper.ts'

/** So long the worker waits for another paper before it gives its memory back. */
const IDLE_MS = 60_000

/** One with thousands of lines takes a second; what takes longer than this would never end. */
const PATIENCE_MS = 10_000

/** So many may wait, and a quarter of them for one person, or he would keep all others waiting. */
const WAITING = 20

/** A paper needs little; without a limit the worker would take a hundred megabytes before it tidies up. */
const MEMORY = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 128 }

/** Draws a paper for somebody, by his id. Refused while too many wait. */
export type MakePdf = (paper: Paper, asker: string) => Promise<Buffer | Refusal>

interface Waiting {
  paper: Paper
  asker: string
  drawn: PromiseWithResolvers<Buffer>
}

interface Drawn {
  pdf?: Uint8Array
  error?: Error
}

/**
 * Makes PDFs one after the other, in a worker that begins with the first paper and ends when none has
 * come for a while, or when it is stuck with one.
 */
export function pdfMaker({ patienceMs = PATIENCE_MS, waiting: most = WAITING } = {}) {
  const mostOfOne = Math.ceil(most / 4)
  /** The first of them is being drawn. */
  const waiting: Waiting[] = []
  let worker: Worker | undefined
  let timer: NodeJS.Timeout | undefined

  const make: MakePdf = async (paper, asker) => {
    const own = waiting.filter((one) => one.asker === asker)
    if (waiting.length >= most || own.length >= mostOfOne) return refuse('papers_busy')
    const drawn = Promise.withResolvers<Buffer>()
    waiting.push({ paper, asker, drawn })
    if (waiting.length === 1) drawFirst()
    return drawn.promise
  }

  function drawFirst() {
    clearTimeout(timer)
    const [first] = waiting
    if (!first) {
      timer = setTimeout(endWorker, IDLE_MS).unref()
      return
    }
    worker ??= openWorker()
    worker.postMessage(first.paper)
    timer = setTimeout(giveUp, patienceMs, new Error('A paper took too long to draw.')).unref()
  }

  function openWorker() {
    const opened = new Worker(new URL('./pdf-worker.ts', import.meta.url), {
      resourceLimits: MEMORY,
    })
    opened.on('message', ({ pdf, error }: Drawn) => {
      if (opened !== worker) return
      const drawn = waiting.shift()?.drawn
      if (pdf) drawn?.resolve(Buffer.from(pdf))
      else drawn?.reject(error)
      drawFirst()
    })
    opened.on('error', (error) => {
      if (opened === worker) giveUp(error)
    })
    return opened
  }

  /** Of the paper that is being drawn; the others wait for a new worker. */
  function giveUp(error: unknown) {
    void endWorker()
    waiting.shift()?.drawn.reject(error)
    drawFirst()
  }

  async function endWorker() {
    const ended = worker
    worker = undefined
    await ended?.terminate()
  }

  async function close() {
    clearTimeout(timer)
    for (const { drawn } of waiting.splice(0)) {
      drawn.reject(new Error('what draws the papers has ended'))
    }
    await endWorker()
  }

  return { make, close }
}
