import type { Writable } from 'node:stream'
import type { Config } from '../config.ts'
import { cleanError } from './clean-error.ts'
import { scrubber } from './scrub.ts'

/** The log: JSON by the line, on the standard output or `stream`, without secrets and personal data. */
export function loggerOptions(config: Config, stream?: Writable) {
  return {
    level: config.logLevel,
    serializers: { err: (error: unknown) => cleanError(error) },
    formatters: { level: (level: string) => ({ level }) },
    hooks: { streamWrite: scrubber(config) },
    ...(stream && { stream }),
  }
}
