import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { hasTime } from '../http/slow-bodies.ts'

interface Exchange {
  request: IncomingMessage
  response: ServerResponse
}

/**
 * Keeps no more than `most` connections open, and takes new ones all the same, so that whoever asks
 * whether the shop is alive is heard. There have to go, the oldest of each first: who has never
 * brought a request; who lets the rest of one be waited for, unless he was given the time; who rests;
 * who does not take his answer. Only where all are at work the new one is turned away.
 *
 * Answers what ends all those that are idle: who has said nothing yet, and whose answers have left, to the
 * last byte.
 */
export function boundConnections(server: Server, most: number): { endIdle(): void } {
  const open = new Set<Socket>()
  const silent = new Set<Socket>()
  const busy = new Map<Socket, Exchange>()
  const resting = new Set<Socket>()

  function forget(socket: Socket) {
    for (const some of [open, silent, busy, resting]) some.delete(socket)
  }

  server.on('connection', (socket) => {
    if (open.size >= most && !makeRoom()) return void socket.destroy()
    open.add(socket)
    silent.add(socket)
    socket.once('close', () => forget(socket))
  })
  server.on('request', (request, response) => {
    const { socket } = request
    silent.delete(socket)
    resting.delete(socket)
    if (open.has(socket)) busy.set(socket, { request, response })
    response.once('close', () => {
      // Of several that were sent one after another the last counts.
      if (busy.get(socket)?.response !== response) return
      busy.delete(socket)
      resting.add(socket)
    })
  })

  function makeRoom(): boolean {
    const first =
      firstOf(silent) ?? firstBusy(isUnfinished) ?? firstOf(resting) ?? firstBusy(isDone)
    if (!first) return false
    // At once, and not when it is told that it is closed: the next newcomer counts too.
    forget(first)
    first.destroy()
    return true
  }

  function firstBusy(is: (exchange: Exchange) => boolean): Socket | undefined {
    for (const [socket, exchange] of busy) if (is(exchange)) return socket
    return undefined
  }

  return {
    endIdle() {
      for (const socket of silent) if (socket.bytesRead === 0) socket.destroy()
      for (const socket of resting) socket.destroy()
    },
  }
}

const firstOf = (sockets: Set<Socket>): Socket | undefined => sockets.values().next().value

const isUnfinished = ({ request }: Exchange) => !request.complete && !hasTime(request)

/** As far as the shop goes: it has been written, and waits to be taken. */
const isDone = ({ response }: Exchange) => response.writableEnded
