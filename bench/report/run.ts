import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { CallName } from '@freehub/contract/calls'
import { type Results, readResults } from '../scale/results.ts'
import { type Bars, barChart, type Line, lineChart } from './chart.ts'
import { formatAssumptions, formatCoresTable, formatVolumesTable } from './cost-model.ts'
import {
  formatCallsTable,
  formatLoadTable,
  formatMachines,
  formatPagesTable,
  formatSalesTable,
  formatSearchesTable,
  formatSize,
  formatSizesTable,
  formatTablesTable,
} from './tables.ts'

const DOCS = path.resolve(import.meta.dirname, '../../docs')
const PAGE = path.join(DOCS, 'performance.md')

const results = await readResults()
if (results.sizes.length === 0)
  throw new Error('There are no results yet: run npm run bench -- scale')

const sections: Record<string, string> = {
  machine: formatMachines(results),
  sizes: formatSizesTable(results),
  tables: formatTablesTable(results),
  calls: formatCallsTable(results),
  searches: formatSearchesTable(results),
  pages: formatPagesTable(results),
  load: formatLoadTable(results),
  sales: formatSalesTable(results),
  assumptions: formatAssumptions(),
  cores: formatCoresTable(results),
  weights: formatVolumesTable(results),
}

await mkdir(path.join(DOCS, 'performance'), { recursive: true })
await writeFile(PAGE, fillMeasurements(await readFile(PAGE, 'utf8')))
for (const [name, chart] of Object.entries(createCharts(results))) {
  await writeFile(path.join(DOCS, 'performance', `${name}.svg`), chart)
}

/** Replaces the sections between the markers of the page. */
function fillMeasurements(page: string): string {
  return page.replaceAll(
    /(<!-- measured: (\w+) -->\n)[\s\S]*?(<!-- end -->)/g,
    (_, begin: string, name: string, end: string) => {
      const text = sections[name]
      if (text === undefined) throw new Error(`There is no measured section ${name}.`)
      return `${begin}\n${text}\n\n${end}`
    },
  )
}

function createCharts(all: Results): Record<string, string> {
  const along = all.sizes.map((size) => `${formatSize(size).replace(' × ', ' parts\n')} orders`)
  const lines = (names: CallName[]): Line[] =>
    names.map((name) => ({
      name,
      values: all.sizes.map(({ calls }) => calls[name]?.p99),
    }))
  const title = '99th percentile by parts × orders'
  return {
    'calls-of-parts': lineChart(
      `Reading parts: ${title}`,
      along,
      lines(['readPart', 'listParts', 'readPartRelations', 'listFamilies']),
    ),
    'calls-of-orders': lineChart(
      `Orders: ${title}`,
      along,
      lines(['placeOrder', 'listMyOrders', 'listAllOrders', 'readOverview']),
    ),
    searches: barChart(
      'Uncached searches: 99th percentile',
      [all.sizes[0], all.sizes.at(-1)].map((size) =>
        size ? `${formatSize(size)} parts × orders` : '',
      ),
      createSearchBars(all),
      { unit: 'ms', limit: 50 },
    ),
    load: barChart(
      'Responses of one process and of two',
      ['1 process', '2 processes'],
      createLoadBars(all),
      { unit: 'per second' },
    ),
  }
}

function createSearchBars({ sizes }: Results): Bars[] {
  const [small, large] = [sizes[0], sizes.at(-1)]
  return Object.keys(large?.searches ?? {}).map((name) => ({
    name,
    values: [small?.searches[name]?.p99, large?.searches[name]?.p99],
  }))
}

function createLoadBars({ sizes }: Results): Bars[] {
  const loadRuns = sizes.at(-1)?.loadRuns ?? []
  return Object.keys(loadRuns[0]?.loads ?? {}).map((name) => ({
    name,
    values: loadRuns.map(({ loads }) => loads[name]?.perSecond),
  }))
}
