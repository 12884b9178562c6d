import { parseArgs } from 'node:util'
import { readCorpusParts } from './corpus-parts.ts'
import { createLayouts } from './layouts.ts'
import { createMemoryReader, formatFigures, measureLayouts } from './measure.ts'

// Prints the figures by kind of layout: node tests/order-pad-corpus/run.ts --seed 1 --layouts 300 --faults 20
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    layouts: { type: 'string', default: '300' },
    faults: { type: 'string', default: '0' },
  },
})
const parts = readCorpusParts()
const layouts = createLayouts(parts, Number(values.seed), Number(values.layouts))
const started = performance.now()
const figures = await measureLayouts(layouts, createMemoryReader(parts))
console.log(formatFigures(figures))
console.log(`Read in ${(performance.now() - started).toFixed(0)} ms.`)
const faults = figures.flatMap((one) => one.faults).sort((a, b) => +b.isSilent - +a.isSilent)
for (const { layout, row, cells, expected, actual, isSilent } of faults.slice(
  0,
  Number(values.faults),
)) {
  console.log(
    `\n${isSilent ? 'NOT MARKED' : 'marked'}: ${layout.kind}, seed ${layout.seed}, row ${row}`,
  )
  console.log(JSON.stringify({ cells, expected, actual }))
}
