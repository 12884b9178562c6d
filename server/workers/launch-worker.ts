import cluster, { type Worker } from 'node:cluster'
import { SHUT_DOWN } from '../shut-down-on-signal.ts'

/** Messages from a worker: a heartbeat, the URL that it serves, or why it cannot serve. */
export type WorkerMessage = typeof HEARTBEAT | { serving: string } | { failed: string }

export const HEARTBEAT = 'beat'
export const HEARTBEAT_MS = 1_000

/** A start takes a second, but much longer on a busy machine. */
const START_TIMEOUT_SECONDS = 60

export interface LaunchedWorker {
  pid: number | undefined
  isServing(): boolean
  /** Rejects with the worker's error if it exits before it serves. */
  serving: Promise<void>
  /** Resolves to the reason for the exit. */
  ended: Promise<string>
  /** Stops it gracefully, or kills it if it does not serve yet. */
  shutDown(): void
  kill(): void
}

/** Starts a worker and monitors it. A worker that cannot be forked counts as exited. */
export function launchWorker(env: NodeJS.ProcessEnv, stuckSeconds: number): LaunchedWorker {
  try {
    return watchWorker(cluster.fork(onlyThese(env)), stuckSeconds)
  } catch (error) {
    return failedWorker(error as Error)
  }
}

/**
 * Kills a worker that does not serve in time or whose event loop is blocked. Counts missed heartbeats, so
 * that a pause of the machine kills no worker.
 */
function watchWorker(worker: Worker, stuckSeconds: number): LaunchedWorker {
  const serving = Promise.withResolvers<void>()
  // Prevents an unhandled rejection: replacements are not awaited.
  serving.promise.catch(() => {})
  let state: 'starting' | 'serving' | 'ended' = 'starting'
  let reason = ''
  let missedHeartbeats = 0

  const watch = setInterval(() => {
    missedHeartbeats += 1
    const maxSeconds = state === 'serving' ? stuckSeconds : START_TIMEOUT_SECONDS
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
    clearInterval(watch)
    state = 'ended'
    serving.reject(new Error(reason || exit))
    return reason || exit
  })

  function kill(because = '') {
    reason ||= because
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

function failedWorker(error: Error): LaunchedWorker {
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

/** Unsets all other variables: cluster merges `env` into the supervisor's environment. */
function onlyThese(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return {
    ...Object.fromEntries(Object.keys(process.env).map((name) => [name, undefined])),
    ...env,
  }
}

/** Resolves to the reason for the exit, also if the process could not be forked. */
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
