import { type CallName, calls } from '@freehub/contract/calls'
import type { Results, SizeResults } from '../scale/results.ts'
import type { Times } from '../scale/summarize-times.ts'

type Cell = string | number

/** Formats a Markdown table; all columns except the first are numbers. */
export function formatTable(heads: string[], rows: Cell[][]): string {
  const line = (cells: Cell[]) => `| ${cells.join(' | ')} |`
  const rule = `|${heads.map((_, n) => (n === 0 ? '---' : '---:')).join('|')}|`
  return [line(heads), rule, ...rows.map(line)].join('\n')
}

/** Returns the smallest and the largest of the measured shops. */
function pickExtremes({ sizes }: Results): SizeResults[] {
  return sizes.filter((_, n) => n === 0 || n === sizes.length - 1)
}

/** Formats the 99th percentile of slow calls: those for which it is at least 50 ms in the largest shop. */
export function formatCallsTable(results: Results): string {
  const sizes = pickExtremes(results)
  const rows = (Object.keys(calls) as CallName[])
    .filter((name) => (sizes.at(-1)?.calls[name]?.p99 ?? 0) >= 50)
    .map((name) => [
      `\`${calls[name].method} ${calls[name].path}\``,
      ...sizes.map((size) => formatP99(size.calls[name])),
    ])
  return formatTable(['call', ...sizes.map(formatSize)], rows)
}

/** Formats the 99th percentile of each kind of search. */
export function formatSearchesTable(results: Results): string {
  const sizes = pickExtremes(results)
  const kinds = Object.keys(sizes[0]?.searches ?? {})
  const rows = kinds.map((kind) => [kind, ...sizes.map((size) => formatP99(size.searches[kind]))])
  return formatTable(['search', ...sizes.map(formatSize)], rows)
}

/** Formats the 95th percentile of the response times of the order pad's calls, in ms, with their maximum. */
export function formatOrderPadTable(results: Results): string {
  const sizes = pickExtremes(results)
  const rows = (sizes.at(-1)?.orderPad ?? []).map(({ name, max }) => [
    name,
    ...sizes.map(({ orderPad }) => {
      const found = orderPad?.find((timed) => timed.name === name)
      return found ? formatNumber(found.p95) : '–'
    }),
    max,
  ])
  return formatTable(['call', ...sizes.map(formatSize), 'maximum'], rows)
}

/** Formats database size, time to fill and memory of the smallest and the largest shop. */
export function formatSizesTable(results: Results): string {
  const sizes = pickExtremes(results)
  return formatTable(
    ['', ...sizes.map(formatSize)],
    [
      ['database', ...sizes.map(({ databaseBytes }) => formatBytes(databaseBytes))],
      ['time to fill', ...sizes.map(({ fillSeconds }) => `${Math.round(fillSeconds)} s`)],
      [
        'peak memory of one process, after every call',
        ...sizes.map(({ peakMegabytes }) => `${peakMegabytes[0] ?? '–'} MB`),
      ],
      [
        'peak memory of each of two processes, under load',
        ...sizes.map(
          ({ loadRuns }) =>
            `${Math.max(0, ...(loadRuns.find(({ workers }) => workers === 2)?.peakMegabytes ?? []))} MB`,
        ),
      ],
    ],
  )
}

/** Formats the throughput of one process. */
export function formatLoadTable(results: Results): string {
  const sizes = pickExtremes(results)
  const runs = sizes.map(
    ({ loadRuns }) => loadRuns.find(({ workers }) => workers === 1)?.loads ?? {},
  )
  const rows = Object.keys(runs[0] ?? {}).map((name) => [
    name,
    ...runs.flatMap(({ [name]: load }) =>
      load ? [Math.round(load.perSecond), formatMs(load.times.p99)] : ['–', '–'],
    ),
  ])
  const heads = sizes.flatMap((size) => [`${formatSize(size)}, per second`, 'p99'])
  return formatTable(['load', ...heads], rows)
}

/** Formats how fast concurrent customers ordered the whole stock, and how much was oversold. */
export function formatConcurrentOrdersTable(results: Results): string {
  const rows = pickExtremes(results).flatMap((size) =>
    size.loadRuns.map(({ workers, concurrentOrders }) => [
      `${formatSize(size)}, ${workers === 1 ? '1 process' : `${workers} processes`}`,
      concurrentOrders.available,
      concurrentOrders.oversold,
      Math.round(concurrentOrders.placedPerSecond),
      formatMs(concurrentOrders.times.p99),
    ]),
  )
  return formatTable(['shop', 'available', 'oversold', 'placed per second', 'p99'], rows)
}

/** Formats the rates of pages in a small and a large catalog. */
export function formatPagesTable({ pages }: Results): string {
  const rows = (pages?.comparisons ?? []).map(({ name, small, large }) => [
    name,
    Math.round(small),
    Math.round(large),
    (large / small).toFixed(2),
  ])
  const large = `${(pages?.parts ?? 0).toLocaleString('en')} parts`
  return formatTable(['page', '1,000 parts', large, 'ratio'], rows)
}

/** Lists the machines on which the results were measured. */
export function formatMachines({ sizes }: Results): string {
  const machines = sizes.map(
    ({ machine: { cpu, cores, gigabytes, node, postgres, date: day } }) =>
      `${cpu}, ${cores} cores, ${gigabytes} GB, Node ${node}, PostgreSQL ${postgres}, ${day}`,
  )
  return [...new Set(machines)].map((machine) => `- ${machine}`).join('\n')
}

/** Formats the numbers of parts and orders: `1 k × 1 k`. */
export function formatSize({ parts, orders }: Pick<SizeResults, 'parts' | 'orders'>): string {
  return `${formatCount(parts)} × ${formatCount(orders)}`
}

const formatCount = (n: number) =>
  n >= 1e6 ? `${n / 1e6} M` : n >= 1e3 ? `${n / 1e3} k` : String(n)

const formatP99 = (times: Times | undefined) => (times ? formatNumber(times.p99) : '–')

const formatMs = (ms: number) => `${formatNumber(ms)} ms`

const formatNumber = (ms: number) =>
  ms >= 100 ? Math.round(ms).toLocaleString('en') : ms.toFixed(ms >= 10 ? 0 : 1)

export function formatBytes(bytes: number): string {
  const [size, unit] = bytes >= 1e12 ? [1e12, 'TB'] : bytes >= 1e9 ? [1e9, 'GB'] : [1e6, 'MB']
  const amount = bytes / (size as number)
  return `${amount.toFixed(amount < 10 ? 1 : 0)} ${unit}`
}
