import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { hasExtendedTimeout } from '../http/body-timeout.ts'
import { pendingReplyOf } from '../http/request-end.ts'

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

  server.on('connection', (socket) => {
    if (open.size >= maxConnections && !closeOne()) return void socket.destroy()
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })

  function closeOne(): boolean {
    const first = find(isSilent) ?? find(isUnfinished) ?? find(isIdle) ?? find(isWritten)
    if (!first) return false
    // Now, and not at the 'close' event, so that the next connection is counted correctly.
    open.delete(first)
    first.destroy()
    return true
  }

  function find(matches: (socket: Socket) => boolean | undefined): Socket | undefined {
    for (const socket of open) if (matches(socket)) return socket
    return undefined
  }

  return {
    closeIdle() {
      for (const socket of open)
        if (isIdle(socket) || (isSilent(socket) && socket.bytesRead === 0)) socket.destroy()
    },
  }
}

const isSilent = (socket: Socket) => pendingReplyOf(socket) === undefined

const isIdle = (socket: Socket) => pendingReplyOf(socket) === null

function isUnfinished(socket: Socket) {
  const request = pendingReplyOf(socket)?.request.raw
  return request && !request.complete && !hasExtendedTimeout(request)
}

/** The response is written, but the client has not read it yet. */
const isWritten = (socket: Socket) => pendingReplyOf(socket)?.raw.writableEnded

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
