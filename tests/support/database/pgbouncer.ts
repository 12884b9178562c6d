import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findFreePort } from '../network/ports.ts'
import { urlAtLocalPort } from '../network/step-proxy.ts'
import { waitUntil } from '../wait-until.ts'
import { acceptsQueries } from './query.ts'

/** Path on Debian. `npm test` installs the package if it runs as root. */
const PROGRAM = '/usr/sbin/pgbouncer'

/** True if PgBouncer is installed. Otherwise its tests are skipped. */
export const hasPgbouncer = existsSync(PROGRAM)

/** Starts PgBouncer in transaction mode: many clients share `poolSize` connections to the server. */
export async function startPgbouncer(serverUrl: string, poolSize = 3) {
  const server = new URL(serverUrl)
  const host = server.searchParams.get('host') ?? server.hostname
  const port = await findFreePort()
  const folder = await mkdtemp(path.join(tmpdir(), 'freehub-pgbouncer-'))
  const users = path.join(folder, 'users.txt')
  const settings = path.join(folder, 'pgbouncer.ini')
  await writeFile(
    users,
    `"${decodeURIComponent(server.username)}" "${decodeURIComponent(server.password)}"\n`,
  )
  await writeFile(
    settings,
    `[databases]
* = host=${host} port=${server.port || 5432}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 500
log_connections = 0
log_disconnections = 0
log_stats = 0
`,
  )
  const account = await chooseAccount(host)
  if (account)
    for (const file of [folder, users, settings]) await chown(file, account.uid, account.gid)
  const pooler = spawn(PROGRAM, [settings], { ...account, stdio: ['ignore', 'ignore', 'pipe'] })
  let log = ''
  pooler.stderr.setEncoding('utf8').on('data', (text) => (log += text))
  const kill = () => pooler.kill('SIGKILL')
  process.once('exit', kill)
  /** Returns the URL of a database through PgBouncer. */
  const urlFor = (databaseUrl: string) => urlAtLocalPort(databaseUrl, port)
  // A connection to a template database would block its cloning.
  const probeUrl = urlFor(new URL('/postgres', serverUrl).href + server.search)
  await waitUntil('PgBouncer accepts connections', () => {
    if (pooler.exitCode !== null) throw new Error(`PgBouncer exited.\n${log}`)
    return acceptsQueries(probeUrl)
  })
  return {
    urlFor,
    async close() {
      const exited = pooler.exitCode === null && once(pooler, 'exit')
      kill()
      await exited
      process.off('exit', kill)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/**
 * If this process is root, returns the account for PgBouncer, which refuses to run as root: the owner of the server's
 * socket, or else an account without rights.
 */
async function chooseAccount(host: string) {
  if (process.getuid?.() !== 0) return undefined
  const owner = host.startsWith('/') ? await stat(host) : undefined
  return { uid: owner?.uid || 65_534, gid: owner?.gid || 65_534 }
}
