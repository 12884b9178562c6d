import { type CallName, calls } from '@freehub/contract/calls'
import type { Measured, Results } from '../scale/results.ts'
import type { Times } from '../scale/times.ts'

type Cell = string | number

/** A table of markdown; all columns but the first are numbers. */
export function table(heads: string[], rows: Cell[][]): string {
  const line = (cells: Cell[]) => `| ${cells.join(' | ')} |`
  const rule = `|${heads.map((_, n) => (n === 0 ? '---' : '---:')).join('|')}|`
  return [line(heads), rule, ...rows.map(line)].join('\n')
}

/** Every call of the contract, its median and 99th percentile at each size. */
export function callsTable({ sizes }: Results): string {
  const rows = (Object.keys(calls) as CallName[]).map((name) => [
    `\`${calls[name].method} ${calls[name].path}\``,
    ...sizes.map((size) => timesInWords(size.calls[name])),
  ])
  return table(['call', ...sizes.map(sizeInWords)], rows)
}

/** Each kind of search, the same. */
export function searchesTable({ sizes }: Results): string {
  const kinds = Object.keys(sizes[0]?.searches ?? {})
  const rows = kinds.map((kind) => [
    kind,
    ...sizes.map((size) => timesInWords(size.searches[kind])),
  ])
  return table(['search', ...sizes.map(sizeInWords)], rows)
}

export function sizesTable({ sizes }: Results): string {
  return table(
    ['', ...sizes.map(sizeInWords)],
    [
      ['database', ...sizes.map(({ databaseBytes }) => bytesInWords(databaseBytes))],
      ['filled in', ...sizes.map(({ fillSeconds }) => `${Math.round(fillSeconds)} s`)],
      [
        'one process at most, after every call',
        ...sizes.map(({ peakMegabytes }) => `${peakMegabytes[0] ?? '–'} MB`),
      ],
      [
        'each of two processes at most, in the crowd',
        ...sizes.map(
          ({ crowds }) =>
            `${Math.max(0, ...(crowds.find(({ workers }) => workers === 2)?.peakMegabytes ?? []))} MB`,
        ),
      ],
    ],
  )
}

/** The largest tables of the largest shop. */
export function tablesTable({ sizes }: Results): string {
  const { tables = [], orders = 1 } = sizes.at(-1) ?? {}
  return table(
    ['table', 'with its indexes', 'for each order'],
    tables.map(({ name, bytes }) => [
      `\`${name}\``,
      bytesInWords(bytes),
      `${Math.round(bytes / orders)} B`,
    ]),
  )
}

export function crowdsTable({ sizes }: Results): string {
  const rows = sizes.flatMap((size) => {
    const [one, two] = [1, 2].map((n) => size.crowds.find(({ workers }) => workers === n))
    return Object.entries(one?.loads ?? {}).map(([what, alone]) => {
      const both = two?.loads[what]
      return [
        `${what}, ${sizeInWords(size)}`,
        Math.round(alone.perSecond),
        Math.round(both?.perSecond ?? 0),
        ((both?.perSecond ?? 0) / alone.perSecond).toFixed(2),
        msInWords(alone.times.p99),
        msInWords(both?.times.p99 ?? 0),
      ]
    })
  })
  return table(['what', '1 process', '2 processes', 'ratio', 'p99 of 1', 'p99 of 2'], rows)
}

export function salesTable({ sizes }: Results): string {
  const rows = sizes.flatMap((size) =>
    size.crowds.map(({ workers, sale }) => [
      `${sizeInWords(size)}, ${workers === 1 ? '1 process' : `${workers} processes`}`,
      sale.pieces,
      sale.sold,
      sale.oversold,
      sale.refused,
      Math.round(sale.soldPerSecond),
      msInWords(sale.times.median),
      msInWords(sale.times.p99),
    ]),
  )
  return table(
    ['shop', 'pieces', 'sold', 'oversold', 'refused', 'sold a second', 'median', 'p99'],
    rows,
  )
}

export function pagesTable({ pages }: Results): string {
  const rows = (pages?.growths ?? []).map(({ what, small, large, least }) => [
    what,
    Math.round(small),
    Math.round(large),
    (large / small).toFixed(2),
    least,
  ])
  const large = `${(pages?.parts ?? 0).toLocaleString('en')} parts`
  return table(['page', '1,000 parts', large, 'ratio', 'at least'], rows)
}

export function machineInWords({ sizes }: Results): string {
  const machines = sizes.map(
    ({ machine: { cpu, cores, gigabytes, node, postgres, day } }) =>
      `${cpu}, ${cores} cores, ${gigabytes} GB, Node ${node}, PostgreSQL ${postgres}, ${day}`,
  )
  return [...new Set(machines)].map((machine) => `- ${machine}`).join('\n')
}

export function sizeInWords({ parts, orders }: Pick<Measured, 'parts' | 'orders'>): string {
  return `${short(parts)} × ${short(orders)}`
}

const short = (n: number) => (n >= 1e6 ? `${n / 1e6} M` : n >= 1e3 ? `${n / 1e3} k` : String(n))

const timesInWords = (times: Times | undefined) =>
  times ? `${digits(times.median)} / ${digits(times.p99)}` : '–'

const msInWords = (ms: number) => `${digits(ms)} ms`

const digits = (ms: number) =>
  ms >= 100 ? Math.round(ms).toLocaleString('en') : ms.toFixed(ms >= 10 ? 0 : 1)

export function bytesInWords(bytes: number): string {
  const [size, unit] = bytes >= 1e12 ? [1e12, 'TB'] : bytes >= 1e9 ? [1e9, 'GB'] : [1e6, 'MB']
  const amount = bytes / (size as number)
  return `${amount.toFixed(amount < 10 ? 1 : 0)} ${unit}`
}
