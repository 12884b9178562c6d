import { exitOnUncaughtError } from '../logging/fatal-errors.ts'
import type { ChildResponse } from './child-process.ts'

/** Runs `handle` for each input from the parent process, until the parent disconnects. */
export function serveParent<Input, Result>(handle: (input: Input) => Promise<Result>): void {
  const respond = (response: ChildResponse<Result>) => process.send?.(response)
  exitOnUncaughtError()
  process.on('message', async (input: Input) => {
    try {
      respond({ result: await handle(input) })
    } catch (error) {
      respond({ error })
    }
  })
  process.once('disconnect', () => process.exit())
  // Ctrl-C reaches parent and child. The parent still waits for the task in progress.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
}
