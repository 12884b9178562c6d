import type { FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { isLoopback } from '../../config.ts'

/** Returns PUBLIC_URL. Without it, returns the origin of a request to a loopback host, otherwise undefined. */
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
