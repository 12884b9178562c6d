const REPEATS_IGNORED_MS = 1_000

/**
 * Creates a shutdown that a signal or the end of the parent process requests. `close` then stops
 * all resources, the latest first.
 */
export function createShutdown() {
  const stopSteps: (() => Promise<unknown>)[] = []
  const requested = new AbortController()
  const forced = Promise.withResolvers<void>()
  let requestedAt = 0

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, request)
  process.once('disconnect', request)
  return { start, request, requested: requested.signal, forced: forced.promise, close }

  /**
   * Requests a shutdown. A second request forces it. Terminal and npm both forward Ctrl-C, so
   * repeats within a second count once.
   */
  function request() {
    if (!requested.signal.aborted) requestedAt = Date.now()
    else if (Date.now() - requestedAt > REPEATS_IGNORED_MS) forced.resolve()
    requested.abort()
  }

  /** Starts a resource and registers how to stop it. Throws if a shutdown was requested. */
  async function start<T>(run: () => Promise<T>, stop: (started: T) => unknown): Promise<T> {
    requested.signal.throwIfAborted()
    const started = run()
    stopSteps.push(() => started.then(stop, () => {}))
    return started
  }

  async function close() {
    for (const stop of stopSteps.reverse()) await stop()
  }
}
