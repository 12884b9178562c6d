import { once } from 'node:events'
import { startEmbeddedPostgres } from '../dev/embedded-database/embedded.ts'
import { fillDemo } from '../dev/sample-data/fill-demo.ts'
import { ConfigError, readConfig, withSettingFiles } from '../server/config.ts'
import { main } from '../server/main.ts'
import {
  refuseOtherDatabaseUrls,
  requireDatabase,
} from '../server/platform/database/connections/require-database.ts'
import { formatFatalError } from '../server/platform/logging/logger.ts'
import type { RunningShop } from '../server/serve.ts'
import { lockDataDir, readDataDir } from './serve/data-dir.ts'
import { requireFreePort } from './serve/require-free-port.ts'
import { startSandbox } from './serve/sandbox-child.ts'
import { applySandbox, type Env, type SandboxEnv } from './serve/sandbox-settings.ts'
import { readOrCreateSecrets } from './serve/secrets.ts'
import { createShutdown } from './serve/shutdown.ts'

const SANDBOX_EXIT_TIMEOUT_MS = 2_000
const PLACEHOLDER_URL = 'postgresql://localhost/embedded'

const isDev = process.argv.includes('--dev')
const log = (line: string) => console.log(line)
const shutdown = createShutdown()
let exitCode = 0

process.on('uncaughtException', (error) => {
  console.error(formatFatalError(error))
  exitCode = 1
  shutdown.request()
})
// Without a listener, each error would be an uncaught exception. Printing it would fail again, in an endless loop.
for (const output of [process.stdout, process.stderr]) output.on('error', () => shutdown.request())

try {
  await Promise.race([start(withSettingFiles(process.env)), once(shutdown.requested, 'abort')])
  if (!shutdown.requested.aborted) await once(shutdown.requested, 'abort')
} catch (error) {
  if (!shutdown.requested.aborted) {
    console.error(formatError(error as Error))
    exitCode = 1
  }
}
await shutdown.close()
process.exit(exitCode)

async function start(settings: Env): Promise<void> {
  if (settings.NODE_ENV !== 'production') return startWithSandbox(settings)
  const config = readConfig(settings)
  await requireFreePort({ ...config, setting: 'PORT' })
  await requireDatabase(config)
  await startShop(settings)
}

/**
 * Sets missing settings to those of the sandbox, starts the sandbox's services, then starts the
 * shop.
 */
async function startWithSandbox(settings: Env): Promise<void> {
  const dataDir = readDataDir(settings)
  await shutdown.start(
    async () => lockDataDir(dataDir),
    (unlock) => unlock(),
  )
  const { env, sandbox } = applySandbox(settings, await readOrCreateSecrets(dataDir), dataDir)
  const config = readConfig({ ...env, DATABASE_URL: env.DATABASE_URL || PLACEHOLDER_URL })
  await requireFreePort({ ...config, setting: 'PORT' })
  await requireSandboxPorts(sandbox)
  if (env.DATABASE_URL) await requireDatabase(config)
  else refuseOtherDatabaseUrls(env)

  // The providers start in parallel with PostgreSQL.
  const providers = sandbox && startProviders(sandbox)
  // The failure is thrown where the providers are awaited.
  providers?.catch(() => {})
  const shopEnv = { ...env, DATABASE_URL: env.DATABASE_URL || (await startPostgres(dataDir)) }
  log('Filling the catalog …')
  await fillDemo(shopEnv)
  await providers
  const shop = await startShop(shopEnv)
  log(formatGreeting(shop.url, shopEnv, sandbox !== undefined))
}

async function requireSandboxPorts(sandbox: SandboxEnv): Promise<void> {
  if (!sandbox) return
  const host = sandbox.SANDBOX_HOST ?? ''
  for (const name of ['SANDBOX_PORT', 'SANDBOX_SMTP_PORT']) {
    const port = Number(sandbox[name])
    await requireFreePort({ host, port, setting: 'SANDBOX_PORT' }, SANDBOX_EXIT_TIMEOUT_MS)
  }
}

function startProviders(settings: NonNullable<SandboxEnv>): Promise<unknown> {
  log('Starting the sandbox …')
  return shutdown.start(
    () => startSandbox(settings, log),
    (child) => child.stop(),
  )
}

async function startPostgres(dataDir: string): Promise<string> {
  log('Starting PostgreSQL …')
  const { databaseUrl } = await shutdown.start(
    () => startEmbeddedPostgres({ dataDir, log }),
    (server) => server.stop(),
  )
  return databaseUrl
}

async function startShop(env: Env): Promise<RunningShop> {
  log('Starting the shop …')
  const shop = await shutdown.start(
    () => main(env, { dev: isDev }),
    (shop) => Promise.race([shop.close(), shutdown.forced]),
  )
  shop.failed.catch((error) => {
    console.error(formatError(error))
    exitCode = 1
    shutdown.request()
  })
  return shop
}

/**
 * Formats the text that is printed when the shop is open: its URL, demo accounts, test cards and
 * the inbox.
 */
function formatGreeting(url: string, env: Env, hasTestCards: boolean): string {
  const accounts = (env.DEMO_ACCOUNTS ?? '').split(',').map((account) => account.split(':'))
  const lines = [
    ['Shop', url],
    ...accounts.map(([email, password]) => ['Account', `${email}  password ${password}`]),
    ...(hasTestCards
      ? [['Cards', '4242 4242 4242 4242 pays, 4000 0000 0000 0002 is declined']]
      : []),
    ...(env.INBOX_URL ? [['Inbox', env.INBOX_URL]] : []),
  ]
  const rows = lines.map(([label, value]) => `  ${label?.padEnd(9)}${value}`)
  return ['', '  Freehub is open. Press Ctrl-C to stop it.', '', ...rows, ''].join('\n')
}

/** Formats an error of the start. Most are wrong settings, so only LOG_LEVEL debug or trace shows the stack. */
function formatError(error: Error): string {
  const isVerbose = ['debug', 'trace'].includes(process.env.LOG_LEVEL ?? '')
  if (isVerbose && !(error instanceof ConfigError)) return error.stack ?? error.message
  return error.message
}
