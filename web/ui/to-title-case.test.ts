import { expect, test } from 'vitest'
import { toTitleCase } from './to-title-case.ts'

test.each([
  ['hub and rim', 'Hub and Rim'],
  ['the listed parts', 'the Listed Parts'],
  ['10 wheels', '10 Wheels'],
  ['CN-HG601', 'CN-HG601'],
  ['Shimano chain', 'Shimano Chain'],
])('formats "%s" as "%s"', (text, label) => {
  expect(toTitleCase(text)).toBe(label)
})
