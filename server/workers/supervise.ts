import cluster from 'node:cluster'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import Fastify, { type FastifyBaseLogger } from 'fastify'
import type { BuildOptions } from '../app.ts'
import type { Config } from '../config.ts'
import { KILLED_AFTER_MS } from '../end-when-asked.ts'
import { loggerOptions } from '../platform/logging/logger.ts'
import type { RunningShop } from '../serve.ts'
import { type LaunchedWorker, launchWorker } from './launch-worker.ts'
import { pauseAfter } from './pause.ts'

const PROGRAM = fileURLToPath(new URL('./worker.ts', import.meta.url))

/** Who has served so long has not died of its start: the next one is started at once. */
const SETTLED_MS = 60_000
/** After so many deaths in a row with nobody serving, somebody else must look: about two minutes. */
const DEATHS_MOST = 9

/**
 * Serves from as many processes as the settings say, on the one port, on a migrated database. A worker
 * that dies, or whose event loop is stuck, is replaced: at once, and after growing pauses when that
 * happens again and again. Throws what the first that cannot start says; later `failed` rejects when
 * none could be started for long.
 */
export async function supervise(
  config: Config,
  env: NodeJS.ProcessEnv,
  { logStream, ...options }: BuildOptions,
): Promise<RunningShop> {
  cluster.setupPrimary({ exec: PROGRAM, args: [JSON.stringify(options)] })
  const log = logOf(config, logStream)
  const closing = new AbortController()
  const failed = Promise.withResolvers<never>()
  failed.promise.catch(() => {})
  const workers = Array.from({ length: config.workers }, launch)
  try {
    await Promise.all(workers.map(({ serving }) => serving))
  } catch (error) {
    await close()
    throw error
  }
  for (const place of workers.keys()) void keep(place)
  return { url: config.origin, failed: failed.promise, close }

  function launch() {
    return launchWorker(env, config.workerStuckSeconds)
  }

  /** Sees to it that there is a worker in this place, until the shop closes. */
  async function keep(place: number): Promise<void> {
    for (let deaths = 0; ; ) {
      const worker = workers[place] as LaunchedWorker
      const startedAt = Date.now()
      const why = await worker.ended
      if (closing.signal.aborted) return
      deaths = Date.now() - startedAt > SETTLED_MS ? 1 : deaths + 1
      const pauseMs = pauseAfter(deaths)
      log.error({ worker: worker.pid, why, pauseMs }, 'a worker has ended and is replaced')
      if (deaths >= DEATHS_MOST && !workers.some((one) => one.isServing())) {
        return failed.reject(new Error(`No worker of the shop can be kept running: ${why}.`))
      }
      await delay(pauseMs, undefined, { signal: closing.signal }).catch(() => {})
      if (closing.signal.aborted) return
      workers[place] = launch()
    }
  }

  async function close(): Promise<void> {
    closing.abort()
    for (const worker of workers) worker.end()
    const late = setTimeout(() => {
      for (const worker of workers) worker.kill()
    }, config.limits.closeMs + KILLED_AFTER_MS)
    await Promise.all(workers.map(({ ended }) => ended))
    clearTimeout(late)
  }
}

/** Fastify's own, so that its lines are like those of the workers. */
function logOf(config: Config, stream: BuildOptions['logStream']): FastifyBaseLogger {
  return Fastify({ logger: loggerOptions(config, { stream }) }).log
}
