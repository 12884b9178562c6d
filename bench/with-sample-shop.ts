import { fillDemo } from '@freehub/dev/sample-data/fill-demo'
import { findFreePort } from '@freehub/tests/support/network/ports'
import { startShop, stopProcess } from './processes.ts'
import { settings } from './settings.ts'
import { startDatabase } from './start-database.ts'

interface SampleShop {
  url: string
  databaseUrl: string
  /** The settings of the shop. */
  env: Record<string, string>
}

/** Runs `use` with a shop that has sample data, and then stops the shop and its database. */
export async function withSampleShop(use: (shop: SampleShop) => Promise<void>): Promise<void> {
  const postgres = await startDatabase()
  try {
    const port = await findFreePort()
    const env = settings(postgres.databaseUrl, port)
    await fillDemo(env)
    const shop = await startShop(env)
    try {
      await use({ url: `http://127.0.0.1:${port}`, databaseUrl: postgres.databaseUrl, env })
    } finally {
      await stopProcess(shop)
    }
  } finally {
    await postgres.stop()
  }
}
