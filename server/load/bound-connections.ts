import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Keeps no more than `most` connections open, and takes new ones all the same, so that whoever asks
 * whether the shop is alive is heard: the oldest that has never brought a whole request has to go, else
 * the one that rests for longest. Only where all are at work the new one is turned away.
 */
export function boundConnections(server: Server, most: number): void {
  const open = new Set<Socket>()
  const silent = new Set<Socket>()
  const resting = new Set<Socket>()

  function forget(socket: Socket) {
    for (const some of [open, silent, resting]) some.delete(socket)
  }

  server.on('connection', (socket) => {
    if (open.size >= most && !makeRoom()) return void socket.destroy()
    open.add(socket)
    silent.add(socket)
    socket.once('close', () => forget(socket))
  })
  server.on('request', ({ socket }, response) => {
    silent.delete(socket)
    resting.delete(socket)
    response.once('close', () => {
      if (open.has(socket)) resting.add(socket)
    })
  })

  function makeRoom(): boolean {
    const [first] = silent.size > 0 ? silent : resting
    if (!first) return false
    // At once, and not when it is told that it is closed: the next newcomer counts too.
    forget(first)
    first.destroy()
    return true
  }
}
