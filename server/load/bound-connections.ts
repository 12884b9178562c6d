import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Keeps no more than `most` connections open, and takes new ones all the same, so that whoever asks
 * whether the shop is alive is heard: the oldest that has never brought a whole request has to go, then
 * those that rest between two. Only where all are at work the new one is turned away.
 */
export function boundConnections(server: Server, most: number): void {
  const open = new Set<Socket>()
  const silent = new Set<Socket>()

  server.on('connection', (socket) => {
    open.add(socket)
    silent.add(socket)
    socket.once('close', () => {
      open.delete(socket)
      silent.delete(socket)
    })
    if (open.size > most) makeRoom(socket)
  })
  server.on('request', ({ socket }) => silent.delete(socket))

  function makeRoom(newest: Socket) {
    const [oldest] = silent
    if (oldest && oldest !== newest) return drop(oldest)
    server.closeIdleConnections()
    // Those that were closed tell it in the next turn.
    const left = [...open].filter((socket) => !socket.destroyed)
    if (left.length > most) drop(newest)
  }

  function drop(socket: Socket) {
    // At once, and not when it is told: the next newcomer counts too.
    open.delete(socket)
    silent.delete(socket)
    socket.destroy()
  }
}
