import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { findEmbeddedPostgres, startEmbeddedPostgres } from '../dev/embedded-database/embedded.ts'
import { ConfigError, withSettingFiles } from '../server/config.ts'
import { migrate } from '../server/platform/database/migrate/migrate.ts'
import { lockDataDir, readDataDir } from './serve/data-dir.ts'
import { applySandbox, type Env } from './serve/sandbox-settings.ts'
import { readOrCreateSecrets } from './serve/secrets.ts'

/** The exit code of check-ledger if the database or the card provider is unavailable. */
const EXIT_NOT_CHECKED = 2

const dataDir = readDataDir(process.env)
const isCheckLedger = process.argv[2] === 'check-ledger'
/** `restore` also works without an existing shop: it creates the database. */
const isRestore = process.argv[2] === 'restore'

try {
  const { DATABASE_URL } = withSettingFiles(process.env)
  process.exitCode = DATABASE_URL ? await runCommand() : await runOnEmbeddedPostgres()
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = isCheckLedger ? EXIT_NOT_CHECKED : 1
}

/**
 * Runs the command on the running shop's PostgreSQL. If none runs, starts one for the duration of
 * the command.
 */
async function runOnEmbeddedPostgres(): Promise<number> {
  const running = await findEmbeddedPostgres(dataDir)
  if (running) return runCommand(running)
  if (!isRestore && !existsSync(path.join(dataDir, 'postgres'))) {
    throw new ConfigError(
      `There is no shop in ${dataDir} yet: start it once with npm start, or set DATABASE_URL.`,
    )
  }
  const unlock = lockDataDir(dataDir)
  const server = await startEmbeddedPostgres({ dataDir, log: () => {} })
  try {
    if (!isRestore) await migrate(server.databaseUrl)
    return await runCommand(server.databaseUrl)
  } finally {
    await server.stop()
    unlock()
  }
}

async function runCommand(databaseUrl?: string): Promise<number> {
  const shop = path.resolve(import.meta.dirname, '../server/commands/shop.ts')
  const child = spawn(process.execPath, [shop, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...(await readSettings()), ...(databaseUrl && { DATABASE_URL: databaseUrl }) },
  })
  const forwardSignal = (signal: NodeJS.Signals) => child.kill(signal)
  process.on('SIGINT', forwardSignal).on('SIGTERM', forwardSignal)
  const [code] = (await once(child, 'close')) as [number | null]
  return code ?? 130
}

/**
 * Returns the settings. If `npm start` has created a sandbox, check-ledger uses its card provider.
 */
async function readSettings(): Promise<Env> {
  const isSandboxed =
    process.env.NODE_ENV !== 'production' && existsSync(path.join(dataDir, 'secrets.json'))
  if (!isCheckLedger || !isSandboxed) return process.env
  return applySandbox(process.env, await readOrCreateSecrets(dataDir), dataDir).env
}
