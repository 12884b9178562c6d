import type { FastifyReply, FastifyRequest } from 'fastify'

/** Whether a host name or address, without port or brackets, can only mean this machine. */
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

/** Turns away what a foreign name resolved to this machine: DNS rebinding cannot reach the sandbox. */
export async function refuseForeignHosts(request: FastifyRequest, reply: FastifyReply) {
  if (isLoopback(hostnameOf(request.headers.host ?? ''))) return
  return reply
    .code(403)
    .send({ error: { message: 'The sandbox answers only to loopback names such as localhost.' } })
}

/** Turns away pages of other sites: the control surface has no business with browsers elsewhere. */
export async function refuseForeignPages(request: FastifyRequest, reply: FastifyReply) {
  const { origin } = request.headers
  const site = request.headers['sec-fetch-site']
  const foreign =
    (origin && URL.parse(origin)?.host !== request.headers.host) || site === 'cross-site'
  if (!foreign) return
  return reply.code(403).send({ error: { message: 'Pages of other origins may not do this.' } })
}
