import { refuse } from '@freehub/contract/refusals'
import type {
  FastifyInstance,
  FastifyReply,
  onRequestHookHandler,
  preHandlerHookHandler,
  RouteOptions,
} from 'fastify'
import { sendRefusal } from '../http/problems.ts'
import type { Load, OverloadReason } from './load.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for routes that respond from a cache, which checks the load itself before a refresh. */
    fromMemory?: boolean
  }
}

/**
 * After their guard, requests are admitted with a longer queue. With the same limit, a burst of requests would
 * pass the guard and then be refused, which wastes the guard's work.
 */
const ADMITTED_QUEUE_FACTOR = 2

/** Static files, which are cheap and cached by browsers. */
const FILES = /^\/(assets|api\/docs)(\/|$)/

/**
 * Refuses requests while the process is overloaded, before their guard runs and their body is read. Cached
 * responses are always served.
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
    reply.raw.once('close', load.end)
    done()
  }
  function refuseFor(reason: OverloadReason, reply: FastifyReply) {
    load.shed[reason] += 1
    sendRefusal(reply, refuse('overloaded'))
  }

  app.addHook('onRoute', (route) => {
    if (route.config?.fromMemory || FILES.test(route.url)) return
    // Fastify derives HEAD routes from GET routes, including their hooks.
    if (hooksOf(route, 'onRequest').includes(refuseIfOverloaded)) return
    route.onRequest = [refuseIfOverloaded, ...hooksOf(route, 'onRequest')]
    route.preHandler = [admitRequest, ...hooksOf(route, 'preHandler')]
  })
}

function hooksOf<Name extends 'onRequest' | 'preHandler'>(route: RouteOptions, name: Name) {
  return [route[name] ?? []].flat() as Extract<NonNullable<RouteOptions[Name]>, unknown[]>
}
