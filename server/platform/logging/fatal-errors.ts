import { cleanError } from './clean-error.ts'
import { scrubPatterns } from './scrub.ts'

/** Logs uncaught errors and exits. Node's own report would print all fields of the error. */
export function exitOnUncaughtError(): void {
  process.on('uncaughtException', (error) => {
    console.error(formatFatalError(error))
    process.exit(1)
  })
}

/** Formats a fatal error as a log line without secrets. */
export function formatFatalError(error: unknown): string {
  const line = { level: 'fatal', time: Date.now(), pid: process.pid, err: cleanError(error) }
  return scrubPatterns(JSON.stringify({ ...line, msg: 'uncaught error' }))
}
