import { refuse } from '@freehub/contract/refusals'
import type { FastifyInstance, FastifyRequest, preParsingHookHandler } from 'fastify'
import { sendRefusal } from '../http/problems.ts'

/** What people fill in is far smaller. */
const LARGE_BYTES = 64 * 1024

/**
 * Takes so many large bodies at a time: a body is in memory whole, whoever sends it and however
 * slowly. Files are taken otherwise, piece by piece.
 */
export function boundLargeBodies(app: FastifyInstance, most: number): void {
  let underWay = 0
  const takeTurn: preParsingHookHandler = (request, reply, payload, done) => {
    if (!isLarge(request)) return done(null, payload)
    if (underWay >= most) return void sendRefusal(reply, refuse('overloaded'))
    underWay += 1
    reply.raw.once('close', () => {
      underWay -= 1
    })
    done(null, payload)
  }
  app.addHook('onRoute', (route) => {
    if (route.method === 'GET' || route.method === 'HEAD' || route.config?.file) return
    route.preParsing = [takeTurn, ...[route.preParsing ?? []].flat()]
  })
}

/** Announced as such, or not announced at all. */
function isLarge({ headers }: FastifyRequest): boolean {
  return (
    headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > LARGE_BYTES
  )
}
