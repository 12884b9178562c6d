import type { ImportTime } from './importing.ts'
import type { ProcessGrowth, SaleOf } from './many-processes.ts'
import type { Growth } from './orders-lists.ts'
import type { FirstLoad, PageSpeed } from './pages.ts'
import type { Comparison } from './reading.ts'

/** Requests a second beside the bare thing, with the least ratio that is wanted. */
export function printComparisons(rows: [Comparison, number][]): void {
  console.log(
    '\nEach a second, the median of three rounds taken in turns, shop and bare on this machine\n',
  )
  console.log('| what | shop | bare | ratio | at least |')
  console.log('|---|---:|---:|---:|---:|')
  for (const [{ what, shop, bare }, least] of rows) {
    const ratio = (shop / bare).toFixed(2)
    console.log(`| ${what} | ${Math.round(shop)} | ${Math.round(bare)} | ${ratio} | ${least} |`)
  }
}

/** Lists with a thousand orders and with a million, with the least ratio that is wanted. */
export function printGrowths(growths: [Growth, number][]): void {
  console.log(
    '\nLists of orders, each a second, the median of three rounds taken in turns: two shops on this\n' +
      'machine, one with a thousand orders and one with a million\n',
  )
  console.log('| what | 1,000 orders | 1,000,000 orders | ratio | at least |')
  console.log('|---|---:|---:|---:|---:|')
  for (const [{ what, thousand, million }, least] of growths) {
    const rates = `${Math.round(thousand)} | ${Math.round(million)}`
    console.log(`| ${what} | ${rates} | ${(million / thousand).toFixed(2)} | ${least} |`)
  }
}

/** One process beside two; who asks has the same cores, so two can be at most a little quicker on two. */
export function printProcesses(growths: ProcessGrowth[], sales: SaleOf[]): void {
  console.log(
    '\nEach a second, the median of three rounds taken in turns: one process and two on a port\n',
  )
  console.log('| what | 1 process | 2 processes | ratio |')
  console.log('|---|---:|---:|---:|')
  for (const { what, one, two } of growths) {
    console.log(`| ${what} | ${Math.round(one)} | ${Math.round(two)} | ${(two / one).toFixed(2)} |`)
  }
  console.log(
    '\nA sale: sixty-four customers at once book the same ten parts until long after all are sold\n',
  )
  console.log('| processes | pieces | sold | oversold, at most 0 | refused | sold a second | p99 |')
  console.log('|---|---:|---:|---:|---:|---:|---:|')
  for (const { workers, pieces, sold, oversold, refused, soldPerSecond, times } of sales) {
    const rate = `${Math.round(soldPerSecond)} | ${times.p99.toFixed(0)} ms`
    console.log(`| ${workers} | ${pieces} | ${sold} | ${oversold} | ${refused} | ${rate} |`)
  }
}

/** Lists of parts, from being sent to being true. */
export function printImports(times: ImportTime[]): void {
  console.log('\nA list of 100,000 parts, from being sent to being true\n')
  console.log('| what | seconds | at most |')
  console.log('|---|---:|---:|')
  for (const { what, seconds, most } of times) {
    console.log(`| ${what} | ${seconds.toFixed(1)} | ${most} |`)
  }
}

export function printFirstLoad(rows: FirstLoad[]): void {
  console.log('\nFirst load, Brotli\n')
  console.log('| what | kB | at most |')
  console.log('|---|---:|---:|')
  for (const { what, kilobytes, most } of rows) {
    console.log(`| ${what} | ${kilobytes.toFixed(1)} | ${most} |`)
  }
}

export function printPages(pages: PageSpeed[]): void {
  console.log(
    '\nLighthouse, a mid-range phone on slow 4G, the median of five runs. Wanted: performance 98,\n' +
      'the others 100, largest paint under 1.5 s, blocking under 50 ms, shift 0\n',
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
    if (failed.length > 0) console.log(`${path} loses by: ${failed.join(', ')}`)
  }
}
