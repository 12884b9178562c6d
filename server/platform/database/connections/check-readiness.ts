import type pg from 'pg'
import { isMigrated } from '../migrate/migrate.ts'
import type { DatabaseWatch } from './watch-database.ts'

/** The probe is public: at most one query a second, so that it cannot use up the connections. */
const CACHE_MS = 1_000

/** Returns a check whether the database is available and migrated to this version. */
export function createReadinessCheck(pool: pg.Pool, database: Pick<DatabaseWatch, 'withFallback'>) {
  let cached: Promise<boolean> | undefined

  function check() {
    const result = isMigrated(pool).catch(() => false)
    result.then(() => setTimeout(() => (cached = undefined), CACHE_MS).unref())
    return result
  }

  return (): Promise<boolean> => {
    cached ??= check()
    return database.withFallback(cached, () => false)
  }
}
