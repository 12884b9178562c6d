import { Readable } from 'node:stream'
import type { FileBody } from '@freehub/contract/call'
import { type Refusal, refuse } from '@freehub/contract/refusals'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { giveTime } from './slow-bodies.ts'

/** What reading a file fails with, and what the call is then refused with. */
export class FileRefused extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.detail ?? refusal.refused)
    this.name = 'FileRefused'
    this.refusal = refusal
  }
}

/**
 * Takes any body as it comes, whatever it is called: what it is, its bytes say. It is asked for after
 * the guard, so that none but those who may send a file have all the time for it.
 */
export function takeFile(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', ({ raw }, payload, done) => {
    giveTime(raw)
    done(null, payload)
  })
}

/**
 * A call's file, to be read once. It fails with FileRefused where it is larger than it may be, or
 * breaks off. What is left of one that nobody reads to its end is let go, so that its sender, who
 * listens only then, hears the answer.
 */
export function fileOf({ body, headers }: FastifyRequest, wanted: FileBody): Readable {
  const chunks =
    body instanceof Readable ? withinLimit(body, Number(headers['content-length'])) : []
  return Readable.from(chunks, { objectMode: false })

  async function* withinLimit(payload: Readable, announced: number) {
    let seen = 0
    try {
      if (announced > wanted.limit) throw new FileRefused(refuse(wanted.tooLarge))
      for await (const chunk of payload.iterator({ destroyOnReturn: false })) {
        seen += chunk.length
        if (seen > wanted.limit) throw new FileRefused(refuse(wanted.tooLarge))
        yield chunk as Buffer
      }
    } catch (error) {
      if (error instanceof FileRefused) throw error
      throw new FileRefused(refuse('input_invalid', { detail: 'The file broke off.' }))
    } finally {
      payload.resume()
    }
  }
}
