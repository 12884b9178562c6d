import { Writable } from 'node:stream'
import Stripe from 'stripe'
import { expect } from 'vitest'
import type { Sandbox } from '../../../dev/sandbox/start-sandbox.ts'
import { type BuildOptions, buildApp } from '../../../server/app.ts'
import { type Config, readConfig } from '../../../server/config.ts'
import { connect, type Db } from '../../../server/platform/database/connections/connect.ts'
import { createTestDatabase } from '../database/database.ts'
import { startOutside } from '../network/outside.ts'
import { freePort } from '../network/ports.ts'
import { type Call, callsOf } from './calls.ts'
import { testSettings } from './settings.ts'

export interface TestShop {
  url: string
  db: Db
  databaseUrl: string
  config: Config
  app: Awaited<ReturnType<typeof buildApp>>
  /** Calls it as a visitor does. */
  visit: Call
  sandbox: Sandbox | undefined
  /** What it logged as errors. Whoever expects some takes them out; `close` fails on any left. */
  errors: string[]
  /** Closes it and opens it again on the same data, with some settings changed. */
  reopen(settings?: Record<string, string>): Promise<TestShop>
  close(): Promise<void>
}

/** The rounds would come in the midst of a test on a machine where it takes half a minute. */
const NO_ROUNDS_MS = 24 * 3_600_000

/** Tests wait for mails and SMS of the sandbox. */
const QUEUES_EVERY_MS = 50

/** Seconds after which Stripe's SDK tries again. Its own half a second, then a whole one, is most of what a test waits. */
Stripe.prototype.getInitialNetworkRetryDelay = () => 0.01

/** There are no rounds unless they are asked for. */
interface Overrides extends BuildOptions {
  /** With providers to talk to; without, all are away. */
  sandbox?: boolean
  settings?: Record<string, string>
}

interface Place {
  database: Awaited<ReturnType<typeof createTestDatabase>>
  port: number
  outside: Awaited<ReturnType<typeof startOutside>> | undefined
}

/** A shop of this test file's own: real database, real HTTP, the calls without the pages. */
export async function startTestShop(overrides: Overrides = {}): Promise<TestShop> {
  const { sandbox = false, ...others } = overrides
  const database = await createTestDatabase()
  const port = await freePort()
  const outside = sandbox ? await startOutside(`http://127.0.0.1:${port}`) : undefined
  return open({ database, port, outside }, others)
}

async function open(
  place: Place,
  { settings = {}, ...options }: Omit<Overrides, 'sandbox'>,
): Promise<TestShop> {
  const { database, port, outside } = place
  const url = `http://127.0.0.1:${port}`
  const config = readConfig({
    ...testSettings,
    PORT: String(port),
    DATABASE_URL: database.databaseUrl,
    PASSWORD_HASHING: 'fast',
    ...outside?.settings,
    ...settings,
  })
  const errors: string[] = []
  const app = await buildApp(config, {
    pages: false,
    roundsEveryMs: NO_ROUNDS_MS,
    ...(outside && { queuesEveryMs: QUEUES_EVERY_MS }),
    logStream: collecting(errors),
    ...options,
  })
  await app.listen({ port, host: '127.0.0.1' })
  const { db } = connect(database.databaseUrl, () => {})

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
    visit: callsOf(url),
    sandbox: outside?.sandbox,
    errors,
    async reopen(changed = {}) {
      await closeApp()
      return open(place, { settings: { ...settings, ...changed }, ...options })
    },
    async close() {
      await closeApp()
      await outside?.close()
      await database.drop()
    },
  }
}

function collecting(lines: string[]): Writable {
  return new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
}
