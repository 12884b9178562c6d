import { connect, type Socket } from 'node:net'

const DRIP_EVERY_MS = 300
/** Just what the shop would take. */
const LARGE = Buffer.alloc(1024 * 1024 - 1, ' ')

const head = (path: string) =>
  `POST ${path} HTTP/1.1\r\nhost: shop\r\ncontent-type: application/json\r\n`

export interface SlowVisitors {
  /** How many connections of them are open. */
  left(): number
  close(): void
}

/**
 * Opens so many connections that say nothing; so many that say something a sign at a time, half of
 * them their headers, half of them a body; and so many that keep back the last sign of a large body.
 */
export async function slowVisitors(
  url: string,
  { idle, dripping, large }: { idle: number; dripping: number; large: number },
): Promise<SlowVisitors> {
  const { hostname, port } = new URL(url)
  const open = new Set<Socket>()
  const drips: NodeJS.Timeout[] = []

  function visit(first: string): Promise<Socket> {
    const socket = connect({ host: hostname, port: Number(port) })
    socket.on('error', () => {})
    socket.on('close', () => open.delete(socket))
    socket.resume()
    return new Promise((resolve) => {
      socket.once('close', () => resolve(socket))
      socket.once('connect', () => {
        open.add(socket)
        if (first) socket.write(first)
        resolve(socket)
      })
    })
  }
  async function drip(first: string) {
    const socket = await visit(first)
    drips.push(setInterval(() => socket.writable && socket.write('x'), DRIP_EVERY_MS))
  }

  await Promise.all(Array.from({ length: idle }, () => visit('')))
  await Promise.all(
    Array.from({ length: dripping }, (_, n) =>
      n % 2 === 0
        ? drip(`${head('/booking')}x-slow: `)
        : drip(`${head('/api/auth/sign-in/email')}content-length: 1000\r\n\r\n`),
    ),
  )
  const length = `content-length: ${LARGE.length + 1}`
  await Promise.all(
    Array.from({ length: large }, async () => {
      const socket = await visit(`${head('/api/auth/sign-in/email')}${length}\r\n\r\n`)
      socket.write(LARGE)
    }),
  )
  return {
    left: () => open.size,
    close() {
      for (const timer of drips) clearInterval(timer)
      for (const socket of open) socket.destroy()
    },
  }
}
