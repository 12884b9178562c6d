import { fillDemo } from '@freehub/dev/sample-data/fill-demo'
import { findFreePort } from '@freehub/tests/support/network/ports'
import { runLighthouse } from './measure-pages.ts'
import { printPages } from './print-results.ts'
import { startShop, stopProcess } from './processes.ts'
import { settings } from './settings.ts'
import { startDatabase } from './start-database.ts'

/** `npm run bench -- pages`: measures six pages of a shop with sample data with Lighthouse. */
const chromium = process.env.CHROMIUM_PATH
if (!chromium) throw new Error('Chromium was not found: set CHROMIUM_PATH.')
const postgres = await startDatabase()
try {
  const port = await findFreePort()
  const env = settings(postgres.databaseUrl, port)
  await fillDemo(env)
  const shop = await startShop(env)
  try {
    printPages(await runLighthouse(chromium, `http://127.0.0.1:${port}`))
  } finally {
    await stopProcess(shop)
  }
} finally {
  await postgres.stop()
}
