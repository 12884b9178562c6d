import { fatalLine } from './platform/logging/tell-fatal.ts'

/** So much longer than its workers, which end by themselves, a supervisor waits before it kills them. */
export const KILLED_AFTER_MS = 1_000

/** What a supervisor sends the worker that shall end. */
export const END = 'end'

/**
 * Ends this process, once, when a signal or the one that started it asks for it. `close` has to come back
 * in bounded time.
 */
export function endWhenAsked(close: () => Promise<unknown>): void {
  let asked = false
  async function end() {
    if (asked) return
    asked = true
    const closed = await close().catch((error) => error)
    if (closed instanceof Error) console.error(fatalLine(closed))
    process.exit(closed instanceof Error ? 1 : 0)
  }
  process.on('SIGTERM', end).on('SIGINT', end)
  process.on('message', (message) => {
    if (message === END) void end()
  })
}
