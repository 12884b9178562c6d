import { startDatabase } from '../start-database.ts'
import { createDatabase, dropCatalog, type FilledDatabase, type Size } from './create-database.ts'
import { formatSize, log, measurePartLists, measureShop } from './measure-shop.ts'
import { benchSettings } from './open-shop.ts'

/**
 * Numbers of parts and orders, smallest first. The last size needs hours and 45 GB of disk space.
 */
const SIZES = '1000x1000,10000x10000,100000x100000,1000000x1000000,1000000x10000000'
const SMALL: Size = { parts: 1_000, orders: 1_000 }
/** Minimum size of a catalog with a page 1,000. */
const LARGE_PARTS = 21_000

const sizes = parseSizes(process.argv.slice(2))
const server = await startDatabase()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => server.stop().then(() => process.exit(1)))
}

try {
  await dropCatalog(server.databaseUrl)
  await measureAll()
  await dropCatalog(server.databaseUrl)
} finally {
  await server.stop()
}

async function measureAll(): Promise<void> {
  const small = await fill(SMALL)
  for (const size of sizes) {
    const isSmall = size.parts === SMALL.parts && size.orders === SMALL.orders
    const filled = isSmall ? small : await fill(size, size === sizes.at(-1))
    await measureShop(size, filled)
    const hasMostOrders = size === sizes.findLast(({ parts }) => parts === size.parts)
    if (size.parts >= LARGE_PARTS && hasMostOrders) await measurePartLists(size, small, filled)
    if (!isSmall) await filled.drop()
  }
  await small.drop()
}

function parseSizes(given: string[]): Size[] {
  return (given.length > 0 ? given : SIZES.split(',')).map((size) => {
    const [parts, orders] = size.split('x').map(Number)
    if (!parts || !orders)
      throw new Error(`Invalid size ${size}: write parts x orders, such as 1000x1000.`)
    return { parts, orders }
  })
}

function fill(size: Size, isLast = false): Promise<FilledDatabase> {
  log(`Filling ${formatSize(size)} …`)
  return createDatabase(server.databaseUrl, benchSettings, size, isLast)
}
