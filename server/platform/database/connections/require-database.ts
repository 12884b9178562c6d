import pg from 'pg'
import { type Config, ConfigError } from '../../../config.ts'
import { CONNECT_TIMEOUT_MS } from './direct-connection.ts'

/**
 * Throws a ConfigError if PostgreSQL is unreachable or rejects a direct connection. Does not use the
 * pooler, because a connection that the pooler opens before `setRoleTimeouts` has no timeouts.
 */
export function requireDatabase({
  databaseUrl,
  databaseDirectUrl,
}: Pick<Config, 'databaseUrl' | 'databaseDirectUrl'>): Promise<void> {
  const hasOneUrl = databaseDirectUrl === databaseUrl
  return requireConnection(hasOneUrl ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL', databaseDirectUrl)
}

/** Throws a ConfigError if other database URLs are set, because the embedded PostgreSQL has only one. */
export function refuseOtherDatabaseUrls(env: Record<string, string | undefined>): void {
  for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_READ_URL']) {
    if (!env[name]) continue
    throw new ConfigError(
      `${name} is set but DATABASE_URL is not: set DATABASE_URL too, or remove ${name}.`,
    )
  }
}

/** Throws a ConfigError that names the setting if the database is unreachable or rejects the connection. */
export async function requireConnection(setting: string, databaseUrl: string): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  })
  try {
    await client.connect()
  } catch (error) {
    const { hostname, port } = new URL(databaseUrl)
    const { code, message } = error as NodeJS.ErrnoException
    const where = `${hostname}:${port || 5432}`
    throw new ConfigError(
      `Cannot connect to the PostgreSQL of ${setting} at ${where} (${message || code}).`,
    )
  } finally {
    await client.end().catch(() => {})
  }
}
