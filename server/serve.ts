import { setTimeout as delay } from 'node:timers/promises'
import { type BuildOptions, buildApp } from './app.ts'
import { type Config, ConfigError } from './config.ts'

export interface RunningShop {
  url: string
  /** Rejects when the shop cannot continue. Never resolves. */
  failed: Promise<never>
  /** Waits for pending requests, then stops everything. Kills workers one second after CLOSE_SECONDS. */
  close(): Promise<void>
}

/** Serves from this process, on a migrated database. Throws a ConfigError if the port is in use. */
export async function serve(config: Config, options: BuildOptions = {}): Promise<RunningShop> {
  const app = await buildApp(config, options)
  try {
    await app.listen({ port: config.port, host: config.host })
  } catch (error) {
    await app.close()
    throw (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
      ? new ConfigError(
          `Port ${config.port} is in use: stop the program that uses it, or set PORT to another port.`,
        )
      : error
  }
  const { closeMs } = config.limits
  return {
    url: config.origin,
    failed: new Promise(() => {}),
    close: () => Promise.race([app.close(), delay(closeMs, undefined, { ref: false })]),
  }
}
