import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { readResults } from '../scale/results.ts'
import { formatAssumptions, formatCoresTable, formatVolumesTable } from './cost-model.ts'
import {
  formatCallsTable,
  formatConcurrentOrdersTable,
  formatLoadTable,
  formatMachines,
  formatOrderPadTable,
  formatPagesTable,
  formatSearchesTable,
  formatSizesTable,
} from './tables.ts'

const PAGE = path.resolve(import.meta.dirname, '../../docs/performance.md')

const results = await readResults()
if (results.sizes.length === 0)
  throw new Error('There are no results yet: run npm run bench -- scale')

const sections: Record<string, string> = {
  machine: formatMachines(results),
  sizes: formatSizesTable(results),
  calls: formatCallsTable(results),
  searches: formatSearchesTable(results),
  orderPad: formatOrderPadTable(results),
  pages: formatPagesTable(results),
  load: formatLoadTable(results),
  concurrentOrders: formatConcurrentOrdersTable(results),
  assumptions: formatAssumptions(),
  cores: formatCoresTable(results),
  weights: formatVolumesTable(results),
}

await writeFile(PAGE, fillMeasurements(await readFile(PAGE, 'utf8')))

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
