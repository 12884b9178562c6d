import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../../dev/embedded-database/embedded.ts'
import { startStepProxy } from '../network/step-proxy.ts'
import { waitUntil } from '../wait-until.ts'
import { copyTestCluster, testDataDir } from './test-cluster.ts'

const UP_WITHIN_MS = 60_000

export interface OwnPostgres {
  /** Stays the same, wherever the server is started again. */
  databaseUrl: string
  /** SIGKILL to the server. The shop's own watch starts it again. */
  kill(): Promise<void>
  /** Comes back when it takes connections again. */
  untilUp(): Promise<void>
  /** Lets nobody answer, every process of it is stopped, until the answer is called. */
  freeze(): Promise<() => void>
  /** Freezes it for so long. */
  hang(ms: number): Promise<void>
  /** Shuts it down, and starts it after so long. */
  shutDown(ms: number): Promise<void>
  close(): Promise<void>
}

/** The embedded PostgreSQL as the shop starts it, for a test that hurts the database itself. */
export async function startOwnPostgres(dataDir = testDataDir): Promise<OwnPostgres> {
  await copyTestCluster(dataDir, { durable: true })
  const start = () => startEmbeddedPostgres({ dataDir, log: () => {} })
  let server = await start()
  const front = await startStepProxy(server.databaseUrl)

  async function restart(meanwhile: () => Promise<unknown>) {
    await server.stop()
    await meanwhile()
    server = await start()
    front.leadTo(server.databaseUrl)
  }

  async function postmaster(): Promise<number> {
    const [pid] = (await readFile(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split(
      '\n',
    )
    return Number(pid)
  }

  async function untilUp() {
    await waitUntil('PostgreSQL is up', () => answers(front.databaseUrl), UP_WITHIN_MS)
  }

  async function freeze() {
    const first = await postmaster()
    // It starts no other while they are looked for.
    const others = await processesOf(front.databaseUrl, () => signal(first, 'SIGSTOP'))
    for (const pid of others) signal(pid, 'SIGSTOP')
    const pids = [first, ...others]
    return () => {
      for (const pid of pids) signal(pid, 'SIGCONT')
    }
  }

  return {
    databaseUrl: front.databaseUrl,
    untilUp,
    async kill() {
      process.kill(await postmaster(), 'SIGKILL')
    },
    freeze,
    async hang(ms) {
      const thaw = await freeze()
      await new Promise((resolve) => setTimeout(resolve, ms))
      thaw()
    },
    shutDown: (ms) => restart(() => new Promise((resolve) => setTimeout(resolve, ms))),
    async close() {
      await front.close()
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function answers(databaseUrl: string): Promise<boolean> {
  return ask(databaseUrl, 'select 1').then(
    () => true,
    () => false,
  )
}

/** All that the server has started, but for the connection that asks. */
async function processesOf(databaseUrl: string, connected: () => void): Promise<number[]> {
  const all = 'select pid from pg_stat_activity where pid <> pg_backend_pid()'
  return (await ask(databaseUrl, all, connected)).map(({ pid }) => pid)
}

async function ask(databaseUrl: string, statement: string, connected = () => {}) {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    connected()
    return (await client.query(statement)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

/** One that has ended meanwhile needs no signal. */
function signal(pid: number, name: 'SIGSTOP' | 'SIGCONT') {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
