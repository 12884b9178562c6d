import { monitorEventLoopDelay } from 'node:perf_hooks'
import { refuse } from '@freehub/contract/refusals'
import type pg from 'pg'
import type { Limits } from '../../limits.ts'

/** The overloaded resource: requests in progress, waits for a database connection, or the event loop. */
export type OverloadReason = 'requests' | 'database' | 'event_loop'

const RESOLUTION_MS = 20
const CHECK_EVERY_MS = 500

export type Load = ReturnType<typeof watchLoad>

/**
 * Measures the load of a process. Under overload, requests are refused at once instead of timing out later.
 */
export function watchLoad(
  pool: Pick<pg.Pool, 'waitingCount'>,
  limits: Pick<Limits, 'requests' | 'eventLoopLagMs' | 'database'>,
) {
  /** Refused requests by reason, since the start. */
  const shed: Record<OverloadReason, number> = { requests: 0, database: 0, event_loop: 0 }
  let inProgress = 0
  let lagMs = 0
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  // The mean, because a single long task is over when it is measured.
  const timer = setInterval(() => {
    lagMs = Math.max(0, delay.mean / 1e6 - RESOLUTION_MS)
    delay.reset()
  }, CHECK_EVERY_MS).unref()

  /** Returns the overloaded resource, if any. `queueFactor` raises the limit of database waits. */
  function overloadReason(queueFactor = 1): OverloadReason | undefined {
    if (inProgress >= limits.requests) return 'requests'
    if (pool.waitingCount >= queueFactor * limits.database.waiting) return 'database'
    if (lagMs >= limits.eventLoopLagMs) return 'event_loop'
    return undefined
  }

  return {
    shed,
    inProgress: () => inProgress,
    eventLoopLagMs: () => lagMs,
    overloadReason,
    /** Throws a refusal if the process is overloaded. */
    admit(reason = overloadReason()) {
      if (!reason) return
      shed[reason] += 1
      throw refuse('overloaded')
    },
    begin() {
      inProgress += 1
    },
    end() {
      inProgress -= 1
    },
    close() {
      clearInterval(timer)
      delay.disable()
    },
  }
}
