import pg from 'pg'
import { ConfigError } from '../config.ts'

const ANSWERS_WITHIN_MS = 10_000

/** Throws a ConfigError in one sentence when the person's own PostgreSQL does not let us in. */
export async function requireDatabase(databaseUrl: string): Promise<void> {
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
      `The PostgreSQL of DATABASE_URL, at ${where}, does not let the shop in (${message || code}).`,
    )
  } finally {
    await client.end().catch(() => {})
  }
}
