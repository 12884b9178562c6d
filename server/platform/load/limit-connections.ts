import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { hasExtendedTimeout } from '../http/body-timeout.ts'

interface Exchange {
  request: IncomingMessage
  response: ServerResponse
}

/**
 * Keeps at most `maxConnections` open, but still accepts new ones, so that health probes get through. It
 * closes, the oldest first: connections without any request, unfinished requests without an extended body
 * timeout, idle connections, and responses that the client does not read. A new connection is refused only
 * if all others are working.
 *
 * `closeIdle` closes the connections that have sent nothing yet, and those whose responses are fully sent.
 */
export function limitConnections(server: Server, maxConnections: number): { closeIdle(): void } {
  const open = new Set<Socket>()
  const silent = new Set<Socket>()
  const busy = new Map<Socket, Exchange>()
  const idle = new Set<Socket>()

  function forget(socket: Socket) {
    for (const sockets of [open, silent, busy, idle]) sockets.delete(socket)
  }

  server.on('connection', (socket) => {
    if (open.size >= maxConnections && !closeOne()) return void socket.destroy()
    open.add(socket)
    silent.add(socket)
    socket.once('close', () => forget(socket))
  })
  server.on('request', (request, response) => {
    const { socket } = request
    silent.delete(socket)
    idle.delete(socket)
    if (open.has(socket)) busy.set(socket, { request, response })
    response.once('close', () => {
      // With pipelined requests, only the last response counts.
      if (busy.get(socket)?.response !== response) return
      busy.delete(socket)
      idle.add(socket)
    })
  })

  function closeOne(): boolean {
    const first =
      firstOf(silent) ?? firstBusy(isUnfinished) ?? firstOf(idle) ?? firstBusy(isWritten)
    if (!first) return false
    // Now, and not at the 'close' event, so that the next connection is counted correctly.
    forget(first)
    first.destroy()
    return true
  }

  function firstBusy(matches: (exchange: Exchange) => boolean): Socket | undefined {
    for (const [socket, exchange] of busy) if (matches(exchange)) return socket
    return undefined
  }

  return {
    closeIdle() {
      for (const socket of silent) if (socket.bytesRead === 0) socket.destroy()
      for (const socket of idle) socket.destroy()
    },
  }
}

const firstOf = (sockets: Set<Socket>): Socket | undefined => sockets.values().next().value

const isUnfinished = ({ request }: Exchange) => !request.complete && !hasExtendedTimeout(request)

/** The response is written, but the client has not read it yet. */
const isWritten = ({ response }: Exchange) => response.writableEnded

const CHECK_EVERY_MS = 50

/** Closes connections as they become idle during shutdown. */
export function closeIdleConnections(
  app: FastifyInstance,
  { closeIdle }: { closeIdle(): void },
): void {
  // Node's own closeIdleConnections also closes connections whose response is not fully sent.
  app.server.closeIdleConnections = closeIdle
  app.addHook('preClose', async () => {
    const timer = setInterval(closeIdle, CHECK_EVERY_MS).unref()
    app.server.once('close', () => clearInterval(timer))
  })
}
