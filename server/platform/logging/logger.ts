import type { Writable } from 'node:stream'
import type { Config } from '../../config.ts'
import { cleanError } from './clean-error.ts'
import { createScrubber } from './scrub.ts'

interface Log {
  /** Default: the standard output. */
  stream?: Writable | undefined
  /** Returns additional fields for each line. */
  fields?: (() => object) | undefined
}

/** Returns the options of the logger: JSON lines without secrets and personal data. */
export function loggerOptions(config: Config, { stream, fields }: Log = {}) {
  return {
    level: config.logLevel,
    serializers: { err: (error: unknown) => cleanError(error) },
    formatters: { level: (level: string) => ({ level }) },
    hooks: { streamWrite: createScrubber(config) },
    ...(fields && { mixin: fields }),
    ...(stream && { stream }),
  }
}
