import { findFreePort } from '@freehub/tests/support/network/ports'
import pg from 'pg'
import { startShop, stopProcess } from '../processes.ts'
import { type ConcurrentOrders, measureConcurrentOrders } from '../scale/concurrent-orders.ts'
import { measureRequests } from './compare-with-bare-server.ts'

/** Requests per second of one process and of two on one port. `ratio`: two divided by one. */
export interface ProcessComparison {
  name: string
  one: number
  two: number
  ratio: number
}

export interface ConcurrentOrdersByWorkers extends ConcurrentOrders {
  workers: number
}

/**
 * Compares one process with two on the same database: first reads of the home page, then concurrent
 * orders of scarce parts.
 */
export async function compareProcesses(
  databaseUrl: string,
  settings: Record<string, string>,
): Promise<{ comparisons: ProcessComparison[]; concurrentOrders: ConcurrentOrdersByWorkers[] }> {
  const open = async (workers: number) => {
    const port = await findFreePort()
    const env = { ...settings, PORT: String(port), WORKERS: String(workers) }
    return { workers, url: `http://127.0.0.1:${port}`, shop: await startShop(env) }
  }
  const shops = [await open(1), await open(2)] as const
  const pool = new pg.Pool({ connectionString: databaseUrl })
  try {
    const [one, two, ratio] = await measureRequests({ url: shops[0].url }, { url: shops[1].url })
    const concurrentOrders: ConcurrentOrdersByWorkers[] = []
    for (const { workers, url } of shops)
      concurrentOrders.push({ workers, ...(await measureConcurrentOrders(url, pool)) })
    return { comparisons: [{ name: 'GET /', one, two, ratio }], concurrentOrders }
  } finally {
    await pool.end()
    for (const { shop } of shops) await stopProcess(shop)
  }
}
