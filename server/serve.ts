import { setTimeout as delay } from 'node:timers/promises'
import { type BuildOptions, buildApp } from './app.ts'
import { type Config, ConfigError } from './config.ts'

export interface RunningShop {
  url: string
  /** Rejects when the shop cannot go on; as long as it can, nothing comes of it. */
  failed: Promise<never>
  /** Lets requests end, then stops everything; comes back in any case when the time for that is over. */
  close(): Promise<void>
}

/** Serves from this process, on a migrated database. Throws a ConfigError when the port is taken. */
export async function serve(config: Config, options: BuildOptions = {}): Promise<RunningShop> {
  const app = await buildApp(config, options)
  try {
    await app.listen({ port: config.port, host: config.host })
  } catch (error) {
    await app.close()
    throw (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
      ? new ConfigError(`Port ${config.port} is taken: stop what uses it, or set PORT to another.`)
      : error
  }
  const { closeMs } = config.limits
  return {
    url: config.origin,
    failed: new Promise(() => {}),
    close: () => Promise.race([app.close(), delay(closeMs, undefined, { ref: false })]),
  }
}
