import { type Refusal, refuse } from '@freehub/contract/refusals'
import type { FastifyBaseLogger } from 'fastify'
import { ChildProcessFailed, openChildProcess } from '../../../platform/processes/child-process.ts'
import type { EncodedPhoto } from './encode-photo.ts'

/** Takes the chunks as received. Joining them in this process would hold the file twice. */
export type Encode = (chunks: Buffer[]) => Promise<EncodedPhoto | Refusal>

/**
 * Re-encodes photos in a worker process, one at a time, to bound memory and to isolate decoders from malicious
 * files. A photo counts as unreadable if the worker crashes or takes longer than `timeoutMs`. Large photos
 * take some seconds.
 */
export function createPhotoEncoder(log: FastifyBaseLogger, timeoutMs: number) {
  const worker = openChildProcess<Buffer[], EncodedPhoto | Refusal>(
    new URL('./photo-worker.ts', import.meta.url),
    { timeoutMs },
  )

  const encode: Encode = async (chunks) => {
    try {
      return await worker.run(chunks)
    } catch (error) {
      if (!(error instanceof ChildProcessFailed)) throw error
      log.warn({ err: error }, 'a photo could not be encoded')
      return refuse('photo_unreadable')
    }
  }

  return { encode, close: worker.close }
}
