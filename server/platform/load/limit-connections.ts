import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { hasExtendedTimeout } from '../http/body-timeout.ts'
import { pendingRepliesOf } from '../http/request-end.ts'

/**
 * Keeps at most `maxConnections` open. Closes an old connection for a new one, so that health probes
 * succeed. Chooses the oldest of the first group that is not empty:
 * 1. The client has sent no request yet.
 * 2. The request is incomplete, and has no extended body timeout.
 * 3. The connection is idle.
 * 4. The client has not read the complete response yet.
 * Refuses the new connection only if requests are in progress on all others. `closeIdle` closes
 * connections that have sent nothing yet, and those whose responses are fully sent.
 */
export function limitConnections(server: Server, maxConnections: number): { closeIdle(): void } {
  const connections = new Set<Socket>()

  server.on('connection', (socket) => {
    if (connections.size >= maxConnections && !closeOldest()) return void socket.destroy()
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })

  function closeOldest(): boolean {
    const oldest =
      findOldest(isSilent) ??
      findOldest(isIncomplete) ??
      findOldest(isIdle) ??
      findOldest(isWritten)
    if (!oldest) return false
    // This does not wait for the 'close' event, so that the next connection is counted correctly.
    connections.delete(oldest)
    oldest.destroy()
    return true
  }

  function findOldest(matches: (socket: Socket) => boolean | undefined): Socket | undefined {
    for (const socket of connections) if (matches(socket)) return socket
    return undefined
  }

  return {
    closeIdle() {
      for (const socket of connections)
        if (isIdle(socket) || (isSilent(socket) && socket.bytesRead === 0)) socket.destroy()
    },
  }
}

/** True if the connection has sent no request yet. */
const isSilent = (socket: Socket) => pendingRepliesOf(socket) === undefined

/** True if the server has responded to all requests of the connection. */
const isIdle = (socket: Socket) => pendingRepliesOf(socket)?.length === 0

/** True if the body of the request has not arrived completely. False for an extended body timeout. */
function isIncomplete(socket: Socket) {
  const request = pendingRepliesOf(socket)?.at(-1)?.request.raw
  return request && !request.complete && !hasExtendedTimeout(request)
}

/** True if all responses are written, although the client may not have read them yet. */
const isWritten = (socket: Socket) =>
  pendingRepliesOf(socket)?.every(({ raw }) => raw.writableEnded)

const CHECK_EVERY_MS = 50

/** Closes each connection that becomes idle during shutdown. */
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
