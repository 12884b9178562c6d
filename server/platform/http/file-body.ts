import { Readable } from 'node:stream'
import type { FileBody } from '@freehub/contract/call'
import { refuse } from '@freehub/contract/refusals'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { RefusalError } from '../database/run-transaction.ts'
import { extendBodyTimeout } from './body-timeout.ts'

/** Accepts a body of any content type as a stream. Runs after the guard, because it extends the timeout. */
export function acceptFile(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', ({ raw }, payload, done) => {
    extendBodyTimeout(raw)
    done(null, payload)
  })
}

/**
 * Returns the file as a stream, which may fail with a RefusalError. Discards the rest of a refused file, because clients
 * read the response only after they have sent the whole body.
 */
export function readFileBody({ body, headers }: FastifyRequest, limits: FileBody): Readable {
  const chunks = body instanceof Readable ? limitBytes(body, Number(headers['content-length'])) : []
  return Readable.from(chunks, { objectMode: false })

  async function* limitBytes(payload: Readable, contentLength: number) {
    let receivedBytes = 0
    try {
      if (contentLength > limits.maxBytes) throw new RefusalError(refuse(limits.tooLargeCode))
      for await (const chunk of payload.iterator({ destroyOnReturn: false })) {
        receivedBytes += chunk.length
        if (receivedBytes > limits.maxBytes) throw new RefusalError(refuse(limits.tooLargeCode))
        yield chunk as Buffer
      }
    } catch (error) {
      if (error instanceof RefusalError) throw error
      throw new RefusalError(refuse('input_invalid', { detail: 'The upload was interrupted.' }))
    } finally {
      payload.resume()
    }
  }
}
