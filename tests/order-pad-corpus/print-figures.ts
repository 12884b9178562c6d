import { parseArgs } from 'node:util'
import { readCorpusParts } from './corpus-parts.ts'
import { createMemoryReader, formatFigures, measureLists } from './measure.ts'
import { createLists } from './pasted-lists.ts'

// Prints the figures by kind of list: node tests/order-pad-corpus/print-figures.ts --seed 1 --lists 300 --faults 20
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    lists: { type: 'string', default: '300' },
    faults: { type: 'string', default: '0' },
  },
})
const parts = readCorpusParts()
const lists = createLists(parts, Number(values.seed), Number(values.lists))
const startedAt = performance.now()
const figures = await measureLists(lists, createMemoryReader(parts))
console.log(formatFigures(figures))
console.log(`Read in ${(performance.now() - startedAt).toFixed(0)} ms.`)
const faults = figures.flatMap((one) => one.faults).sort((a, b) => +b.isSilent - +a.isSilent)
for (const { list, row, cells, expected, actual, isSilent } of faults.slice(
  0,
  Number(values.faults),
)) {
  console.log(
    `\n${isSilent ? 'NOT MARKED' : 'marked'}: ${list.kind}, seed ${list.seed}, row ${row}`,
  )
  console.log(JSON.stringify({ cells, expected, actual }))
}
