import { once } from 'node:events'
import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

export type Relay = Awaited<ReturnType<typeof startRelay>>

/**
 * Starts a TCP relay that can simulate a server that does not respond. A stopped server would
 * refuse connections immediately.
 */
export async function startRelay() {
  const sockets = new Set<Socket>()
  let target = new URL('tcp://127.0.0.1:1')
  let untilResumed = Promise.resolve()
  const createPausableStream = () =>
    new Transform({
      transform: (chunk, _, done) => void untilResumed.then(() => done(null, chunk)),
    })

  const listener = createServer((client) => {
    const server = dial(Number(target.port), target.hostname)
    for (const socket of [client, server]) {
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
    }
    // If a client disconnects during a pause, the data that it sent is lost.
    pipeline(client, createPausableStream(), server, createPausableStream(), client).catch(() => {})
  })
  await once(listener.listen(0, '127.0.0.1'), 'listening')

  return {
    port: (listener.address() as AddressInfo).port,
    /** Forwards new connections to the server of this URL. */
    redirectTo(url: string) {
      target = new URL(url)
    },
    /** Accepts connections but forwards no data. Returns a function that resumes. */
    pause() {
      const { promise, resolve } = Promise.withResolvers<void>()
      untilResumed = promise
      return resolve
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      listener.close()
      await once(listener, 'close')
    },
  }
}
