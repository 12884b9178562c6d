import { startOutside } from '@freehub/tests/support/network/outside'
import { testSettings } from '@freehub/tests/support/shop/settings'
import { end, freePort, startShop } from '../processes.ts'

/** Nobody's port: mails wait in the outbox, as in all of the bench. */
const NOBODY = 'smtp://127.0.0.1:9'

/** The settings of a shop that is only there to be measured. */
export const benchSettings = {
  ...testSettings,
  SMTP_URL: NOBODY,
  UNPAID_ORDERS_MAX: '100000',
  // What else the machine has to do meanwhile is no reason to turn anybody away.
  EVENT_LOOP_LAG_MS: '60000',
}

export interface OpenShop {
  url: string
  sandboxUrl: string
  pid: number
  close(): Promise<void>
}

/** Opens a shop on this database, with so many processes and a card provider beside it. */
export async function openShop(databaseUrl: string, workers = 1): Promise<OpenShop> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const outside = await startOutside(url)
  const shop = await startShop({
    ...benchSettings,
    ...outside.settings,
    SMTP_URL: NOBODY,
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    WORKERS: String(workers),
  })
  return {
    url,
    sandboxUrl: outside.sandbox.url,
    pid: shop.pid as number,
    async close() {
      await end(shop)
      await outside.close()
    },
  }
}
