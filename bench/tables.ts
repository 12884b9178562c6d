import type { OrderListComparison } from './compare-order-lists.ts'
import type { ProcessComparison, WorkerSale } from './compare-processes.ts'
import type { Comparison } from './compare-reading.ts'
import type { FirstLoad, PageSpeed } from './pages.ts'
import type { ImportTime } from './time-imports.ts'

/** Prints rates of the shop and of its bare counterpart, with the minimum ratio. */
export function printComparisons(rows: [Comparison, number][]): void {
  console.log(
    '\nPer second, median of three alternating rounds, the shop and its bare counterpart on this machine\n',
  )
  console.log('| operation | shop | bare | ratio | minimum |')
  console.log('|---|---:|---:|---:|---:|')
  for (const [{ what, shop, bare }, minRatio] of rows) {
    const ratio = (shop / bare).toFixed(2)
    console.log(`| ${what} | ${Math.round(shop)} | ${Math.round(bare)} | ${ratio} | ${minRatio} |`)
  }
}

/** Prints rates of order lists with a thousand and with a million orders, with the minimum ratio. */
export function printOrderLists(comparisons: [OrderListComparison, number][]): void {
  console.log(
    '\nOrder lists per second, median of three alternating rounds: two shops on this machine, one with\n' +
      'a thousand orders and one with a million\n',
  )
  console.log('| list | 1,000 orders | 1,000,000 orders | ratio | minimum |')
  console.log('|---|---:|---:|---:|---:|')
  for (const [{ what, small, large }, minRatio] of comparisons) {
    const rates = `${Math.round(small)} | ${Math.round(large)}`
    console.log(`| ${what} | ${rates} | ${(large / small).toFixed(2)} | ${minRatio} |`)
  }
}

/** Prints one process beside two. The load generator shares their cores, so two are only a little faster. */
export function printProcesses(comparisons: ProcessComparison[], sales: WorkerSale[]): void {
  console.log('\nPer second, median of three alternating rounds: one process and two on one port\n')
  console.log('| page | 1 process | 2 processes | ratio |')
  console.log('|---|---:|---:|---:|')
  for (const { what, one, two } of comparisons) {
    console.log(`| ${what} | ${Math.round(one)} | ${Math.round(two)} | ${(two / one).toFixed(2)} |`)
  }
  console.log('\nA sale: 64 concurrent customers book the same ten parts, more than there are\n')
  console.log('| processes | pieces | sold | oversold, max. 0 | refused | sold per second | p99 |')
  console.log('|---|---:|---:|---:|---:|---:|---:|')
  for (const { workers, pieces, sold, oversold, refused, soldPerSecond, times } of sales) {
    const rate = `${Math.round(soldPerSecond)} | ${times.p99.toFixed(0)} ms`
    console.log(`| ${workers} | ${pieces} | ${sold} | ${oversold} | ${refused} | ${rate} |`)
  }
}

/** Prints the duration of imports. */
export function printImports(times: ImportTime[]): void {
  console.log('\nImport of 100,000 parts, from upload until all rows are applied\n')
  console.log('| rows | seconds | maximum |')
  console.log('|---|---:|---:|')
  for (const { what, seconds, max } of times) {
    console.log(`| ${what} | ${seconds.toFixed(1)} | ${max} |`)
  }
}

export function printFirstLoad(rows: FirstLoad[]): void {
  console.log('\nFirst load, Brotli\n')
  console.log('| resources | kB | maximum |')
  console.log('|---|---:|---:|')
  for (const { what, kilobytes, max } of rows) {
    console.log(`| ${what} | ${kilobytes.toFixed(1)} | ${max} |`)
  }
}

export function printPages(pages: PageSpeed[]): void {
  console.log(
    '\nLighthouse, a mid-range phone on slow 4G, median of five runs. Targets: performance 98, others\n' +
      '100, largest paint under 1.5 s, blocking under 50 ms, shift 0\n',
  )
  console.log(
    '| page | performance | accessibility | best practices | SEO | largest paint | blocking | shift |',
  )
  console.log('|---|---:|---:|---:|---:|---:|---:|---:|')
  for (const page of pages) {
    const scores = [page.performance, page.accessibility, page.bestPractices, page.seo].join(' | ')
    const paint = `${(page.largestPaintMs / 1000).toFixed(2)} s`
    const blocking = `${Math.round(page.blockingMs)} ms`
    console.log(`| ${page.path} | ${scores} | ${paint} | ${blocking} | ${page.shift.toFixed(3)} |`)
  }
  for (const { path, failed } of pages) {
    if (failed.length > 0) console.log(`Failed audits of ${path}: ${failed.join(', ')}`)
  }
}
