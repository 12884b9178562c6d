import { parseArgs } from 'node:util'
import { readCorpusParts } from './corpus-parts.ts'
import { createMemoryReader, formatAccuracy, measureLists } from './measure.ts'
import { createLists } from './pasted-lists.ts'

// Prints the accuracy by kind of list: node tests/order-pad-corpus/print-accuracy.ts --seed 1 --wrong-rows 20
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    lists: { type: 'string', default: '300' },
    'wrong-rows': { type: 'string', default: '0' },
  },
})
const parts = readCorpusParts()
const lists = createLists(parts, Number(values.seed), Number(values.lists))
const startedAt = performance.now()
const accuracies = await measureLists(lists, createMemoryReader(parts))
console.log(formatAccuracy(accuracies))
console.log(`Read in ${(performance.now() - startedAt).toFixed(0)} ms.`)
const wrongRows = accuracies
  .flatMap((one) => one.wrongRows)
  .sort((a, b) => +b.isSilent - +a.isSilent)
for (const { list, row, cells, expected, actual, isSilent } of wrongRows.slice(
  0,
  Number(values['wrong-rows']),
)) {
  console.log(
    `\n${isSilent ? 'SILENT' : 'not silent'}: ${list.kind}, seed ${list.seed}, row ${row}`,
  )
  console.log(JSON.stringify({ cells, expected, actual }))
}
