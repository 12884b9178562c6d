import type { FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { isLoopback } from '../../config.ts'

/**
 * Returns the shop's own origin: PUBLIC_URL, or without it the loopback host and port of the request.
 * Undefined if the host of the request is not a loopback host.
 */
export function ownOrigin(config: Pick<Config, 'publicUrl'>, request: FastifyRequest) {
  if (config.publicUrl) return config.publicUrl
  const origin = `${request.protocol}://${request.host}`
  if (!URL.canParse(origin)) return undefined
  const url = new URL(origin)
  return isLoopback(url.hostname) ? url.origin : undefined
}

/** True if a page of the shop itself sent the request. */
export function isOwnOrigin(config: Pick<Config, 'publicUrl'>, request: FastifyRequest): boolean {
  const { origin } = request.headers
  return origin !== undefined && origin === ownOrigin(config, request)
}
