import cluster, { type Worker } from 'node:cluster'
import { END } from '../end-when-asked.ts'
import { BEAT, BEAT_EVERY_MS, type WorkerMessage } from './messages.ts'

/** A start takes a second; on a machine that has much to do, many. */
const SERVES_WITHIN_SECONDS = 60

export interface LaunchedWorker {
  pid: number | undefined
  isServing(): boolean
  /** Rejects when it ends before it serves, with its own words, if it had any. */
  serving: Promise<void>
  /** Why it has ended. */
  ended: Promise<string>
  /** Lets its requests end; one that does not serve yet has none. */
  end(): void
  kill(): void
}

/** Starts one worker, and watches over it. One that cannot even be made has ended at once. */
export function launchWorker(env: NodeJS.ProcessEnv, stuckSeconds: number): LaunchedWorker {
  try {
    return watchOver(cluster.fork(nothingBut(env)), stuckSeconds)
  } catch (error) {
    return neverMade(error as Error)
  }
}

/**
 * One that does not serve in time is killed, and so is one that serves and whose event
 * loop does not turn for `stuckSeconds`. Beats are counted, not timed: what holds up the supervisor, or the whole
 * machine, kills nobody.
 */
function watchOver(worker: Worker, stuckSeconds: number): LaunchedWorker {
  closeWhatIsLost(worker)
  const serving = Promise.withResolvers<void>()
  // Where nobody waits for it, nobody need hear that it never came.
  serving.promise.catch(() => {})
  let state: 'starting' | 'serving' | 'ended' = 'starting'
  let why = ''
  let silent = 0

  const watch = setInterval(() => {
    silent += 1
    const most = state === 'serving' ? stuckSeconds : SERVES_WITHIN_SECONDS
    if (silent * BEAT_EVERY_MS < most * 1000) return
    kill(state === 'serving' ? 'its event loop was stuck' : 'it did not serve in time')
  }, BEAT_EVERY_MS)

  worker.on('message', (message: WorkerMessage) => {
    if (message === BEAT) silent = 0
    else if ('serving' in message) {
      state = 'serving'
      silent = 0
      serving.resolve()
    } else if ('failed' in message) why = message.failed
  })
  const ended = exitOf(worker).then((exit) => {
    clearInterval(watch)
    state = 'ended'
    serving.reject(new Error(why || exit))
    return why || exit
  })

  function kill(because = '') {
    why ||= because
    worker.process.kill('SIGKILL')
  }

  return {
    pid: worker.process.pid,
    isServing: () => state === 'serving',
    serving: serving.promise,
    ended,
    end: () => {
      if (state === 'serving' && worker.isConnected()) worker.send(END)
      else kill()
    },
    kill: () => kill(),
  }
}

function neverMade(error: Error): LaunchedWorker {
  const serving = Promise.reject(error)
  serving.catch(() => {})
  return {
    pid: undefined,
    isServing: () => false,
    serving,
    ended: Promise.resolve(error.message),
    end() {},
    kill() {},
  }
}

/** Cluster adds what is given to the supervisor's own environment. */
function nothingBut(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return {
    ...Object.fromEntries(Object.keys(process.env).map((name) => [name, undefined])),
    ...env,
  }
}

/**
 * Cluster keeps a connection that it has handed over until the worker says that it has it. Of one whose
 * worker dies first nobody would ever hear: it is closed, and whoever waits on it asks again.
 */
function closeWhatIsLost(worker: Worker): void {
  const send = worker.process.send?.bind(worker.process)
  if (!send) return
  let handed: { close(): void } | undefined
  worker.process.send = (message: { act?: string }, handle?: never, ...rest: never[]) => {
    if (message.act === 'newconn') handed = handle
    return send(message, handle, ...rest)
  }
  worker.process.on('internalMessage', (message: { ack?: number }) => {
    if (message.ack !== undefined) handed = undefined
  })
  worker.once('exit', () => handed?.close())
}

/** In words; also where the process could not even be made. */
function exitOf(worker: Worker): Promise<string> {
  return new Promise((resolve) => {
    worker.once('exit', (code, signal) =>
      resolve(signal ? `it was ended by ${signal}` : `it ended with ${code}`),
    )
    worker.on('error', (error) => {
      if (worker.process.pid === undefined) resolve(error.message)
    })
  })
}
