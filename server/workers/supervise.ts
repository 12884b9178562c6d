import cluster from 'node:cluster'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import Fastify, { type FastifyBaseLogger } from 'fastify'
import type { BuildOptions } from '../app.ts'
import type { Config } from '../config.ts'
import { loggerOptions } from '../platform/logging/logger.ts'
import type { RunningShop } from '../serve.ts'
import { KILL_DELAY_MS } from '../shut-down-on-signal.ts'
import { type LaunchedWorker, launchWorker } from './launch-worker.ts'

const PROGRAM = fileURLToPath(new URL('./worker.ts', import.meta.url))

/** Run time after which an exit does not count as a failed start, so that the replacement starts immediately. */
const STABLE_AFTER_MS = 60_000
/** Consecutive exits of a worker, after about two minutes, at which the supervisor fails if no worker serves. */
const MAX_EXITS = 9

const FIRST_DELAY_MS = 1_000
const MAX_DELAY_MS = 30_000

/**
 * Serves from WORKERS processes on one port and replaces those that exit. Throws the error of the first
 * worker that cannot start. Later, `failed` rejects if a worker has exited `MAX_EXITS` times in a row and
 * no worker serves.
 */
export async function supervise(
  config: Config,
  env: NodeJS.ProcessEnv,
  { logStream, ...options }: BuildOptions,
): Promise<RunningShop> {
  // Workers accept connections themselves. A blocked worker gets none, and a killed worker's
  // connections are closed.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  cluster.setupPrimary({ exec: PROGRAM, args: [JSON.stringify(options)] })
  const log = createLog(config, logStream)
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
  for (const slot of workers.keys()) void keepRunning(slot)
  return { url: config.origin, failed: failed.promise, close }

  function launch() {
    return launchWorker(env, config.workerStuckSeconds)
  }

  /** Replaces the worker in this slot until the shop closes. */
  async function keepRunning(slot: number): Promise<void> {
    for (let exits = 0; ; ) {
      const worker = workers[slot] as LaunchedWorker
      const startedAt = Date.now()
      const reason = await worker.ended
      if (closing.signal.aborted) return
      exits = Date.now() - startedAt > STABLE_AFTER_MS ? 1 : exits + 1
      const pauseMs = restartDelayMs(exits)
      log.error({ worker: worker.pid, reason, pauseMs }, 'a worker has exited and is replaced')
      if (exits >= MAX_EXITS && !workers.some((one) => one.isServing())) {
        return failed.reject(new Error(`The workers keep exiting: ${reason}.`))
      }
      await delay(pauseMs, undefined, { signal: closing.signal }).catch(() => {})
      if (closing.signal.aborted) return
      workers[slot] = launch()
    }
  }

  async function close(): Promise<void> {
    closing.abort()
    for (const worker of workers) worker.shutDown()
    const killTimer = setTimeout(() => {
      for (const worker of workers) worker.kill()
    }, config.limits.closeMs + KILL_DELAY_MS)
    await Promise.all(workers.map(({ ended }) => ended))
    clearTimeout(killTimer)
  }
}

/** Returns the delay before a worker is restarted after this number of consecutive exits. */
export function restartDelayMs(exits: number): number {
  return exits === 1 ? 0 : Math.min(FIRST_DELAY_MS * 2 ** (exits - 2), MAX_DELAY_MS)
}

/** Creates Fastify's logger, so that its lines have the format of the workers' lines. */
function createLog(config: Config, stream: BuildOptions['logStream']): FastifyBaseLogger {
  return Fastify({ logger: loggerOptions(config, { stream }) }).log
}
