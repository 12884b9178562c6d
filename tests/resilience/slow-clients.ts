import { connect, type Socket } from 'node:net'

const DRIP_EVERY_MS = 300
/** The size limit of a body, minus one byte. */
const LARGE = Buffer.alloc(1024 * 1024 - 1, ' ')

const head = (path: string) =>
  `POST ${path} HTTP/1.1\r\nhost: shop\r\ncontent-type: application/json\r\n`

export interface SlowClients {
  /** Returns the number of open connections. */
  countOpen(): number
  close(): void
}

/**
 * Opens slow connections. `idle` ones send nothing; `dripping` ones send one byte at a time, half of them
 * headers and half a body; `large` ones send a large body except its last byte.
 */
export async function openSlowClients(
  url: string,
  { idle, dripping, large }: { idle: number; dripping: number; large: number },
): Promise<SlowClients> {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  const dripTimers: NodeJS.Timeout[] = []

  function openSocket(firstBytes: string): Promise<Socket> {
    const socket = connect({ host: hostname, port: Number(port) })
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    socket.resume()
    return new Promise((resolve) => {
      socket.once('close', () => resolve(socket))
      socket.once('connect', () => {
        sockets.add(socket)
        if (firstBytes) socket.write(firstBytes)
        resolve(socket)
      })
    })
  }
  async function drip(firstBytes: string) {
    const socket = await openSocket(firstBytes)
    dripTimers.push(setInterval(() => socket.writable && socket.write('x'), DRIP_EVERY_MS))
  }

  await Promise.all(Array.from({ length: idle }, () => openSocket('')))
  await Promise.all(
    Array.from({ length: dripping }, (_, n) =>
      n % 2 === 0
        ? drip(`${head('/booking')}x-slow: `)
        : drip(`${head('/api/auth/sign-in/email')}content-length: 1000\r\n\r\n`),
    ),
  )
  const contentLength = `content-length: ${LARGE.length + 1}`
  await Promise.all(
    Array.from({ length: large }, async () => {
      const socket = await openSocket(`${head('/api/auth/sign-in/email')}${contentLength}\r\n\r\n`)
      socket.write(LARGE)
    }),
  )
  return {
    countOpen: () => sockets.size,
    close() {
      for (const timer of dripTimers) clearInterval(timer)
      for (const socket of sockets) socket.destroy()
    },
  }
}
