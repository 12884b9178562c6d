import { serveMetrics } from './platform/metrics/serve-metrics.ts'
import type { RunningShop } from './serve.ts'

/** Serves metrics as long as the shop runs. Throws a ConfigError if the metrics port is in use. */
export async function addMetricsServer(
  shop: RunningShop,
  address: { host: string; port: number },
  read: () => Promise<string>,
): Promise<RunningShop> {
  try {
    const closeMetrics = await serveMetrics(address, read)
    return {
      ...shop,
      async close() {
        await shop.close()
        await closeMetrics()
      },
    }
  } catch (error) {
    await shop.close()
    throw error
  }
}
