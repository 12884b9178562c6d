import { startProviders } from '@freehub/tests/support/network/providers'
import { testSettings } from '@freehub/tests/support/shop/settings'
import { end, freePort, startShop } from '../processes.ts'

/** Nothing listens on this port, so mails stay in the outbox. */
const UNUSED_SMTP_URL = 'smtp://127.0.0.1:9'

/** Settings of a shop that is only measured. */
export const benchSettings = {
  ...testSettings,
  SMTP_URL: UNUSED_SMTP_URL,
  UNPAID_ORDERS_MAX: '100000',
  // Other load on the machine must not cause overload responses.
  EVENT_LOOP_LAG_MS: '60000',
}

export interface OpenShop {
  url: string
  sandboxUrl: string
  pid: number
  close(): Promise<void>
}

/** Starts a shop on this database with a number of worker processes and the sandbox's card provider. */
export async function openShop(databaseUrl: string, workers = 1): Promise<OpenShop> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const providers = await startProviders(url)
  const shop = await startShop({
    ...benchSettings,
    ...providers.settings,
    SMTP_URL: UNUSED_SMTP_URL,
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    WORKERS: String(workers),
  })
  return {
    url,
    sandboxUrl: providers.sandbox.url,
    pid: shop.pid as number,
    async close() {
      await end(shop)
      await providers.close()
    },
  }
}
