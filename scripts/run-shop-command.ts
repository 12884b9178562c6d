import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { findEmbeddedPostgres, startEmbeddedPostgres } from '../dev/embedded-database/embedded.ts'
import { ConfigError, withSettingFiles } from '../server/config.ts'
import { migrate } from '../server/platform/database/migrate/migrate.ts'
import { dataDirOf, lockDataDir } from './serve/data-dir.ts'
import { type Env, withSandbox } from './serve/sandbox-settings.ts'
import { sandboxSecrets } from './serve/secrets.ts'

/** What check-books ends with when it could not ask. */
const COULD_NOT_ASK = 2

const dataDir = dataDirOf(process.env)
const checksBooks = process.argv[2] === 'check-books'
/** Into a folder without a shop too: there it makes one. */
const restores = process.argv[2] === 'restore'

try {
  const { DATABASE_URL } = withSettingFiles(process.env)
  process.exitCode = DATABASE_URL ? await runOn() : await runOnEmbedded()
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = checksBooks ? COULD_NOT_ASK : 1
}

/** Uses the running shop's server, or starts it for the time of the command. */
async function runOnEmbedded(): Promise<number> {
  const running = await findEmbeddedPostgres(dataDir)
  if (running) return runOn(running)
  if (!restores && !existsSync(path.join(dataDir, 'postgres'))) {
    throw new ConfigError(
      `There is no shop in ${dataDir} yet: start it once with npm start, or set DATABASE_URL.`,
    )
  }
  const unlock = lockDataDir(dataDir)
  const server = await startEmbeddedPostgres({ dataDir, log: () => {} })
  try {
    if (!restores) await migrate(server.databaseUrl)
    return await runOn(server.databaseUrl)
  } finally {
    await server.stop()
    unlock()
  }
}

async function runOn(databaseUrl?: string): Promise<number> {
  const shop = path.resolve(import.meta.dirname, '../server/commands/shop.ts')
  const child = spawn(process.execPath, [shop, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...(await settings()), ...(databaseUrl && { DATABASE_URL: databaseUrl }) },
  })
  const passOn = (signal: NodeJS.Signals) => child.kill(signal)
  process.on('SIGINT', passOn).on('SIGTERM', passOn)
  const [code] = (await once(child, 'close')) as [number | null]
  return code ?? 130
}

/** The books are compared with those of the card provider that npm start has set, where it has. */
async function settings(): Promise<Env> {
  const isSandboxed =
    process.env.NODE_ENV !== 'production' && existsSync(path.join(dataDir, 'secrets.json'))
  if (!checksBooks || !isSandboxed) return process.env
  return withSandbox(process.env, await sandboxSecrets(dataDir), dataDir).env
}
