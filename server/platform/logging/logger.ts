import type { Writable } from 'node:stream'
import type { Config } from '../../config.ts'
import { cleanError } from './clean-error.ts'
import { scrubber } from './scrub.ts'

interface Log {
  /** The standard output, where nothing else is said. */
  stream?: Writable | undefined
  /** What each line says besides. */
  fields?: (() => object) | undefined
}

/** The log: JSON by the line, without secrets and personal data. */
export function loggerOptions(config: Config, { stream, fields }: Log = {}) {
  return {
    level: config.logLevel,
    serializers: { err: (error: unknown) => cleanError(error) },
    formatters: { level: (level: string) => ({ level }) },
    hooks: { streamWrite: scrubber(config) },
    ...(fields && { mixin: fields }),
    ...(stream && { stream }),
  }
}
