import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../../dev/embedded-database/embedded.ts'
import { startStepProxy } from '../network/step-proxy.ts'
import { waitUntil } from '../wait-until.ts'
import { copyTestCluster, testDataDir } from './test-cluster.ts'

const START_TIMEOUT_MS = 60_000

export interface DedicatedPostgres {
  /** Stays the same when the server restarts. */
  databaseUrl: string
  /** Sends SIGKILL to the server. The shop's own supervision starts it again. */
  kill(): Promise<void>
  /** Waits until the server accepts connections again. */
  waitUntilUp(): Promise<void>
  /** Stops (SIGSTOP) all processes of the server. Returns a function that continues them. */
  freeze(): Promise<() => void>
  /** Freezes the server for `ms` milliseconds. */
  freezeFor(ms: number): Promise<void>
  /** Shuts the server down and starts it after `ms` milliseconds. */
  shutDownFor(ms: number): Promise<void>
  close(): Promise<void>
}

/** Starts an embedded PostgreSQL as the shop does, for a test that injects faults into the database itself. */
export async function startDedicatedPostgres(dataDir = testDataDir): Promise<DedicatedPostgres> {
  await copyTestCluster(dataDir, { durable: true })
  const start = () => startEmbeddedPostgres({ dataDir, log: () => {} })
  let server = await start()
  const proxy = await startStepProxy(server.databaseUrl)

  async function restart(whileStopped: () => Promise<unknown>) {
    await server.stop()
    await whileStopped()
    server = await start()
    proxy.redirectTo(server.databaseUrl)
  }

  async function readPostmasterPid(): Promise<number> {
    const [pid] = (await readFile(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split(
      '\n',
    )
    return Number(pid)
  }

  async function waitUntilUp() {
    await waitUntil('PostgreSQL is up', () => acceptsQueries(proxy.databaseUrl), START_TIMEOUT_MS)
  }

  async function freeze() {
    const postmasterPid = await readPostmasterPid()
    // The stopped postmaster starts no further processes while they are listed.
    const otherPids = await listProcesses(proxy.databaseUrl, () =>
      sendSignal(postmasterPid, 'SIGSTOP'),
    )
    for (const pid of otherPids) sendSignal(pid, 'SIGSTOP')
    const pids = [postmasterPid, ...otherPids]
    return () => {
      for (const pid of pids) sendSignal(pid, 'SIGCONT')
    }
  }

  return {
    databaseUrl: proxy.databaseUrl,
    waitUntilUp,
    async kill() {
      process.kill(await readPostmasterPid(), 'SIGKILL')
    },
    freeze,
    async freezeFor(ms) {
      const thaw = await freeze()
      await new Promise((resolve) => setTimeout(resolve, ms))
      thaw()
    },
    shutDownFor: (ms) => restart(() => new Promise((resolve) => setTimeout(resolve, ms))),
    async close() {
      await proxy.close()
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function acceptsQueries(databaseUrl: string): Promise<boolean> {
  return query(databaseUrl, 'select 1').then(
    () => true,
    () => false,
  )
}

/** Lists the server's processes, except the one of this query. */
async function listProcesses(databaseUrl: string, onConnect: () => void): Promise<number[]> {
  const statement = 'select pid from pg_stat_activity where pid <> pg_backend_pid()'
  return (await query(databaseUrl, statement, onConnect)).map(({ pid }) => pid)
}

async function query(databaseUrl: string, statement: string, onConnect = () => {}) {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    onConnect()
    return (await client.query(statement)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

/** Sends a signal. Ignores a process that has ended. */
function sendSignal(pid: number, name: 'SIGSTOP' | 'SIGCONT') {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
