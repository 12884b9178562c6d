import { compareOrderLists } from './compare/compare-order-lists.ts'
import { comparePrincipalLookup } from './compare/compare-principal-lookup.ts'
import { compareProcesses } from './compare/compare-processes.ts'
import { compareWithAttack } from './compare/compare-with-attack.ts'
import { type Comparison, compareWithBareServer } from './compare/compare-with-bare-server.ts'
import { compareWithTransaction } from './compare/compare-with-transaction.ts'
import { measureFirstLoad, runLighthouse } from './measure-pages.ts'
import {
  printComparisons,
  printFirstLoad,
  printImports,
  printOrderLists,
  printPages,
  printProcessComparison,
  printTimedCalls,
  printUnderAttack,
} from './print-results.ts'
import { timeCarts } from './time-carts.ts'
import { timeFitChecks } from './time-fit-checks.ts'
import { timeImports } from './time-imports.ts'
import { timeKeystrokes } from './time-keystrokes.ts'
import { timeOrderPad } from './time-order-pad.ts'
import { withSampleShop } from './with-sample-shop.ts'

/**
 * Minimum ratio of the two rates in each comparison: the shop to its bare counterpart, the larger shop to the smaller
 * shop, or the shop under attack to the undisturbed shop.
 */
const minRatio = {
  reading: 0.85,
  orderTransaction: 0.15,
  /** The statement for up to eight tokens, with one token. */
  statement: 0.5,
  signedIn: 0.15,
  /** Lists of a million orders read a few more index levels, some of them from disk. Reading all orders would give 0.01. */
  orders: 0.8,
  /** Searches read posting lists that grow with the orders. The smaller shop has hardly any pending orders. */
  search: 0.2,
  underAttack: 0.5,
}

await withSampleShop(async ({ url, databaseUrl, env }) => {
  const parts = (await (await fetch(`${url}/parts?size=6`)).json()) as { _id: string }[]
  const rows: [Comparison, number][] = []
  for (const [name, path] of [
    ['GET /parts?size=6', '/parts?size=6'],
    ['GET /parts/{id}', `/parts/${parts[0]?._id}`],
    ['GET /', '/'],
  ] as const) {
    rows.push([await compareWithBareServer(name, url, path), minRatio.reading])
  }
  rows.push([await compareWithTransaction(url, databaseUrl), minRatio.orderTransaction])
  const [statement, overHttp] = await comparePrincipalLookup(url, databaseUrl)
  rows.push([statement, minRatio.statement], [overHttp, minRatio.signedIn])
  printComparisons(rows)
  const { comparisons: processes, concurrentOrders } = await compareProcesses(databaseUrl, env)
  printProcessComparison(processes, concurrentOrders)
  const orderLists = await compareOrderLists(databaseUrl, env)
  printOrderLists(
    orderLists.map((list) => [list, list.readsMoreRows ? minRatio.search : minRatio.orders]),
  )
  printUnderAttack(await compareWithAttack(url), minRatio.underAttack)
  printImports(await timeImports(url, databaseUrl))
  printTimedCalls([
    ...(await timeCarts(url, databaseUrl)),
    ...(await timeOrderPad(url, databaseUrl)),
    ...(await timeFitChecks(url, databaseUrl)),
    ...(await timeKeystrokes(url, databaseUrl)),
  ])
  printFirstLoad(await measureFirstLoad(url))
  const chromium = process.env.CHROMIUM_PATH
  if (chromium) printPages(await runLighthouse(chromium, url))
  else console.log('\nChromium was not found: Lighthouse was skipped.')
})
