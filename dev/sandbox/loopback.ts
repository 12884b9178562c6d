import { createServer } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** True if a host name or IP address, without port or brackets, always refers to this machine. */
export function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '::1' ||
    /^127(\.\d{1,3}){3}$/.test(hostname)
  )
}

/** `localhost:3001` → `localhost`, `[::1]:3001` → `::1`. */
export function hostnameOf(host: string): string {
  return host
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .toLowerCase()
}

/** Rejects requests under other host names, which prevents DNS rebinding. */
export async function rejectNonLoopbackHosts(request: FastifyRequest, reply: FastifyReply) {
  if (isLoopback(hostnameOf(request.headers.host ?? ''))) return
  return reply
    .code(403)
    .send({ error: { message: 'The sandbox accepts only loopback host names such as localhost.' } })
}

/** Rejects requests from pages of other origins. */
export async function rejectCrossOriginRequests(request: FastifyRequest, reply: FastifyReply) {
  const { origin } = request.headers
  const site = request.headers['sec-fetch-site']
  const isCrossOrigin =
    (origin && URL.parse(origin)?.host !== request.headers.host) || site === 'cross-site'
  if (!isCrossOrigin) return
  return reply.code(403).send({ error: { message: 'Cross-origin requests are not allowed.' } })
}

/** Returns a message if the port cannot be used, otherwise null. */
export function findPortProblem(
  host: string,
  port: number,
  setting: string,
): Promise<string | null> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(describeError(error.code)))
    probe.listen(port, host, () => probe.close(() => resolve(null)))
  })

  function describeError(code: string | undefined) {
    if (code === 'EADDRINUSE')
      return `Port ${port} on ${host} is already in use. Set ${setting} to a free port.`
    return `The sandbox cannot listen on ${host}:${port} (${code}). Change ${setting}.`
  }
}
