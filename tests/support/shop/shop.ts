import { Writable } from 'node:stream'
import Stripe from 'stripe'
import { expect } from 'vitest'
import type { Sandbox } from '../../../dev/sandbox/start-sandbox.ts'
import { type BuildOptions, buildApp } from '../../../server/app.ts'
import { type Config, readConfig } from '../../../server/config.ts'
import { connect, type Db } from '../../../server/platform/database/connections/connect.ts'
import { createTestDatabase } from '../database/test-database.ts'
import { findFreePort } from '../network/ports.ts'
import { startProviders } from '../network/start-providers.ts'
import { type ApiClient, createApiClient } from './api-client.ts'
import { testSettings } from './settings.ts'

export interface TestShop {
  url: string
  db: Db
  databaseUrl: string
  config: Config
  app: Awaited<ReturnType<typeof buildApp>>
  /** Calls the shop without an access token. */
  call: ApiClient
  sandbox: Sandbox | undefined
  /**
   * Logged errors. A test removes the errors that it expects. `close` fails if any error remains.
   */
  errors: string[]
  /** Restarts the shop on the same data with changed settings. */
  reopen(settings?: Record<string, string>): Promise<TestShop>
  close(): Promise<void>
}

/**
 * Interval that disables scheduled jobs, because on a slow machine they could run in the middle of
 * a test.
 */
const NO_JOBS_MS = 24 * 3_600_000

/**
 * Poll interval of the queue. It is short, because tests wait for mails and SMS. With 50 ms, an idle shop
 * would take 5 % of a core.
 */
const QUEUE_POLL_MS = 200

/** Timeouts of the test's own connections. On a busy machine, inserting 5,000 parts exceeds the default. */
const LONG_TIMEOUTS = { connectMs: 60_000, statementMs: 60_000, lockMs: 60_000, idleMs: 60_000 }

/** Timeouts of the shop. The defaults are for production, and a busy test machine exceeds them. */
const LONG_TIMEOUT_SETTINGS = {
  DATABASE_CONNECT_SECONDS: '60',
  DATABASE_STATEMENT_SECONDS: '60',
  DATABASE_LOCK_SECONDS: '60',
  DATABASE_IDLE_SECONDS: '60',
  SIGN_IN_SECONDS: '60',
  MAIL_SECONDS: '120',
}

/** Retry delay of Stripe's SDK in seconds. Its defaults, 0.5 and 1, would make most tests slow. */
Stripe.prototype.getInitialNetworkRetryDelay = () => 0.01

/** Options of a test shop. Scheduled jobs are off by default. */
interface TestShopOptions extends BuildOptions {
  /** True: starts the sandbox's providers. By default, all providers are unreachable. */
  sandbox?: boolean
  settings?: Record<string, string>
}

interface Environment {
  database: Awaited<ReturnType<typeof createTestDatabase>>
  port: number
  providers: Awaited<ReturnType<typeof startProviders>> | undefined
}

/** Starts a shop for one test file: real database and HTTP, API without pages. */
export async function startTestShop(shopOptions: TestShopOptions = {}): Promise<TestShop> {
  const { sandbox = false, ...options } = shopOptions
  const database = await createTestDatabase()
  const port = await findFreePort()
  const providers = sandbox ? await startProviders(`http://127.0.0.1:${port}`) : undefined
  return openShop({ database, port, providers }, options)
}

async function openShop(
  environment: Environment,
  { settings = {}, ...options }: Omit<TestShopOptions, 'sandbox'>,
): Promise<TestShop> {
  const { database, port, providers } = environment
  const url = `http://127.0.0.1:${port}`
  const config = readConfig({
    ...testSettings,
    ...LONG_TIMEOUT_SETTINGS,
    PORT: String(port),
    DATABASE_URL: database.databaseUrl,
    PASSWORD_HASHING: 'fast',
    ...providers?.settings,
    ...settings,
  })
  const errors: string[] = []
  const app = await buildApp(config, {
    pages: false,
    jobsEveryMs: NO_JOBS_MS,
    ...(providers && { queuePollMs: QUEUE_POLL_MS }),
    logStream: collectLines(errors),
    ...options,
  })
  await app.listen({ port, host: '127.0.0.1' })
  const { db } = connect(database.databaseUrl, () => {}, LONG_TIMEOUTS)

  async function closeApp() {
    await app.close()
    await db.destroy()
    expect(errors).toEqual([])
  }

  return {
    url,
    db,
    databaseUrl: database.databaseUrl,
    config,
    app,
    call: createApiClient(url),
    sandbox: providers?.sandbox,
    errors,
    async reopen(changes = {}) {
      await closeApp()
      return openShop(environment, { settings: { ...settings, ...changes }, ...options })
    },
    async close() {
      await closeApp()
      await providers?.close()
      await database.drop()
    },
  }
}

function collectLines(lines: string[]): Writable {
  return new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
}
