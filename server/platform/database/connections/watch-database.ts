import type pg from 'pg'
import { isMigrated } from '../migrate/migrate.ts'

const CHECK_EVERY_MS = 1_000
const RECHECK_MS = 250
/** Time without a response after which the database counts as unavailable. */
const TIMEOUT_MS = 2_000
/** Maximum age of a readiness result. The probe is public, so at most one query a second uses a connection. */
const READINESS_CACHE_MS = 1_000

export type DatabaseWatch = ReturnType<typeof watchDatabase>

/** Checks every second whether the database responds, so that requests need not wait for a timeout. */
export function watchDatabase(pool: Pick<pg.Pool, 'query'>) {
  const listeners = new Set<() => void>()
  let isDown = false
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  let isChecking = false

  function setAvailable(isAvailable: boolean) {
    if (isDown === !isAvailable) return
    isDown = !isAvailable
    if (isDown) for (const resolveToFallback of listeners) resolveToFallback()
  }

  /** Runs one check at a time, even while the database does not respond. */
  async function check() {
    if (isChecking || isClosed) return
    clearTimeout(timer)
    isChecking = true
    const timeout = setTimeout(setAvailable, TIMEOUT_MS, false).unref()
    const isAvailable = await pool.query('select 1').then(
      () => true,
      () => false,
    )
    clearTimeout(timeout)
    setAvailable(isAvailable)
    isChecking = false
    timer = setTimeout(check, isDown ? RECHECK_MS : CHECK_EVERY_MS).unref()
  }
  timer = setTimeout(check, CHECK_EVERY_MS).unref()

  return {
    isUnavailable: () => isDown,
    /** Starts a check immediately, because a statement failed. */
    checkNow(): void {
      void check()
    },
    /** Settles like the promise, or resolves to the fallback as soon as the database proves unavailable. */
    withFallback<T>(promise: Promise<T>, fallback: () => T): Promise<T> {
      return new Promise((resolve, reject) => {
        const resolveToFallback = () => resolve(fallback())
        if (isDown) resolveToFallback()
        listeners.add(resolveToFallback)
        promise.then(resolve, reject).finally(() => listeners.delete(resolveToFallback))
      })
    },
    close() {
      isClosed = true
    },
  }
}

/** Returns a function that checks whether the database is available and migrated to this version. */
export function createReadinessCheck(pool: pg.Pool, database: Pick<DatabaseWatch, 'withFallback'>) {
  let cached: Promise<boolean> | undefined

  function check() {
    const result = isMigrated(pool).catch(() => false)
    result.then(() => setTimeout(() => (cached = undefined), READINESS_CACHE_MS).unref())
    return result
  }

  return (): Promise<boolean> => {
    cached ??= check()
    return database.withFallback(cached, () => false)
  }
}
