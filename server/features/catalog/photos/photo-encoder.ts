import { type Refusal, refuse } from '@freehub/contract/refusals'
import type { FastifyBaseLogger } from 'fastify'
import { ChildFailed, openChild } from '../../../platform/processes/open-child.ts'
import type { EncodedPhoto } from './encode-photo.ts'

/** Of a file in pieces, as it came: put together here it would be there twice. */
export type Encode = (chunks: Buffer[]) => Promise<EncodedPhoto | Refusal>

/**
 * Makes photos anew in a process of its own, one at a time: each takes the memory of its pixels, and a file
 * that leads a decoder astray does so there. One that it dies over, or that takes longer than `patienceMs`,
 * is unreadable: a large one takes some seconds.
 */
export function photoEncoder(log: FastifyBaseLogger, patienceMs: number) {
  const child = openChild<Buffer[], EncodedPhoto | Refusal>(
    new URL('./photo-child.ts', import.meta.url),
    { patienceMs },
  )

  const encode: Encode = async (chunks) => {
    try {
      return await child.ask(chunks)
    } catch (error) {
      if (!(error instanceof ChildFailed)) throw error
      log.warn({ err: error }, 'a photo could not be made anew')
      return refuse('photo_unreadable')
    }
  }

  return { encode, close: child.close }
}
