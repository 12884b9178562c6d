import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { CallName } from '@freehub/contract/calls'
import { type Results, readResults } from '../scale/results.ts'
import { type Bars, barChart, type Line, lineChart } from './chart.ts'
import { assumptionsInWords, coresTable, weightsTable } from './cost-model.ts'
import {
  callsTable,
  crowdsTable,
  machineInWords,
  pagesTable,
  salesTable,
  searchesTable,
  sizeInWords,
  sizesTable,
  tablesTable,
} from './tables.ts'

const DOCS = path.resolve(import.meta.dirname, '../../docs')
const PAGE = path.join(DOCS, 'performance.md')

const results = await readResults()
if (results.sizes.length === 0) throw new Error('Nothing is measured yet: npm run bench -- scale')

const written: Record<string, string> = {
  machine: machineInWords(results),
  sizes: sizesTable(results),
  tables: tablesTable(results),
  calls: callsTable(results),
  searches: searchesTable(results),
  pages: pagesTable(results),
  crowds: crowdsTable(results),
  sales: salesTable(results),
  assumptions: assumptionsInWords(),
  cores: coresTable(results),
  weights: weightsTable(results),
}

await mkdir(path.join(DOCS, 'performance'), { recursive: true })
await writeFile(PAGE, filled(await readFile(PAGE, 'utf8')))
for (const [name, chart] of Object.entries(chartsOf(results))) {
  await writeFile(path.join(DOCS, 'performance', `${name}.svg`), chart)
}

/** The page, with what stands between two marks written anew. */
function filled(page: string): string {
  return page.replaceAll(
    /(<!-- measured: (\w+) -->\n)[\s\S]*?(<!-- end -->)/g,
    (_, begin: string, name: string, end: string) => {
      const text = written[name]
      if (text === undefined) throw new Error(`There is nothing measured that is called ${name}.`)
      return `${begin}\n${text}\n\n${end}`
    },
  )
}

function chartsOf(all: Results): Record<string, string> {
  const along = all.sizes.map((size) => `${sizeInWords(size).replace(' × ', ' parts\n')} orders`)
  const lines = (names: CallName[]): Line[] =>
    names.map((name) => ({
      name,
      values: all.sizes.map(({ calls }) => calls[name]?.p99),
    }))
  const title = 'The 99th percentile against parts × orders'
  return {
    'calls-of-parts': lineChart(
      `Reading parts: ${title.toLowerCase()}`,
      along,
      lines(['readPart', 'listParts', 'readPartRelations', 'listFamilies']),
    ),
    'calls-of-orders': lineChart(
      `Orders: ${title.toLowerCase()}`,
      along,
      lines(['placeOrder', 'listMyOrders', 'listAllOrders', 'readOverview']),
    ),
    searches: barChart(
      'Searching, made anew: the 99th percentile',
      [all.sizes[0], all.sizes.at(-1)].map((size) =>
        size ? `${sizeInWords(size)} parts × orders` : '',
      ),
      searchBars(all),
      { unit: 'ms', limit: 50 },
    ),
    crowds: barChart(
      'Answers of one process and of two',
      ['1 process', '2 processes'],
      crowdBars(all),
      { unit: 'a second' },
    ),
  }
}

function searchBars({ sizes }: Results): Bars[] {
  const [small, large] = [sizes[0], sizes.at(-1)]
  return Object.keys(large?.searches ?? {}).map((name) => ({
    name,
    values: [small?.searches[name]?.p99, large?.searches[name]?.p99],
  }))
}

function crowdBars({ sizes }: Results): Bars[] {
  const crowds = sizes.at(-1)?.crowds ?? []
  return Object.keys(crowds[0]?.loads ?? {}).map((name) => ({
    name,
    values: crowds.map(({ loads }) => loads[name]?.perSecond),
  }))
}
