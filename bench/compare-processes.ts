import pg from 'pg'
import { measureRequests } from './compare-with-bare-server.ts'
import { end, freePort, startShop } from './processes.ts'
import { measureSale, type Sale } from './scale/sale.ts'

/** Requests per second of one process and of two on one port. */
export interface ProcessComparison {
  what: string
  one: number
  two: number
}

export interface WorkerSale extends Sale {
  workers: number
}

/** Compares one process with two on the same database: reads of the home page, then a sale on each. */
export async function compareProcesses(
  databaseUrl: string,
  settings: Record<string, string>,
): Promise<{ comparisons: ProcessComparison[]; sales: WorkerSale[] }> {
  const open = async (workers: number) => {
    const port = await freePort()
    const env = { ...settings, PORT: String(port), WORKERS: String(workers) }
    return { workers, url: `http://127.0.0.1:${port}`, shop: await startShop(env) }
  }
  const shops = [await open(1), await open(2)] as const
  const pool = new pg.Pool({ connectionString: databaseUrl })
  try {
    const [one, two] = await measureRequests({ url: shops[0].url }, { url: shops[1].url })
    const sales: WorkerSale[] = []
    for (const { workers, url } of shops) sales.push({ workers, ...(await measureSale(url, pool)) })
    return { comparisons: [{ what: 'GET /', one, two }], sales }
  } finally {
    await pool.end()
    for (const { shop } of shops) await end(shop)
  }
}
