import { cleanError } from './clean-error.ts'
import { scrubShapes } from './scrub.ts'

/** Ends the process when something fails that nobody has caught, and says so as the log does: Node would print all that hangs on the error. */
export function tellFatal(): void {
  process.on('uncaughtException', (error) => {
    console.error(fatalLine(error))
    process.exit(1)
  })
}

/** One line of the log, without what must not be in it. */
export function fatalLine(error: unknown): string {
  const line = { level: 'fatal', time: Date.now(), pid: process.pid, err: cleanError(error) }
  return scrubShapes(JSON.stringify({ ...line, msg: 'nobody has caught this' }))
}
