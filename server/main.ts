import './optimize-next-tick.ts'
import './limit-heap-growth.ts'

import type { BuildOptions } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { updateInterfaceDefinitions } from './features/catalog/relations/update-interface-definitions.ts'
import {
  checkConnectionLimit,
  setRoleTimeouts,
} from './platform/database/connections/database-limits.ts'
import { migrate } from './platform/database/migrate/migrate.ts'
import { waitForMigrations } from './platform/database/migrate/wait-for-migrations.ts'
import {
  refuseSandboxDatabase,
  refuseUnrelatedDatabase,
} from './platform/database/refuse-database.ts'
import { exitOnUncaughtError } from './platform/logging/logger.ts'
import type { RunningShop } from './serve.ts'
import { shutDownOnSignal } from './shut-down-on-signal.ts'
import { supervise } from './workers/supervise.ts'

/**
 * Migrates the database, or waits until another process has migrated it. Then serves from WORKERS processes. Throws a
 * ConfigError if a setting is invalid or a port is in use. In production, first refuses a database with sandbox data or
 * with tables of another program.
 */
export async function main(
  env: Record<string, string | undefined>,
  options: BuildOptions = {},
): Promise<RunningShop> {
  const config = readConfig(env)
  const { databaseDirectUrl, limits } = config
  if (config.production) {
    await refuseUnrelatedDatabase(databaseDirectUrl)
    await refuseSandboxDatabase(databaseDirectUrl)
  }
  if (config.migrates) {
    await migrate(databaseDirectUrl)
    await updateInterfaceDefinitions(databaseDirectUrl)
  } else await waitForMigrations(databaseDirectUrl, limits.migrationWaitMs)
  const warnings = [await setRoleTimeouts(config), await checkConnectionLimit(config)]
  for (const warning of warnings) if (warning) console.warn(warning)
  // Hot reload works with one process only.
  const isSingleProcess = config.workers === 1 || options.dev === true
  const start = () =>
    isSingleProcess ? serveFromThisProcess(config, options) : supervise(config, env, options)
  return config.metrics ? withMetricsServer(start, config.metrics, isSingleProcess) : start()
}

/** Imports the server only when needed, because a supervisor saves about 100 MB without it. */
async function serveFromThisProcess(config: Config, options: BuildOptions): Promise<RunningShop> {
  const { serve } = await import('./serve.ts')
  return serve(config, options)
}

/** Serves metrics before the shop starts and while it runs. Throws a ConfigError if the metrics port is in use. */
async function withMetricsServer(
  start: () => Promise<RunningShop>,
  address: NonNullable<Config['metrics']>,
  isSingleProcess: boolean,
): Promise<RunningShop> {
  const { serveMetrics } = await import('./platform/metrics/serve-metrics.ts')
  const read = isSingleProcess ? await loadOwnMetricsReader() : await loadWorkerMetricsReader()
  const closeMetrics = await serveMetrics(address, read)
  try {
    const shop = await start()
    return { ...shop, close: () => shop.close().then(closeMetrics) }
  } catch (error) {
    await closeMetrics()
    throw error
  }
}

async function loadOwnMetricsReader() {
  const { registry } = await import('./platform/metrics/metrics.ts')
  return () => registry.metrics()
}

async function loadWorkerMetricsReader() {
  const { createWorkerMetricsReader } = await import('./workers/worker-metrics.ts')
  return createWorkerMetricsReader()
}

if (import.meta.main) {
  const exitWithMessage = (error: unknown) => {
    console.error((error as Error).message)
    process.exit(1)
  }
  // The handlers are set before main, which may wait for a migration. In a container, process 1 ignores
  // signals without a handler.
  let close: RunningShop['close'] = async () => {}
  shutDownOnSignal(() => close())
  exitOnUncaughtError()
  try {
    const shop = await main(process.env)
    close = shop.close
    shop.failed.catch(exitWithMessage)
  } catch (error) {
    exitWithMessage(error)
  }
}
