import { formatFatalError } from './platform/logging/logger.ts'

/** Time after CLOSE_SECONDS for workers to stop by themselves. Then the supervisor kills them. */
export const KILL_DELAY_MS = 1_000

/** The message with which a supervisor asks a worker to stop. */
export const SHUT_DOWN = 'shut down'

/** Calls `close` and exits on SIGTERM, SIGINT or the supervisor's message. `close` must settle in bounded time. */
export function shutDownOnSignal(close: () => Promise<unknown>): void {
  let isShuttingDown = false
  async function shutDown() {
    if (isShuttingDown) return
    isShuttingDown = true
    const result = await close().catch((error) => error)
    if (result instanceof Error) console.error(formatFatalError(result))
    process.exit(result instanceof Error ? 1 : 0)
  }
  process.on('SIGTERM', shutDown).on('SIGINT', shutDown)
  process.on('message', (message) => {
    if (message === SHUT_DOWN) void shutDown()
  })
}
