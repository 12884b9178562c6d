import { connect, type Socket } from 'node:net'

const BYTE_INTERVAL_MS = 300
/** The size limit of a JSON body, minus one byte. */
const LARGE_BODY = Buffer.alloc(64 * 1024 - 1, ' ')

/**
 * Opens slow connections. `idle` connections send nothing. `byteByByte` connections send one byte at a time, half
 * of them of headers and half of a body. `large` connections send a large body except its last byte.
 */
export async function openSlowClients(
  url: string,
  token: string,
  { idle, byteByByte, large }: { idle: number; byteByByte: number; large: number },
) {
  const { hostname, port } = new URL(url)
  // The server reads the body of a call only after it has accepted the token.
  const head =
    'POST /booking HTTP/1.1\r\nhost: shop\r\ncontent-type: application/json\r\n' +
    `authorization: Bearer ${token}\r\n`
  const sockets = new Set<Socket>()
  const timers: NodeJS.Timeout[] = []

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
  async function sendByteByByte(firstBytes: string) {
    const socket = await openSocket(firstBytes)
    timers.push(setInterval(() => socket.writable && socket.write('x'), BYTE_INTERVAL_MS))
  }

  await Promise.all(Array.from({ length: idle }, () => openSocket('')))
  await Promise.all(
    Array.from({ length: byteByByte }, (_, n) =>
      n % 2 === 0
        ? sendByteByByte(`${head}x-slow: `)
        : sendByteByByte(`${head}content-length: 1000\r\n\r\n`),
    ),
  )
  const contentLength = `content-length: ${LARGE_BODY.length + 1}`
  await Promise.all(
    Array.from({ length: large }, async () => {
      const socket = await openSocket(`${head}${contentLength}\r\n\r\n`)
      socket.write(LARGE_BODY)
    }),
  )
  return {
    /** Returns the number of open connections. */
    countOpen: () => sockets.size,
    close() {
      for (const timer of timers) clearInterval(timer)
      for (const socket of sockets) socket.destroy()
    },
  }
}
