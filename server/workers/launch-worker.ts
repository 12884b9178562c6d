import cluster, { type Worker } from 'node:cluster'
import { SHUT_DOWN } from '../shut-down-on-signal.ts'

/** Messages about a worker's state: a heartbeat, the URL that it serves, or the reason why it cannot serve. */
export type WorkerMessage = typeof HEARTBEAT | { serving: string } | { failed: string }

export const HEARTBEAT = 'beat'
export const HEARTBEAT_MS = 1_000

/** Minimum timeout of a start. It usually takes a second, but much longer on a busy machine. */
const START_TIMEOUT_SECONDS = 60

export interface LaunchedWorker {
  pid: number | undefined
  isServing(): boolean
  /** Resolves when the worker serves. Rejects with the worker's error if it exits before. */
  serving: Promise<void>
  /** Resolves to the reason for the exit. */
  ended: Promise<string>
  /** Stops the worker gracefully. Kills it if it does not serve yet. */
  shutDown(): void
  kill(): void
}

/** Starts a worker and monitors it. A worker that could not be forked counts as exited. */
export function launchWorker(env: NodeJS.ProcessEnv, stuckSeconds: number): LaunchedWorker {
  try {
    return watchWorker(cluster.fork(withoutInherited(env)), stuckSeconds)
  } catch (error) {
    return createFailedWorker(error as Error)
  }
}

/**
 * Kills a worker that starts late or whose event loop is blocked. Counts its own timer ticks, not the time, so that a
 * pause of the whole machine kills no worker.
 */
function watchWorker(worker: Worker, stuckSeconds: number): LaunchedWorker {
  // A start takes longer than an event loop may be blocked.
  const startSeconds = Math.max(START_TIMEOUT_SECONDS, 4 * stuckSeconds)
  const serving = Promise.withResolvers<void>()
  // This prevents an unhandled rejection: the supervisor does not await replacements.
  serving.promise.catch(() => {})
  let state: 'starting' | 'serving' | 'ended' = 'starting'
  let reason = ''
  let missedHeartbeats = 0

  const timer = setInterval(() => {
    missedHeartbeats += 1
    const maxSeconds = state === 'serving' ? stuckSeconds : startSeconds
    if (missedHeartbeats * HEARTBEAT_MS < maxSeconds * 1000) return
    kill(state === 'serving' ? 'its event loop was stuck' : 'it did not start in time')
  }, HEARTBEAT_MS)

  worker.on('message', (message: WorkerMessage) => {
    if (message === HEARTBEAT) missedHeartbeats = 0
    else if ('serving' in message) {
      state = 'serving'
      missedHeartbeats = 0
      serving.resolve()
    } else if ('failed' in message) reason = message.failed
  })
  const ended = waitForExit(worker).then((exit) => {
    clearInterval(timer)
    state = 'ended'
    serving.reject(new Error(reason || exit))
    return reason || exit
  })

  function kill(killReason = '') {
    reason ||= killReason
    worker.process.kill('SIGKILL')
  }

  return {
    pid: worker.process.pid,
    isServing: () => state === 'serving',
    serving: serving.promise,
    ended,
    shutDown: () => {
      if (state === 'serving' && worker.isConnected()) worker.send(SHUT_DOWN)
      else kill()
    },
    kill: () => kill(),
  }
}

/** Returns a worker that has already ended, because its process could not be forked. */
function createFailedWorker(error: Error): LaunchedWorker {
  const serving = Promise.reject(error)
  serving.catch(() => {})
  return {
    pid: undefined,
    isServing: () => false,
    serving,
    ended: Promise.resolve(error.message),
    shutDown() {},
    kill() {},
  }
}

/**
 * Returns `env`, with each variable of this process that `env` lacks set to undefined. `cluster.fork` would otherwise
 * inherit it.
 */
function withoutInherited(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return {
    ...Object.fromEntries(Object.keys(process.env).map((name) => [name, undefined])),
    ...env,
  }
}

/** Resolves to the reason for the exit, even if the process could not be forked. */
function waitForExit(worker: Worker): Promise<string> {
  return new Promise((resolve) => {
    worker.once('exit', (code, signal) =>
      resolve(signal ? `it was ended by ${signal}` : `it ended with ${code}`),
    )
    worker.on('error', (error) => {
      if (worker.process.pid === undefined) resolve(error.message)
    })
  })
}
