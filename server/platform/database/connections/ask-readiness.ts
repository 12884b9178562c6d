import type pg from 'pg'
import { isMigrated } from '../migrate/migrate.ts'
import type { DatabaseWatch } from './watch-database.ts'

const GOOD_FOR_MS = 1_000

/**
 * Whether the database is there and of this version: one question a second, for all who want to know.
 * Everybody may ask, and must not take the connections of others by it.
 */
export function askReadiness(pool: pg.Pool, database: Pick<DatabaseWatch, 'orAway'>) {
  let answer: Promise<boolean> | undefined

  function ask() {
    const asked = isMigrated(pool).catch(() => false)
    asked.then(() => setTimeout(() => (answer = undefined), GOOD_FOR_MS).unref())
    return asked
  }

  return (): Promise<boolean> => {
    answer ??= ask()
    return database.orAway(answer, () => false)
  }
}
