import { expect, test } from 'vitest'
import { readCorpusParts } from './corpus-parts.ts'
import { createLayouts } from './layouts.ts'
import { createMemoryReader, formatFigures, measureLayouts } from './measure.ts'

test('reads at least 98 % of the rows of 300 layouts, and no wrong part or quantity without a mark', () => {
  const parts = readCorpusParts()
  const figures = measureLayouts(createLayouts(parts, 1, 300), createMemoryReader(parts))
  const faults = figures.flatMap((one) => one.faults)
  const rows = figures.reduce((sum, one) => sum + one.rows, 0)
  console.log(formatFigures(figures))
  expect(faults.length / rows).toBeLessThan(0.02)
  expect(faults.filter(({ isSilent }) => isSilent)).toEqual([])
})
