import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { connect } from '../../../server/platform/database/connections/connect.ts'
import { createTestDatabase } from '../database/test-database.ts'
import { findFreePort } from '../network/ports.ts'
import { startProviders } from '../network/start-providers.ts'
import { startStepProxy } from '../network/step-proxy.ts'
import { testSettings } from './settings.ts'

const PROGRAM = new URL('./run-shop.ts', import.meta.url)
/** Length of the last output that an error shows when the shop does not start. */
const OUTPUT_MAX_CHARS = 20_000

export type ShopProcess = Awaited<ReturnType<typeof startShopProcess>>

interface Options {
  settings?: Record<string, string>
  /** A dedicated database, for tests that inject faults into it. */
  databaseUrl?: string
}

/** Starts a shop in its own process, with a sandbox and a step proxy in front of its database. */
export async function startShopProcess(options: Options = {}) {
  const ownDatabase = options.databaseUrl === undefined ? await createTestDatabase() : undefined
  const databaseUrl = options.databaseUrl ?? (ownDatabase?.databaseUrl as string)
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const providers = await startProviders(url)
  const proxy = await startStepProxy(databaseUrl)
  const { db } = connect(databaseUrl, () => {})
  let running: ChildProcess | undefined
  let exited: Promise<number | null> | undefined

  /** Starts the shop again on the same port and data, if it has ended. */
  async function start() {
    await exited
    if (running && running.exitCode === null && running.signalCode === null) return
    running = await launch({
      ...process.env,
      ...testSettings,
      ...providers.settings,
      PORT: String(port),
      DATABASE_URL: proxy.databaseUrl,
      PASSWORD_HASHING: 'fast',
      // With 400 ms, an idle shop would take 11 % of a core.
      JOBS_EVERY_MS: '1000',
      UNPAID_ORDERS_MAX: '100000',
      ...options.settings,
    })
  }

  function sendSignal(name: 'SIGKILL' | 'SIGTERM') {
    if (!running || running.exitCode !== null || running.signalCode !== null) return null
    exited = once(running, 'exit').then(([code]) => code)
    running.kill(name)
    return exited
  }

  const shop = {
    url,
    /** The database, past the proxy. */
    db,
    databaseUrl,
    sandbox: providers.sandbox,
    /** The proxy between the shop and its database. */
    proxy,
    start,
    pid: () => running?.pid as number,
    /** Sends SIGKILL and waits until the process has ended. */
    kill: async () => sendSignal('SIGKILL'),
    /** Sends SIGTERM: the shop finishes pending requests. Returns the exit code. */
    stop: async () => sendSignal('SIGTERM'),
    async close() {
      await shop.kill()
      await db.destroy()
      await proxy.close()
      await providers.close()
      await ownDatabase?.drop()
    },
  }
  try {
    await start()
    return shop
  } catch (error) {
    await shop.close()
    throw error
  }
}

async function launch(env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const shop = fork(PROGRAM, { env, silent: true })
  let output = ''
  const collectOutput = (chunk: Buffer) => {
    output = (output + chunk).slice(-OUTPUT_MAX_CHARS)
  }
  shop.stdout?.on('data', collectOutput)
  shop.stderr?.on('data', collectOutput)
  const [message] = await Promise.race([once(shop, 'message'), once(shop, 'exit')])
  if (message !== 'serving') throw new Error(`The shop did not start: ${output}`)
  return shop
}
