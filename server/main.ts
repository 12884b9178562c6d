import './tidy-early.ts'

import type { BuildOptions } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { endWhenAsked } from './end-when-asked.ts'
import { fewConnections } from './platform/database/connections/few-connections.ts'
import { holdLimits } from './platform/database/connections/hold-limits.ts'
import { migrate } from './platform/database/migrate/migrate.ts'
import { untilMigrated } from './platform/database/migrate/until-migrated.ts'
import { refuseSandboxDatabase } from './platform/database/sandbox-mark.ts'
import { tellFatal } from './platform/logging/tell-fatal.ts'
import type { RunningShop } from './serve.ts'
import { supervise } from './workers/supervise.ts'

/**
 * Starts the shop: reads the settings, migrates the database or waits until it is, serves, from
 * WORKERS processes. Throws a ConfigError, or an Error whose message says what is in the way.
 */
export async function main(
  env: Record<string, string | undefined>,
  options: BuildOptions = {},
): Promise<RunningShop> {
  const config = readConfig(env)
  const { databaseDirectUrl, limits } = config
  if (config.migrates) await migrate(databaseDirectUrl)
  else await untilMigrated(databaseDirectUrl, limits.migrationWaitMs)
  const warnings = [await holdLimits(config), await fewConnections(config)]
  for (const warning of warnings) if (warning) console.warn(warning)
  if (config.production) await refuseSandboxDatabase(config.databaseDirectUrl)
  // Hot reload has a port of its own, for one process.
  const isAlone = config.workers === 1 || options.dev === true
  const shop = isAlone ? await serveAlone(config, options) : await supervise(config, env, options)
  return config.metrics ? answeringMetrics(shop, config.metrics, isAlone) : shop
}

/** A supervisor does without all that serving needs: a hundred megabytes. */
async function serveAlone(config: Config, options: BuildOptions): Promise<RunningShop> {
  const { serve } = await import('./serve.ts')
  return serve(config, options)
}

async function answeringMetrics(
  shop: RunningShop,
  place: NonNullable<Config['metrics']>,
  isAlone: boolean,
): Promise<RunningShop> {
  const { withMetrics } = await import('./with-metrics.ts')
  if (!isAlone) {
    const { sumOfWorkers } = await import('./workers/worker-counts.ts')
    return withMetrics(shop, place, sumOfWorkers())
  }
  const { registry } = await import('./platform/metrics/metrics.ts')
  return withMetrics(shop, place, () => registry.metrics())
}

if (import.meta.main) {
  const endWithSentence = (error: unknown) => {
    console.error((error as Error).message)
    process.exit(1)
  }
  // Also while it waits for its migration: the first process of a container is ended by nothing else.
  let close: RunningShop['close'] = async () => {}
  endWhenAsked(() => close())
  tellFatal()
  try {
    const shop = await main(process.env)
    close = shop.close
    shop.failed.catch(endWithSentence)
  } catch (error) {
    endWithSentence(error)
  }
}
