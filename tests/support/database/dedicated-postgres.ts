import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startEmbeddedPostgres } from '../../../dev/embedded-database/embedded.ts'
import { startStepProxy } from '../network/step-proxy.ts'
import { killProcess } from '../spawn-script.ts'
import { waitUntil } from '../wait-until.ts'
import { copyPreparedData, testDataDir } from './prepared-data.ts'
import { acceptsQueries, queryOnce } from './query.ts'

const START_TIMEOUT_MS = 60_000

export type DedicatedPostgres = Awaited<ReturnType<typeof startDedicatedPostgres>>

/** Starts an embedded PostgreSQL as the shop does, for a test that injects faults into the database itself. */
export async function startDedicatedPostgres(dataDir = testDataDir) {
  await copyPreparedData(dataDir, { durable: true })
  const start = () => startEmbeddedPostgres({ dataDir, log: () => {} })
  let server = await start()
  const proxy = await startStepProxy(server.databaseUrl)

  async function readPostmasterPid(): Promise<number> {
    return Number.parseInt(
      await readFile(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8'),
      10,
    )
  }

  /** Stops (SIGSTOP) all processes of the server. Returns a function that continues them. */
  async function freeze() {
    const postmasterPid = await readPostmasterPid()
    // While the postmaster is stopped, it starts no other processes, so the list is complete.
    const others: { pid: number }[] = await queryOnce(
      proxy.databaseUrl,
      'select pid from pg_stat_activity where pid <> pg_backend_pid()',
      () => killProcess(postmasterPid, 'SIGSTOP'),
    )
    for (const { pid } of others) killProcess(pid, 'SIGSTOP')
    return () => {
      for (const { pid } of [{ pid: postmasterPid }, ...others]) killProcess(pid, 'SIGCONT')
    }
  }

  return {
    /** The URL, which stays the same when the server restarts. */
    databaseUrl: proxy.databaseUrl,
    waitUntilUp: () =>
      waitUntil('PostgreSQL is up', () => acceptsQueries(proxy.databaseUrl), START_TIMEOUT_MS),
    /** Sends SIGKILL to the server. The shop's own supervision starts it again. */
    kill: async () => process.kill(await readPostmasterPid(), 'SIGKILL'),
    freeze,
    async freezeFor(ms: number) {
      const thaw = await freeze()
      await wait(ms)
      thaw()
    },
    async shutDownFor(ms: number) {
      await server.stop()
      await wait(ms)
      server = await start()
      proxy.redirectTo(server.databaseUrl)
    },
    async close() {
      await proxy.close()
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
