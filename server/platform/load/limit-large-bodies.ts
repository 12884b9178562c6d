import { Transform } from 'node:stream'
import { refuse } from '@freehub/contract/refusals'
import type { FastifyInstance, FastifyReply, FastifyRequest, preParsingHookHandler } from 'fastify'
import { sendRefusal } from '../http/problems.ts'
import { createConcurrencyLimit } from '../limits/concurrency-limit.ts'
import { onceClosed } from './once-closed.ts'

/** The body limit of most calls. Bodies up to this size do not count as large. */
const MAX_SMALL_BYTES = 64 * 1024

/** Limits how many bodies above 64 KiB are in memory at a time. Files do not count, because they are streamed. */
export function limitLargeBodies(app: FastifyInstance, maxBodies: number): void {
  const bodies = createConcurrencyLimit(maxBodies)
  /** The results of handlers, which may still use the body after the client has disconnected. */
  const results = new WeakMap<FastifyReply, unknown>()
  const admitLargeBody: preParsingHookHandler = (request, reply, payload, done) => {
    if (request.headers['transfer-encoding'] !== undefined) {
      return done(null, payload.pipe(limitBodyOfUnknownLength(reply, admit)))
    }
    if (!isLarge(request) || admit(reply)) return done(null, payload)
    sendRefusal(reply, refuse('overloaded'))
  }
  function admit(reply: FastifyReply): boolean {
    if (bodies.isFull()) return false
    void bodies.run(async () => {
      await new Promise<void>((end) => onceClosed(reply.raw, end))
      await Promise.allSettled([results.get(reply)])
    })
    return true
  }
  app.addHook('onRoute', (route) => {
    if ((route.bodyLimit ?? 0) <= MAX_SMALL_BYTES) return
    route.preParsing = [admitLargeBody, ...[route.preParsing ?? []].flat()]
    const { handler } = route
    route.handler = function (request, reply) {
      const result = handler.call(this, request, reply)
      results.set(reply, result)
      return result
    }
  })
}

const isLarge = ({ headers }: FastifyRequest) => Number(headers['content-length']) > MAX_SMALL_BYTES

/** Returns a stream that forwards a body. Fails if the body grows large while too many large bodies are in memory. */
function limitBodyOfUnknownLength(
  reply: FastifyReply,
  admit: (reply: FastifyReply) => boolean,
): Transform {
  let bytes = 0
  let isClosed = false
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (isClosed) return done()
      const wasLarge = bytes > MAX_SMALL_BYTES
      bytes += chunk.length
      if (wasLarge || bytes <= MAX_SMALL_BYTES || admit(reply)) return done(null, chunk)
      done(Object.assign(new Error('Too many large bodies.'), refuse('overloaded')))
    },
  })
  // If the server has already responded, the rest of the body is discarded and does not count as large.
  reply.raw.once('close', () => {
    isClosed = true
    counter.resume()
  })
  // Without a handler, an 'error' event ends the process.
  return counter.on('error', () => {})
}
