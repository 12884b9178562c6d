import { checkLimits } from './check-limits.ts'
import type { OrderListComparison } from './compare/compare-order-lists.ts'
import type { ConcurrentOrdersByWorkers, ProcessComparison } from './compare/compare-processes.ts'
import type { AttackComparison } from './compare/compare-with-attack.ts'
import type { Comparison, Rates } from './compare/compare-with-bare-server.ts'
import type { FirstLoad, PageSpeed } from './measure-pages.ts'
import { formatTable } from './report/tables.ts'
import type { ImportTime } from './time-imports.ts'
import type { TimedCall } from './timed-calls.ts'

/** Prints rates of the shop and of its bare counterpart, with the minimum ratio. */
export function printComparisons(rows: [Comparison, number][]): void {
  printTable(
    'Per second, median of twelve alternating rounds, the shop and its bare counterpart with the same Node flags and malloc settings; ratio: median of the ratios of neighbouring rounds',
    'operation | shop | bare | ratio | minimum',
    rows.map(([{ name, shop, bare, ratio }, minRatio]) => [
      name,
      Math.round(shop),
      Math.round(bare),
      ratio.toFixed(2),
      minRatio,
    ]),
  )
  checkLimits(rows.map(([{ name, ratio }, min]) => ({ name, value: ratio, min })))
}

function printTable(title: string, heads: string, rows: (string | number)[][]): void {
  console.log(`\n${title}\n\n${formatTable(heads.split(' | '), rows)}`)
}

/** Prints searches per second with and without expensive requests of other clients, with the minimum ratio. */
export function printUnderAttack(comparison: AttackComparison, minRatio: number): void {
  const { attacked, alone, ratio } = comparison
  printTable(
    'Searches of one visitor per second, measured once beside six clients that send expensive bodies, and once alone',
    'under attack | alone | ratio | minimum',
    [[attacked.toFixed(1), alone.toFixed(1), ratio.toFixed(2), minRatio]],
  )
  checkLimits([{ name: 'search under attack', value: ratio, min: minRatio }])
}

/** Prints rates of order lists with a thousand and with a million orders, with the minimum ratio. */
export function printOrderLists(comparisons: [OrderListComparison, number][]): void {
  printTable(
    'Order lists per second, median of twelve alternating rounds: two shops on this machine',
    'list | 1,000 orders | 1,000,000 orders | ratio | minimum',
    comparisons.map(([{ name, small, large, ratio }, minRatio]) => [
      name,
      Math.round(small),
      Math.round(large),
      ratio.toFixed(2),
      minRatio,
    ]),
  )
  checkLimits(comparisons.map(([{ name, ratio }, min]) => ({ name, value: ratio, min })))
}

/**
 * Prints the requests and orders per second of one process and of two. The load generator uses the same cores, so two
 * processes are only a little faster. Fails the run if an order oversold stock.
 */
export function printProcessComparison(
  comparisons: ProcessComparison[],
  concurrentOrders: ConcurrentOrdersByWorkers[],
): void {
  printTable(
    'Per second, median of twelve alternating rounds: one process and two on one port',
    'page | 1 process | 2 processes | ratio',
    comparisons.map(({ name, one, two, ratio }) => [
      name,
      Math.round(one),
      Math.round(two),
      ratio.toFixed(2),
    ]),
  )
  printTable(
    '64 concurrent customers order 25 % more of ten parts than is available',
    'processes | available | placed | oversold, max. 0 | refused | placed per second | p99',
    concurrentOrders.map(
      ({ workers, available, placed, oversold, refused, placedPerSecond, times }) => [
        workers,
        available,
        placed,
        oversold,
        refused,
        placedPerSecond.toFixed(0),
        `${times.p99.toFixed(0)} ms`,
      ],
    ),
  )
  checkLimits(
    concurrentOrders.map(({ oversold }) => ({ name: 'oversold', value: oversold, max: 0 })),
  )
}

export function printImports(times: ImportTime[]): void {
  printTable(
    'Import of 100,000 parts, from upload until all rows are applied',
    'rows | seconds | maximum',
    times.map(({ name, seconds, max }) => [name, seconds.toFixed(1), max]),
  )
  checkLimits(times.map(({ name, seconds, max }) => ({ name, value: seconds, max })))
}

/** Name of the working copy in the column of commits. */
export const WORKING_COPY = 'working copy'

/** Prints the rates of a commit and of the working copy, measured in alternating rounds. */
export function printRatios(commit: string, rows: [operation: string, Rates][]): void {
  printTable(
    'Per second, median of twelve alternating rounds; ratio: working copy divided by commit, median of neighbouring rounds',
    `operation | ${commit} | ${WORKING_COPY} | ratio`,
    rows.map(([operation, [before, now, ratio]]) => [
      operation,
      Math.round(before),
      Math.round(now),
      ratio.toFixed(2),
    ]),
  )
}

/** Prints the rates of a commit and of the working copy, each with its bare counterpart. */
export function printCommits(rows: [commit: string, Comparison][]): void {
  printTable(
    'Per second, each version compared three times with its bare counterpart',
    'operation | commit | shop | bare | ratio',
    rows
      .toSorted(([, a], [, b]) => a.name.localeCompare(b.name))
      .map(([commit, { name, shop, bare, ratio }]) => [
        name,
        commit,
        Math.round(shop),
        Math.round(bare),
        ratio.toFixed(2),
      ]),
  )
}

/** Prints the 95th percentile of each call, with its maximum. */
export function printTimedCalls(times: TimedCall[]): void {
  printTable(
    'Large carts, pastes and fit checks in a shop of more than 100,000 parts, 95th percentile',
    'call | ms | maximum',
    times.map(({ name, p95, max }) => [name, p95.toFixed(1), max]),
  )
  checkLimits(times.map(({ name, p95, max }) => ({ name, value: p95, max })))
}

export function printFirstLoad(rows: FirstLoad[]): void {
  printTable(
    'Transfer size of the first load, Brotli',
    'resources | kB | maximum',
    rows.map(({ name, kilobytes, max }) => [name, kilobytes.toFixed(1), max]),
  )
  checkLimits(rows.map(({ name, kilobytes, max }) => ({ name, value: kilobytes, max })))
}

export function printPages(pages: PageSpeed[]): void {
  printTable(
    `Lighthouse, a mid-range phone on slow 4G (CPU slowed down ${pages[0]?.cpuSlowdown} times), median of five runs. Targets: all scores 100, Largest Contentful Paint (LCP) under 1.5 s, Total Blocking Time (TBT) under 50 ms, Cumulative Layout Shift (CLS) 0`,
    'page | performance | accessibility | best practices | SEO | LCP | TBT | CLS',
    pages.map((page) => [
      page.path,
      page.performance,
      page.accessibility,
      page.bestPractices,
      page.seo,
      `${(page.lcpMs / 1000).toFixed(2)} s`,
      `${Math.round(page.tbtMs)} ms`,
      page.cls.toFixed(3),
    ]),
  )
  checkLimits(
    pages.flatMap(({ path, ...page }) => [
      { name: `${path}, performance`, value: page.performance, min: 100 },
      { name: `${path}, accessibility`, value: page.accessibility, min: 100 },
      { name: `${path}, best practices`, value: page.bestPractices, min: 100 },
      { name: `${path}, SEO`, value: page.seo, min: 100 },
      { name: `${path}, LCP in ms`, value: page.lcpMs, max: 1500 },
      { name: `${path}, TBT in ms`, value: page.tbtMs, max: 50 },
      { name: `${path}, CLS`, value: page.cls, max: 0 },
    ]),
  )
  for (const { path, failed } of pages) {
    if (failed.length > 0) console.log(`Failed audits of ${path}: ${failed.join(', ')}`)
  }
}
