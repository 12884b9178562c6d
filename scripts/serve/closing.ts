const REPEATS_IGNORED_MS = 1_000

/**
 * Hears when the process shall end (a signal, or whoever started it is gone), and undoes then what
 * was begun, the latest first.
 */
export function makeClosing() {
  const undo: (() => Promise<unknown>)[] = []
  const asked = new AbortController()
  const forced = Promise.withResolvers<void>()
  let askedAt = 0

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, ask)
  process.once('disconnect', ask)
  return { begin, ask, asked: asked.signal, forced: forced.promise, close }

  /** A second asking forces. Terminal and npm both pass Ctrl-C on, so what comes at once is one. */
  function ask() {
    if (!asked.signal.aborted) askedAt = Date.now()
    else if (Date.now() - askedAt > REPEATS_IGNORED_MS) forced.resolve()
    asked.abort()
  }

  /** Starts something, unless the process shall end, and notes how it is undone. */
  async function begin<T>(start: () => Promise<T>, stop: (started: T) => unknown): Promise<T> {
    asked.signal.throwIfAborted()
    const started = start()
    undo.push(() => started.then(stop, () => {}))
    return started
  }

  async function close() {
    for (const step of undo.reverse()) await step()
  }
}
