import type { FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { isLoopback } from '../../config.ts'

/**
 * The shop's own origin, as the asker reaches it: PUBLIC_URL; without one, whichever loopback
 * name and port the request names. Undefined when that is neither.
 */
export function ownOrigin(config: Pick<Config, 'publicUrl'>, request: FastifyRequest) {
  if (config.publicUrl) return config.publicUrl
  const origin = `${request.protocol}://${request.host}`
  if (!URL.canParse(origin)) return undefined
  const url = new URL(origin)
  return isLoopback(url.hostname) ? url.origin : undefined
}

/** True when the request was made by a page of the shop itself. */
export function isOwnOrigin(config: Pick<Config, 'publicUrl'>, request: FastifyRequest): boolean {
  const { origin } = request.headers
  return origin !== undefined && origin === ownOrigin(config, request)
}
