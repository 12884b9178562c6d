import { Worker } from 'node:worker_threads'
import type { Paper } from './paper.ts'

/** So long the worker waits for another paper before it gives its memory back. */
const IDLE_MS = 60_000

/** A paper needs little; without a limit the worker would take a hundred megabytes before it tidies up. */
const MEMORY = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 128 }

export type MakePdf = (paper: Paper) => Promise<Buffer>

/** Makes PDFs in a worker that begins with the first paper and ends when none has come for a while. */
export function pdfMaker(): { make: MakePdf; close: () => Promise<void> } {
  let desk: ReturnType<typeof openDesk> | undefined
  let idle: NodeJS.Timeout | undefined

  async function close() {
    clearTimeout(idle)
    const left = desk
    desk = undefined
    await left?.close()
  }

  return {
    async make(paper) {
      clearTimeout(idle)
      desk ??= openDesk(() => {
        desk = undefined
      })
      try {
        return await desk.draw(paper)
      } finally {
        clearTimeout(idle)
        idle = setTimeout(close, IDLE_MS).unref()
      }
    },
    close,
  }
}

interface Drawn {
  id: number
  pdf?: Uint8Array
  error?: Error
}

/** A worker, and who waits for what it draws, one after the other. Who still waits when it ends is told. */
function openDesk(onBroken: () => void) {
  const worker = new Worker(new URL('./pdf-worker.ts', import.meta.url), { resourceLimits: MEMORY })
  const waiting = new Map<number, PromiseWithResolvers<Buffer>>()
  let last = 0
  worker.on('message', ({ id, pdf, error }: Drawn) => {
    const drawn = waiting.get(id)
    waiting.delete(id)
    if (pdf) drawn?.resolve(Buffer.from(pdf))
    else drawn?.reject(error)
  })
  worker.on('error', (error) => {
    onBroken()
    refuseAll(error)
  })
  worker.on('exit', () => refuseAll(new Error('what draws the papers has ended')))

  function refuseAll(error: unknown) {
    for (const drawn of waiting.values()) drawn.reject(error)
    waiting.clear()
  }

  return {
    draw(paper: Paper): Promise<Buffer> {
      const drawn = Promise.withResolvers<Buffer>()
      last += 1
      waiting.set(last, drawn)
      worker.postMessage({ id: last, paper })
      return drawn.promise
    },
    close: () => worker.terminate(),
  }
}
