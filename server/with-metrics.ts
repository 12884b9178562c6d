import { serveMetrics } from './platform/metrics/serve-metrics.ts'
import type { RunningShop } from './serve.ts'

/**
 * The running shop, with its metrics answered as long as it runs. Throws a ConfigError when their port is
 * taken, and closes the shop.
 */
export async function withMetrics(
  shop: RunningShop,
  place: { host: string; port: number },
  read: () => Promise<string>,
): Promise<RunningShop> {
  try {
    const closeMetrics = await serveMetrics(place, read)
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
