import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@freehub/dev/embedded-database/embedded'

/** Starts a PostgreSQL whose data `stop` deletes. Uses the server of DATABASE_URL instead, if it is set. */
export async function startDatabase() {
  const { DATABASE_URL: databaseUrl } = process.env
  return databaseUrl ? { databaseUrl, stop: async () => {} } : startNewDatabase()
}

/** Starts a PostgreSQL whose data `stop` deletes. */
export async function startNewDatabase() {
  const dataDir = await mkdtemp(join(tmpdir(), 'freehub-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} })
  return {
    databaseUrl: postgres.databaseUrl,
    async stop() {
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
