import { once } from 'node:events'
import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

export interface Relay {
  port: number
  /** Leads new connections to the server of this URL. */
  leadTo(url: string): void
  /** From now on it takes every connection and passes nothing on, until the answer is called. */
  hang(): () => void
  close(): Promise<void>
}

/** Stands before a server, so that it can be made to hang: where it is refused, a caller knows at once. */
export async function startRelay(): Promise<Relay> {
  const open = new Set<Socket>()
  let target = new URL('tcp://127.0.0.1:1')
  let hanging = Promise.resolve()
  const gate = () =>
    new Transform({ transform: (chunk, _, done) => void hanging.then(() => done(null, chunk)) })

  const listener = createServer((client) => {
    const server = dial(Number(target.port), target.hostname)
    for (const socket of [client, server]) {
      open.add(socket)
      socket.once('close', () => open.delete(socket))
    }
    // Who has given up meanwhile takes what he had said with him.
    pipeline(client, gate(), server, gate(), client).catch(() => {})
  })
  await once(listener.listen(0, '127.0.0.1'), 'listening')

  return {
    port: (listener.address() as AddressInfo).port,
    leadTo(url) {
      target = new URL(url)
    },
    hang() {
      const { promise, resolve } = Promise.withResolvers<void>()
      hanging = promise
      return resolve
    },
    async close() {
      for (const socket of open) socket.destroy()
      listener.close()
      await once(listener, 'close')
    },
  }
}
