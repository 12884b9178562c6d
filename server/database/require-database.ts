import pg from 'pg'
import { type Config, ConfigError } from '../config.ts'

const ANSWERS_WITHIN_MS = 10_000

/**
 * Throws a ConfigError in one sentence when the person's own PostgreSQL does not let us in, by one way or
 * the other. A replica may be away.
 */
export async function requireDatabase({
  databaseUrl,
  databaseDirectUrl,
}: Pick<Config, 'databaseUrl' | 'databaseDirectUrl'>): Promise<void> {
  await requireWay('DATABASE_URL', databaseUrl)
  if (databaseDirectUrl !== databaseUrl) await requireWay('DATABASE_DIRECT_URL', databaseDirectUrl)
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

async function requireWay(setting: string, databaseUrl: string): Promise<void> {
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
