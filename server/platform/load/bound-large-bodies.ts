import { Transform } from 'node:stream'
import { refuse } from '@freehub/contract/refusals'
import type { FastifyInstance, FastifyReply, FastifyRequest, preParsingHookHandler } from 'fastify'
import { sendRefusal } from '../http/problems.ts'

/** The limit of most calls. Their bodies are not counted. */
const LARGE_BYTES = 64 * 1024

/**
 * Bounds how many bodies above 64 KiB are in memory at a time, on the routes that accept them. A body of
 * unannounced length counts once it has grown large. Files are streamed and do not count.
 */
export function boundLargeBodies(app: FastifyInstance, most: number): void {
  let underWay = 0
  const takeTurn: preParsingHookHandler = (request, reply, payload, done) => {
    if (request.headers['transfer-encoding'] !== undefined) {
      return done(null, payload.pipe(onceLarge(reply, admit)))
    }
    if (!isLarge(request) || admit(reply)) return done(null, payload)
    sendRefusal(reply, refuse('overloaded'))
  }
  function admit(reply: FastifyReply): boolean {
    if (underWay >= most) return false
    underWay += 1
    reply.raw.once('close', () => {
      underWay -= 1
    })
    return true
  }
  app.addHook('onRoute', (route) => {
    if ((route.bodyLimit ?? 0) <= LARGE_BYTES) return
    route.preParsing = [takeTurn, ...[route.preParsing ?? []].flat()]
  })
}

const isLarge = ({ headers }: FastifyRequest) => Number(headers['content-length']) > LARGE_BYTES

/** Hands on what comes, unless it has grown large and there is no room for it. */
function onceLarge(reply: FastifyReply, admit: (reply: FastifyReply) => boolean): Transform {
  let bytes = 0
  let isAnswered = false
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (isAnswered) return done()
      const wasLarge = bytes > LARGE_BYTES
      bytes += chunk.length
      if (wasLarge || bytes <= LARGE_BYTES || admit(reply)) return done(null, chunk)
      done(Object.assign(new Error('No room for a large body.'), refuse('overloaded')))
    },
  })
  // Of what is refused for something else nobody reads the rest: it goes by, and takes no place, which would
  // never come back.
  reply.raw.once('close', () => {
    isAnswered = true
    counted.resume()
  })
  // And an error that nobody hears ends the process.
  return counted.on('error', () => {})
}
