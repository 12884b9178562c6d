import { monitorEventLoopDelay } from 'node:perf_hooks'
import { refuse } from '@freehub/contract/refusals'
import type pg from 'pg'
import type { Limits } from '../../limits.ts'

/** What a process has too much of: requests, waiters for the database, or work before their turn. */
export type Strain = 'requests' | 'database' | 'event_loop'

const RESOLUTION_MS = 20
const LOOK_EVERY_MS = 500

export type Load = ReturnType<typeof watchLoad>

/**
 * Watches how much a process has in hand. What comes on top is better refused at once than begun, and
 * waited for in vain.
 */
export function watchLoad(
  pool: Pick<pg.Pool, 'waitingCount'>,
  limits: Pick<Limits, 'requests' | 'eventLoopLagMs' | 'database'>,
) {
  /** Refused because of it, since the start. */
  const shed: Record<Strain, number> = { requests: 0, database: 0, event_loop: 0 }
  let inProgress = 0
  let lagMs = 0
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  // The mean: one long step of a program that is not busy otherwise is over when it is known.
  const timer = setInterval(() => {
    lagMs = Math.max(0, delay.mean / 1e6 - RESOLUTION_MS)
    delay.reset()
  }, LOOK_EVERY_MS).unref()

  /** What there is too much of for anything to be begun, if anything. `room`: what has begun may wait on. */
  function strain(room = 1): Strain | undefined {
    if (inProgress >= limits.requests) return 'requests'
    if (pool.waitingCount >= room * limits.database.waiting) return 'database'
    if (lagMs >= limits.eventLoopLagMs) return 'event_loop'
    return undefined
  }

  return {
    shed,
    inProgress: () => inProgress,
    eventLoopLagMs: () => lagMs,
    strain,
    /** Throws a refusal where nothing may be begun. */
    admit(why = strain()) {
      if (!why) return
      shed[why] += 1
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
