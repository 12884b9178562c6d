import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
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

/** Aborted with the first signal as the reason. */
const interruption = new AbortController()
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
for (const signal of SIGNALS) process.on(signal, () => interruption.abort(signal))

try {
  const { DATABASE_URL } = withSettingFiles(process.env)
  process.exitCode = DATABASE_URL ? await runCommand() : await runOnEmbeddedPostgres()
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = isCheckLedger ? EXIT_NOT_CHECKED : 1
}

/**
 * Runs the command on the PostgreSQL of the running shop. If no shop runs, starts PostgreSQL for the duration of the
 * command, or uses the server that a killed process left running. A signal stops this server.
 */
async function runOnEmbeddedPostgres(): Promise<number> {
  const running = await findEmbeddedPostgres(dataDir)
  if (!running && !isRestore && !existsSync(path.join(dataDir, 'postgres'))) {
    throw new ConfigError(
      `There is no shop in ${dataDir} yet: start it once with npm start, or set DATABASE_URL.`,
    )
  }
  let unlock: () => void
  try {
    unlock = lockDataDir(dataDir)
  } catch (error) {
    // The running shop holds the lock.
    if (running) return runCommand(running)
    throw error
  }
  const server = await startEmbeddedPostgres({ dataDir, log: () => {} })
  try {
    const { signal } = interruption
    if (!isRestore && !signal.aborted)
      await Promise.race([migrate(server.databaseUrl), once(signal, 'abort')])
    return await runCommand(server.databaseUrl)
  } finally {
    await server.stop()
    unlock()
  }
}

/** Returns the exit code, or 128 plus the number of the signal that ended the command. */
async function runCommand(databaseUrl?: string): Promise<number> {
  const settings = await readSettings()
  if (interruption.signal.aborted) return toExitCode(interruption.signal.reason)
  const shop = path.resolve(import.meta.dirname, '../server/commands/shop.ts')
  const child = spawn(process.execPath, [shop, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...settings, ...(databaseUrl && { DATABASE_URL: databaseUrl }) },
  })
  const forwardSignal = (signal: NodeJS.Signals) => child.kill(signal)
  for (const signal of SIGNALS) process.on(signal, forwardSignal)
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals]
  return code ?? toExitCode(signal)
}

function toExitCode(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal]
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
