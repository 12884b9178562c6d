import pg from 'pg'
import { type Config, ConfigError } from '../../../config.ts'

const ANSWERS_WITHIN_MS = 10_000

/**
 * Throws a ConfigError in one sentence when the person's own PostgreSQL does not let us in. A pooler
 * before it is not asked yet: it would keep a connection that has no limits (hold-limits.ts).
 */
export function requireDatabase({
  databaseUrl,
  databaseDirectUrl,
}: Pick<Config, 'databaseUrl' | 'databaseDirectUrl'>): Promise<void> {
  const isOneWay = databaseDirectUrl === databaseUrl
  return requireWay(isOneWay ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL', databaseDirectUrl)
}

/** To the embedded PostgreSQL there is one way. Throws a ConfigError where others are set. */
export function requireOneWay(env: Record<string, string | undefined>): void {
  for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_READ_URL']) {
    if (!env[name]) continue
    throw new ConfigError(
      `${name} is set and DATABASE_URL is not: write it beside the other, or take it out.`,
    )
  }
}

/** Throws a ConfigError that names the setting when nobody lets us in there. */
export async function requireWay(setting: string, databaseUrl: string): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: ANSWERS_WITHIN_MS,
  })
  try {
    await client.connect()
  } catch (error) {
    const { hostname, port } = new URL(databaseUrl)
    const { code, message } = error as NodeJS.ErrnoException
    const where = `${hostname}:${port || 5432}`
    throw new ConfigError(
      `The PostgreSQL of ${setting}, at ${where}, does not let the shop in (${message || code}).`,
    )
  } finally {
    await client.end().catch(() => {})
  }
}
