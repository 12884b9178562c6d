import { monitorEventLoopDelay } from 'node:perf_hooks'
import { refuse } from '@freehub/contract/refusals'
import type {
  FastifyInstance,
  FastifyReply,
  onRequestHookHandler,
  preHandlerHookHandler,
  RouteOptions,
} from 'fastify'
import type pg from 'pg'
import type { Limits } from '../../limit-settings.ts'
import { sendRefusal } from '../http/problems.ts'
import { onceClosed } from './once-closed.ts'

/** The resource that is overloaded: requests in progress, waits for a database connection, or the event loop. */
export type OverloadReason = 'requests' | 'database' | 'event_loop'

const RESOLUTION_MS = 20
const CHECK_EVERY_MS = 500

export type Load = ReturnType<typeof watchLoad>

/** Measures the load of the process, so that the server can refuse requests under overload. */
export function watchLoad(
  pool: Pick<pg.Pool, 'waitingCount'>,
  limits: Pick<Limits, 'requests' | 'eventLoopLagMs' | 'database'>,
) {
  /** Number of refused requests by reason since the start. */
  const shedCounts: Record<OverloadReason, number> = { requests: 0, database: 0, event_loop: 0 }
  let inProgress = 0
  let lagMs = 0
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  // This uses the mean, because a single long task has ended when it is measured.
  const timer = setInterval(() => {
    lagMs = Math.max(0, delay.mean / 1e6 - RESOLUTION_MS)
    delay.reset()
  }, CHECK_EVERY_MS).unref()

  /** Returns the overloaded resource, if any. `queueFactor` raises the limit of database waits. */
  function overloadReason(queueFactor = 1): OverloadReason | undefined {
    if (inProgress >= limits.requests) return 'requests'
    if (pool.waitingCount >= queueFactor * limits.database.maxWaiting) return 'database'
    if (lagMs >= limits.eventLoopLagMs) return 'event_loop'
    return undefined
  }

  return {
    shedCounts,
    inProgress: () => inProgress,
    eventLoopLagMs: () => lagMs,
    overloadReason,
    /** Counts and throws a refusal if there is a reason. The default is the current reason. */
    throwIfOverloaded(reason = overloadReason()) {
      if (!reason) return
      shedCounts[reason] += 1
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

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Exempts the route from load shedding. A cache checks the load itself before it builds a response. */
    skipLoadShedding?: boolean
  }
}

/** Raises the limit of database waits for requests after their guard, so that the guard's work is not wasted. */
const ADMITTED_QUEUE_FACTOR = 2

/** Paths of static files, which need little work and which browsers cache. */
const FILES = /^\/(assets|api\/docs)(\/|$)/

/**
 * Refuses requests while the process is overloaded. Checks before the guard runs and the body is read, and again before
 * the handler. The second check accepts more waiting requests, because the guard has usually done its work. Files and
 * cached responses are exempt.
 */
export function shedLoad(app: FastifyInstance, load: Load): void {
  const refuseIfOverloaded: onRequestHookHandler = (_request, reply, done) => {
    const reason = load.overloadReason()
    if (reason) refuseFor(reason, reply)
    else done()
  }
  const admitRequest: preHandlerHookHandler = (_request, reply, done) => {
    const reason = load.overloadReason(ADMITTED_QUEUE_FACTOR)
    if (reason) return refuseFor(reason, reply)
    load.begin()
    onceClosed(reply.raw, load.end)
    done()
  }
  function refuseFor(reason: OverloadReason, reply: FastifyReply) {
    load.shedCounts[reason] += 1
    sendRefusal(reply, refuse('overloaded'))
  }

  app.addHook('onRoute', (route) => {
    if (route.config?.skipLoadShedding || FILES.test(route.url)) return
    // Fastify derives HEAD routes from GET routes, including their hooks.
    if (hooksOf(route, 'onRequest').includes(refuseIfOverloaded)) return
    route.onRequest = [refuseIfOverloaded, ...hooksOf(route, 'onRequest')]
    route.preHandler = [admitRequest, ...hooksOf(route, 'preHandler')]
  })
}

/** Returns the hooks of a route as a list, even if it has one hook or none. */
function hooksOf<Name extends 'onRequest' | 'preHandler'>(route: RouteOptions, name: Name) {
  return [route[name] ?? []].flat() as Extract<NonNullable<RouteOptions[Name]>, unknown[]>
}
