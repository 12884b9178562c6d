import cluster, { type Worker } from 'node:cluster'
import { setTimeout as delay } from 'node:timers/promises'
import { addUp, type Counts, grown, readCounts } from '../platform/metrics/add-up.ts'
import { counter, gauge } from '../platform/metrics/look-metrics.ts'
import { TELL_COUNTS } from './messages.ts'

const ANSWERS_WITHIN_MS = 1_000

/**
 * In the supervisor: answers the metrics of all workers as one. Of a worker that does not answer the last
 * is taken, and of those that have ended what never shrinks: else the sum would fall, and be taken for a
 * new beginning.
 */
export function sumOfWorkers(): () => Promise<string> {
  const last = new Map<number, Counts>()
  const waiting = new Map<number, () => void>()
  let ended: Promise<Counts> = Promise.resolve([])
  let deaths = 0

  cluster.on('message', (worker, message: { counts?: Counts }) => {
    if (!message.counts) return
    last.set(worker.id, message.counts)
    waiting.get(worker.id)?.()
  })
  cluster.on('exit', ({ id, exitedAfterDisconnect }) => {
    if (!exitedAfterDisconnect) deaths += 1
    const counts = grown(last.get(id) ?? [])
    last.delete(id)
    waiting.get(id)?.()
    ended = ended.then((before) => addUp([before, counts]).getMetricsAsJSON())
  })
  gauge({ name: 'freehub_workers', help: 'Processes that serve.' }, (tell) =>
    tell(workers().length),
  )
  counter(
    { name: 'freehub_worker_deaths_total', help: 'Workers that have ended and were replaced.' },
    (tell) => tell(deaths),
  )

  async function ask(worker: Worker): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    waiting.set(worker.id, resolve)
    worker.send(TELL_COUNTS, (error) => error && resolve())
    await Promise.race([promise, delay(ANSWERS_WITHIN_MS, undefined, { ref: false })])
    waiting.delete(worker.id)
  }

  return async () => {
    await Promise.all(workers().map(ask))
    return addUp([await ended, ...last.values(), await readCounts()]).metrics()
  }
}

const workers = () =>
  Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected()) as Worker[]

/** In a worker: tells what it has counted, whenever it is asked. */
export function tellCounts(): void {
  process.on('message', (message) => {
    if (message !== TELL_COUNTS) return
    readCounts().then((counts) => process.send?.({ counts }))
  })
}
