import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { type Account, changeOwner } from './account.ts'

/** `host` is the folder of the Unix socket; on Windows an IP address. */
export type Endpoint = { host: string; port: number }

/** The name of the shop's database and of its role. */
export const DATABASE_NAME = 'freehub'
const SOCKET_PORT = 5432

/**
 * Creates a socket folder that only the server's user can enter, or on Windows picks a free port. Socket
 * paths are limited to 107 bytes, so the folder cannot be below the data.
 */
export async function createEndpoint(account: Account | undefined): Promise<Endpoint> {
  if (process.platform === 'win32') return { host: '127.0.0.1', port: await findFreePort() }
  const host = await mkdtemp('/tmp/freehub-')
  await changeOwner(account, host)
  return { host, port: SOCKET_PORT }
}

/** Removes the socket folder of a stopped server. */
export async function removeEndpoint({ host }: Endpoint): Promise<void> {
  if (/^\/tmp\/freehub-\w+$/.test(host)) await rm(host, { recursive: true, force: true })
}

export function buildDatabaseUrl({ host, port }: Endpoint, password: string): string {
  const location = host.startsWith('/')
    ? `localhost:${port}/${DATABASE_NAME}?host=${encodeURIComponent(host)}`
    : `${host}:${port}/${DATABASE_NAME}`
  return `postgresql://${DATABASE_NAME}:${password}@${location}`
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const port = typeof address === 'object' && address ? address.port : 0
      probe.close(() => resolve(port))
    })
  })
}
