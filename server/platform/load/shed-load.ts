import { refuse } from '@freehub/contract/refusals'
import type {
  FastifyInstance,
  FastifyReply,
  onRequestHookHandler,
  preHandlerHookHandler,
  RouteOptions,
} from 'fastify'
import { sendRefusal } from '../http/problems.ts'
import type { Load, Strain } from './load.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True of a route that answers from memory, and sees to it itself what it begins anew. */
    fromMemory?: boolean
  }
}

/**
 * Many may have come at once, and have waited for their guard together. As long a queue as for newcomers
 * would turn away so many of them that the guards' work was in vain.
 */
const ROOM_OF_ADMITTED = 2

/** Files on the disk, which cost little and are kept by browsers. */
const FILES = /^\/(assets|api\/docs)(\/|$)/

/**
 * Refuses requests while the process has enough in hand, before their guard looks and their body is
 * read. What is answered from memory is answered throughout.
 */
export function shedLoad(app: FastifyInstance, load: Load): void {
  const turnAway: onRequestHookHandler = (_request, reply, done) => {
    const strain = load.strain()
    if (strain) refuseFor(strain, reply)
    else done()
  }
  const count: preHandlerHookHandler = (_request, reply, done) => {
    const strain = load.strain(ROOM_OF_ADMITTED)
    if (strain) return refuseFor(strain, reply)
    load.begin()
    reply.raw.once('close', load.end)
    done()
  }
  function refuseFor(strain: Strain, reply: FastifyReply) {
    load.shed[strain] += 1
    sendRefusal(reply, refuse('overloaded'))
  }

  app.addHook('onRoute', (route) => {
    if (route.config?.fromMemory || FILES.test(route.url)) return
    // A HEAD is made of its GET, with the hooks that it has already.
    if (hooksOf(route, 'onRequest').includes(turnAway)) return
    route.onRequest = [turnAway, ...hooksOf(route, 'onRequest')]
    route.preHandler = [count, ...hooksOf(route, 'preHandler')]
  })
}

function hooksOf<Name extends 'onRequest' | 'preHandler'>(route: RouteOptions, name: Name) {
  return [route[name] ?? []].flat() as Extract<NonNullable<RouteOptions[Name]>, unknown[]>
}
