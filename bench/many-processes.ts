import pg from 'pg'
import { end, freePort, startShop } from './processes.ts'
import { inTurns } from './reading.ts'
import { holdSale, type Sale } from './scale/sale.ts'

/** What one process and two answer a second, on one port. */
export interface ProcessGrowth {
  what: string
  one: number
  two: number
}

export interface SaleOf extends Sale {
  workers: number
}

/** One process beside two on the same database: reading in turns, then a sale with each. */
export async function compareProcesses(
  databaseUrl: string,
  settings: Record<string, string>,
): Promise<{ growths: ProcessGrowth[]; sales: SaleOf[] }> {
  const open = async (workers: number) => {
    const port = await freePort()
    const env = { ...settings, PORT: String(port), WORKERS: String(workers) }
    return { workers, url: `http://127.0.0.1:${port}`, shop: await startShop(env) }
  }
  const shops = [await open(1), await open(2)] as const
  const pool = new pg.Pool({ connectionString: databaseUrl })
  try {
    const [one, two] = await inTurns({ url: shops[0].url }, { url: shops[1].url })
    const sales: SaleOf[] = []
    for (const { workers, url } of shops) sales.push({ workers, ...(await holdSale(url, pool)) })
    return { growths: [{ what: 'GET /', one, two }], sales }
  } finally {
    await pool.end()
    for (const { shop } of shops) await end(shop)
  }
}
