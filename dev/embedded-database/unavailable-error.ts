import { ConfigError } from '../../server/config.ts'

/** Creates the error for an embedded PostgreSQL that cannot run. Its message also names the alternative. */
export function unavailableError(reason: string): ConfigError {
  return new ConfigError(
    `${reason.replace(/[.\s]+$/, '')}. Set DATABASE_URL to use your own PostgreSQL server.`,
  )
}
