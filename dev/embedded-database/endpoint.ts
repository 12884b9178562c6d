import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { type Account, changeOwner } from './account.ts'

/** The endpoint of a server. `host` is the folder of the Unix socket, or on Windows an IP address. */
export type Endpoint = { host: string; port: number }

/** The name of the shop's database and of its role. */
const DATABASE_NAME = 'freehub'
const SOCKET_PORT = 5432

/**
 * Creates a socket folder that only the server's user can enter, or on Windows picks a free port. Socket
 * paths are limited to 107 bytes, so the folder is in /tmp and not below the data folder.
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

/** Returns the URL of the shop's database on this server. */
export function buildDatabaseUrl({ host, port }: Endpoint, password: string): string {
  const location = host.startsWith('/')
    ? `localhost:${port}/${DATABASE_NAME}?host=${encodeURIComponent(host)}`
    : `${host}:${port}/${DATABASE_NAME}`
  return `postgresql://${DATABASE_NAME}:${password}@${location}`
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  await once(probe.close(), 'close')
  return port
}

/** A server as described in its postmaster.pid. */
export type Postmaster = { pid: number; isReady: boolean; endpoint: Endpoint }

const READY_TIMEOUT_MS = 60_000

/** Returns the server process of the data directory, even if it does not accept connections yet. */
export async function findPostmaster(pgdata: string): Promise<Postmaster | undefined> {
  const postmaster = await readPidFile(pgdata)
  return postmaster && (await isPostmasterOf(postmaster.pid, pgdata)) ? postmaster : undefined
}

/**
 * Waits until a starting server is ready. After a minute, returns the server with `isReady` false. Returns undefined if
 * no server runs.
 */
export async function waitUntilReady(pgdata: string): Promise<Postmaster | undefined> {
  const deadline = Date.now() + READY_TIMEOUT_MS
  let server = await findPostmaster(pgdata)
  while (server && !server.isReady && Date.now() < deadline) {
    await delay(20)
    server = await findPostmaster(pgdata)
  }
  return server
}

/** Reads postmaster.pid. Undefined if it is missing or incomplete. The file may be left from an earlier run. */
export async function readPidFile(pgdata: string): Promise<Postmaster | undefined> {
  const text = await readFile(pidFile(pgdata), 'utf8').catch(() => '')
  const [pid, , , port, socketFolder, address, , status] = text.split('\n')
  if (!pid || !port) return undefined
  return {
    pid: Number(pid),
    isReady: status?.trim() === 'ready',
    endpoint: { host: socketFolder || address || '', port: Number(port) },
  }
}

/**
 * Replaces an outdated pid in postmaster.pid with the pid of this process. PostgreSQL refuses to
 * start if the file contains the pid of another running program. It accepts only the pid of its own
 * parent process, and this process is the parent.
 * The file must stay, because PostgreSQL uses it to find backends of a killed server.
 */
export async function replaceStalePid(pgdata: string): Promise<void> {
  const text = await readFile(pidFile(pgdata), 'utf8').catch(() => '')
  if (text) await writeFile(pidFile(pgdata), text.replace(/^\d+/, String(process.pid)))
}

/** True while the process runs, even if it runs as another user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** True while the process is the server of this data directory, not another program with a reused pid. */
export async function isPostmasterOf(pid: number, pgdata: string): Promise<boolean> {
  if (!isAlive(pid)) return false
  if (process.platform === 'win32') return true
  return (await readCommandLine(pid)).includes(` -D ${pgdata} `)
}

/** Returns the program and its arguments, each followed by a space. */
async function readCommandLine(pid: number): Promise<string> {
  if (process.platform === 'linux') {
    const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    return text.replaceAll('\0', ' ')
  }
  const ps = promisify(execFile)('ps', ['-p', String(pid), '-o', 'args='])
  return (await ps.catch(() => ({ stdout: '' }))).stdout.replace('\n', ' ')
}

function pidFile(pgdata: string): string {
  return path.join(pgdata, 'postmaster.pid')
}

const CONNECT_TIMEOUT_MS = 5_000

/** Returns whether the superuser can connect with this password. */
export async function acceptsConnections(endpoint: Endpoint, password: string): Promise<boolean> {
  const client = createSuperuserClient(endpoint, password)
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

/** Creates the shop's role and database if they are missing. The role is not a superuser. */
export async function ensureDatabase(endpoint: Endpoint, password: string): Promise<void> {
  const client = createSuperuserClient(endpoint, password)
  await client.connect()
  try {
    const { rows } = await client.query(
      `select exists (select from pg_roles where rolname = '${DATABASE_NAME}') as role,
              exists (select from pg_database where datname = '${DATABASE_NAME}') as database`,
    )
    if (!rows[0].role) {
      await client.query(
        `create role ${DATABASE_NAME} login createdb password ${client.escapeLiteral(password)}`,
      )
    }
    if (!rows[0].database)
      await client.query(`create database ${DATABASE_NAME} owner ${DATABASE_NAME}`)
  } finally {
    await client.end()
  }
}

function createSuperuserClient({ host, port }: Endpoint, password: string): pg.Client {
  return new pg.Client({
    host,
    port,
    password,
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  })
}
