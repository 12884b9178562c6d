import { ConfigError } from '../../server/config.ts'

/** One sentence on why the embedded PostgreSQL cannot be had, and what to do instead. */
export function unavailable(why: string): ConfigError {
  return new ConfigError(
    `${why.replace(/[.\s]+$/, '')}; set DATABASE_URL to use a PostgreSQL of your own.`,
  )
}
