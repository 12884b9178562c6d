import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Sandbox } from '../../../dev/sandbox/start-sandbox.ts'
import { connect, type Db } from '../../../server/platform/database/connections/connect.ts'
import { createTestDatabase } from '../database/database.ts'
import { startOutside } from '../network/outside.ts'
import { freePort } from '../network/ports.ts'
import { type StepProxy, startStepProxy } from '../network/step-proxy.ts'
import { testSettings } from './settings.ts'

const PROGRAM = new URL('./run-shop.ts', import.meta.url)
/** Compiled code is kept where `npm start` keeps it: that halves the time to start. */
export const COMPILED = fileURLToPath(new URL('../../../node_modules/.cache/node', import.meta.url))
/** So much of what it said last is kept, for whoever wonders why it does not start. */
const SAID_MOST = 20_000

export interface ShopProcess {
  url: string
  /** The database, past the proxy. */
  db: Db
  databaseUrl: string
  sandbox: Sandbox
  /** Between the shop and its database. */
  proxy: StepProxy
  pid(): number
  /** SIGKILL: it has no time for anything. Comes back when it is gone. */
  kill(): Promise<void>
  /** SIGTERM: it ends what is under way. Answers its exit code. */
  end(): Promise<number | null>
  /** Starts it again at the same place, on the same data, if it is gone. */
  start(): Promise<void>
  close(): Promise<void>
}

interface Options {
  settings?: Record<string, string>
  /** A database of the test's own, which is to be hurt itself. */
  databaseUrl?: string
}

/** A shop in a process of its own, with a sandbox beside it and a step proxy before its database. */
export async function startShopProcess(options: Options = {}): Promise<ShopProcess> {
  const made = options.databaseUrl === undefined ? await createTestDatabase() : undefined
  const databaseUrl = options.databaseUrl ?? (made?.databaseUrl as string)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const outside = await startOutside(url)
  const proxy = await startStepProxy(databaseUrl)
  const { db } = connect(databaseUrl, () => {})
  let running: ChildProcess | undefined
  let ending: Promise<number | null> | undefined

  async function start() {
    await ending
    if (running && running.exitCode === null && running.signalCode === null) return
    running = await launch({
      NODE_COMPILE_CACHE: COMPILED,
      ...process.env,
      ...testSettings,
      ...outside.settings,
      PORT: String(port),
      DATABASE_URL: proxy.databaseUrl,
      PASSWORD_HASHING: 'fast',
      ROUNDS_EVERY_MS: '100',
      UNPAID_ORDERS_MAX: '100000',
      ...options.settings,
    })
  }

  function signal(name: 'SIGKILL' | 'SIGTERM') {
    if (!running || running.exitCode !== null || running.signalCode !== null) return null
    ending = once(running, 'exit').then(([code]) => code)
    running.kill(name)
    return ending
  }

  const shop: ShopProcess = {
    url,
    db,
    databaseUrl,
    sandbox: outside.sandbox,
    proxy,
    start,
    pid: () => running?.pid as number,
    async kill() {
      await signal('SIGKILL')
    },
    end: async () => signal('SIGTERM'),
    async close() {
      await shop.kill()
      await db.destroy()
      await proxy.close()
      await outside.close()
      await made?.drop()
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
  let said = ''
  const hear = (chunk: Buffer) => {
    said = (said + chunk).slice(-SAID_MOST)
  }
  shop.stdout?.on('data', hear)
  shop.stderr?.on('data', hear)
  const [first] = await Promise.race([once(shop, 'message'), once(shop, 'exit')])
  if (first !== 'serving') throw new Error(`The shop does not start: ${said}`)
  return shop
}
