import { once } from 'node:events'
import { startEmbeddedPostgres } from '../dev/embedded-database/embedded.ts'
import { fillDemo } from '../dev/sample-data/fill-demo.ts'
import { ConfigError, readConfig, withSettingFiles } from '../server/config.ts'
import { main } from '../server/main.ts'
import {
  requireDatabase,
  requireOneWay,
} from '../server/platform/database/connections/require-database.ts'
import { fatalLine } from '../server/platform/logging/tell-fatal.ts'
import type { RunningShop } from '../server/serve.ts'
import { makeClosing } from './serve/closing.ts'
import { dataDirOf, lockDataDir } from './serve/data-dir.ts'
import { requireFreePort } from './serve/free-port.ts'
import { greeting } from './serve/greeting.ts'
import { startSandbox } from './serve/sandbox-child.ts'
import { type Env, type SandboxEnv, withSandbox } from './serve/sandbox-settings.ts'
import { sandboxSecrets } from './serve/secrets.ts'

const SANDBOX_ENDS_WITHIN_MS = 2_000
const NOT_STARTED_YET = 'postgresql://localhost/embedded'

const dev = process.argv.includes('--dev')
const say = (line: string) => console.log(line)
const closing = makeClosing()
let exitCode = 0

process.on('uncaughtException', (error) => {
  console.error(fatalLine(error))
  exitCode = 1
  closing.ask()
})

try {
  await Promise.race([open(withSettingFiles(process.env)), once(closing.asked, 'abort')])
  if (!closing.asked.aborted) await once(closing.asked, 'abort')
} catch (error) {
  if (!closing.asked.aborted) {
    console.error(sentenceOf(error as Error))
    exitCode = 1
  }
}
await closing.close()
process.exit(exitCode)

async function open(given: Env): Promise<void> {
  if (given.NODE_ENV !== 'production') return openWithSandbox(given)
  const config = readConfig(given)
  await requireFreePort({ ...config, setting: 'PORT' })
  await requireDatabase(config)
  await openShop(given)
}

/** Fills the empty settings, starts what they stand for, then opens the shop on it. */
async function openWithSandbox(given: Env): Promise<void> {
  const dataDir = dataDirOf(given)
  await closing.begin(
    async () => lockDataDir(dataDir),
    (unlock) => unlock(),
  )
  const { env, sandbox } = withSandbox(given, await sandboxSecrets(dataDir), dataDir)
  const config = readConfig({ ...env, DATABASE_URL: env.DATABASE_URL || NOT_STARTED_YET })
  await requireFreePort({ ...config, setting: 'PORT' })
  await requireSandboxPorts(sandbox)
  if (env.DATABASE_URL) await requireDatabase(config)
  else requireOneWay(env)

  // The two take their time side by side.
  const providers = sandbox && startProviders(sandbox)
  providers?.catch(() => {})
  const ready = { ...env, DATABASE_URL: env.DATABASE_URL || (await startPostgres(dataDir)) }
  say('Filling the catalogue …')
  await fillDemo(ready)
  await providers
  const shop = await openShop(ready)
  say(greeting(shop.url, ready, sandbox !== undefined))
}

async function requireSandboxPorts(sandbox: SandboxEnv): Promise<void> {
  if (!sandbox) return
  const host = sandbox.SANDBOX_HOST ?? ''
  for (const name of ['SANDBOX_PORT', 'SANDBOX_SMTP_PORT']) {
    const port = Number(sandbox[name])
    await requireFreePort({ host, port, setting: 'SANDBOX_PORT' }, SANDBOX_ENDS_WITHIN_MS)
  }
}

function startProviders(settings: NonNullable<SandboxEnv>): Promise<unknown> {
  say('Starting the sandbox …')
  return closing.begin(
    () => startSandbox(settings, say),
    (child) => child.stop(),
  )
}

async function startPostgres(dataDir: string): Promise<string> {
  say('Starting PostgreSQL …')
  const { databaseUrl } = await closing.begin(
    () => startEmbeddedPostgres({ dataDir, log: say }),
    (server) => server.stop(),
  )
  return databaseUrl
}

async function openShop(env: Env): Promise<RunningShop> {
  say('Opening the shop …')
  const shop = await closing.begin(
    () => main(env, { dev }),
    (shop) => Promise.race([shop.close(), closing.forced]),
  )
  shop.failed.catch((error) => {
    console.error(sentenceOf(error))
    exitCode = 1
    closing.ask()
  })
  return shop
}

function sentenceOf(error: Error): string {
  const tellAll = ['debug', 'trace'].includes(process.env.LOG_LEVEL ?? '')
  if (tellAll && !(error instanceof ConfigError)) return error.stack ?? error.message
  return error.message
}
