import { printTimedCalls } from '../print-results.ts'
import { startDatabase } from '../start-database.ts'
import { timeCarts } from '../time-carts.ts'
import { timeFitChecks } from '../time-fit-checks.ts'
import { timeKeystrokes } from '../time-keystrokes.ts'
import { timeOrderPad } from '../time-order-pad.ts'
import { createDatabase, dropCatalog } from './create-database.ts'
import { log } from './measure-shop.ts'
import { benchSettings, openShop } from './open-shop.ts'

/**
 * The measurements that run alone: `npm run bench -- order-pad 1000000` uses a catalog of a
 * million parts with three codes each.
 */
const MEASUREMENTS = {
  carts: timeCarts,
  'fit-checks': timeFitChecks,
  keystrokes: timeKeystrokes,
  'order-pad': timeOrderPad,
}

const [name, size = 1_000_000] = process.argv.slice(2)
const parts = Number(size)
/** Number of orders. The timed calls read no orders. */
const orders = 1000

const server = await startDatabase()
try {
  await dropCatalog(server.databaseUrl)
  log(`Filling ${parts.toLocaleString('en')} parts …`)
  const filled = await createDatabase(server.databaseUrl, benchSettings, { parts, orders }, true)
  {
    await using shop = await openShop(filled.databaseUrl)
    printTimedCalls(
      await MEASUREMENTS[name as keyof typeof MEASUREMENTS](shop.url, filled.databaseUrl),
    )
  }
  await filled.drop()
} finally {
  await server.stop()
}
