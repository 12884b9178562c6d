import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { type Account, giveTo } from './account.ts'

/** Where the server listens: the folder of its Unix socket, or on Windows an address. */
export type Endpoint = { host: string; port: number }

export const SHOP = 'freehub'
const SOCKET_PORT = 5432

/**
 * A fresh place to listen at. The socket stands in a folder that only the server's user may enter;
 * its path has to be short (107 bytes with the socket's name), so it cannot be below the data.
 */
export async function chooseEndpoint(account: Account | undefined): Promise<Endpoint> {
  if (process.platform === 'win32') return { host: '127.0.0.1', port: await freePort() }
  const host = await mkdtemp('/tmp/freehub-')
  await giveTo(account, host)
  return { host, port: SOCKET_PORT }
}

/** Removes the folder of the socket of a server that runs no more. */
export async function removeEndpoint({ host }: Endpoint): Promise<void> {
  if (/^\/tmp\/freehub-\w+$/.test(host)) await rm(host, { recursive: true, force: true })
}

/** The URL by which the shop reaches its database. */
export function databaseUrlAt({ host, port }: Endpoint, password: string): string {
  const where = host.startsWith('/')
    ? `localhost:${port}/${SHOP}?host=${encodeURIComponent(host)}`
    : `${host}:${port}/${SHOP}`
  return `postgresql://${SHOP}:${password}@${where}`
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const port = typeof address === 'object' && address ? address.port : 0
      probe.close(() => resolve(port))
    })
  })
}
