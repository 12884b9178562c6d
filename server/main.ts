import { setTimeout as delay } from 'node:timers/promises'
import { type BuildOptions, buildApp } from './app.ts'
import { ConfigError, readConfig } from './config.ts'
import { migrate } from './database/migrate.ts'
import { refuseSandboxDatabase } from './demo/sandbox-mark.ts'

const CLOSE_WITHIN_MS = 15_000

export interface RunningShop {
  url: string
  /** Lets requests end, then stops everything. */
  close(): Promise<void>
}

/**
 * Starts the shop: reads the settings, migrates the database, serves. Throws a ConfigError, or an
 * Error whose message says what is in the way.
 */
export async function main(
  env: Record<string, string | undefined>,
  options: BuildOptions = {},
): Promise<RunningShop> {
  const config = readConfig(env)
  await migrate(config.databaseUrl)
  if (config.production) await refuseSandboxDatabase(config.databaseUrl)
  const app = await buildApp(config, options)
  try {
    await app.listen({ port: config.port, host: config.host })
  } catch (error) {
    await app.close()
    throw (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
      ? new ConfigError(`Port ${config.port} is taken: stop what uses it, or set PORT to another.`)
      : error
  }
  return {
    url: config.origin,
    close: () => app.close(),
  }
}

if (import.meta.main) {
  try {
    const shop = await main(process.env)
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.once(signal, async () => {
        await Promise.race([shop.close(), delay(CLOSE_WITHIN_MS)])
        process.exit(0)
      })
    }
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
}
