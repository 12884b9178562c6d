import { setTimeout as wait } from 'node:timers/promises'
import { openPool } from './open-pool.ts'
import { createUsers } from './users.ts'

const ROWS = 100_000
const POLL_INTERVAL_MS = 250
const HEADINGS =
  'sku,name,description,img,price,minimumOrder,availableQuantity,packSize,weightGrams'

/**
 * Seconds from the upload of a product list until all its rows are applied, and the allowed
 * maximum.
 */
export interface ImportTime {
  name: string
  seconds: number
  max: number
}

/** Imports 100,000 new parts, then the same parts with other names, descriptions, prices and stock. */
export async function timeImports(shopUrl: string, databaseUrl: string): Promise<ImportTime[]> {
  await using pool = openPool(databaseUrl)
  const [admin] = await createUsers(pool, 1)
  if (!admin) throw new Error('No user was created.')
  await pool.query("update users set role = 'admin' where id = $1", [admin.id])
  const times: ImportTime[] = []
  for (const name of ['all new', 'all changed']) {
    const list = createList(name === 'all new' ? 0 : 1)
    const startedAt = performance.now()
    await importList(shopUrl, admin.token, list)
    const max = name === 'all new' ? 50 : 60
    times.push({ name, seconds: (performance.now() - startedAt) / 1000, max })
  }
  return times
}

function createList(version: number): string {
  const rows = Array.from({ length: ROWS }, (_, n) => {
    const name = `Holm chain ${n}, ${6 + (n % 7)}-speed, ${100 + (n % 40)} links${version ? ', new' : ''}`
    const description = `Roller chain 1/2 x 3/32, batch ${n}, pins ${n % 90}.1 mm long and flush on both sides. Plates are browned, joining pin ${n % 13} is packed with each chain. Cut to length and check shift on the largest sprocket before riveting${version ? ' twice' : ''}.`
    const price = ((268 + (n % 500) + version) / 100).toFixed(2)
    const stock = 5000 + version * 10
    return `B-${n},"${name}","${description}",/drawings/house/wheel.svg,${price},50,${stock},10,305`
  })
  return [HEADINGS, ...rows].join('\r\n')
}

async function importList(shopUrl: string, token: string, list: string): Promise<void> {
  const call = async (method: string, path: string, body?: string) => {
    const headers = { authorization: `Bearer ${token}` }
    const response = await fetch(`${shopUrl}${path}`, { method, headers, ...(body && { body }) })
    const productImport = (await response.json()) as {
      _id: string
      state: string
      applied: number
    }
    if (!response.ok) throw new Error(JSON.stringify(productImport))
    return productImport
  }
  const { _id } = await call('POST', '/api/imports?name=bench.csv', list)
  const waitForState = async (state: string) => {
    for (;;) {
      const current = await call('GET', `/api/imports/${_id}`)
      if (current.state === state) return current
      if (current.state === 'refused') throw new Error(JSON.stringify(current))
      await wait(POLL_INTERVAL_MS)
    }
  }
  await waitForState('read')
  await call('POST', `/api/imports/${_id}/application`)
  const { applied } = await waitForState('applied')
  if (applied !== ROWS) throw new Error(`${applied} of ${ROWS} rows were applied.`)
}
