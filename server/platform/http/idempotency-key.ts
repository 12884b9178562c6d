import { type Refusal, refuse } from '@freehub/contract/refusals'
import type { FastifyRequest } from 'fastify'

/** Returns the `Idempotency-Key` of a request, if any, or a refusal if it is invalid. */
export function readIdempotencyKey(request: FastifyRequest): string | undefined | Refusal {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  return typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)
    ? key
    : refuse('input_invalid', {
        detail: 'An Idempotency-Key is 1 to 255 visible ASCII characters.',
      })
}
