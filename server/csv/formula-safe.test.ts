import fc from 'fast-check'
import { expect, test } from 'vitest'
import { guarded, unguarded } from './formula-safe.ts'

const signs = fc.constantFrom(...`=+-@'" \t\r\n＝aß1,;`)
const cell = fc.oneof(fc.string(), fc.string({ unit: signs, maxLength: 6 }))

test('what begins as a formula is led by an apostrophe, also after blanks and quotation marks', () => {
  for (const formula of [
    '=1+1',
    '+49 40',
    '-2',
    '@sum',
    '\t=1',
    '\r=1',
    ' =1',
    `"=1`,
    `'=1`,
    '＝1',
  ])
    expect(guarded(formula)).toBe(`'${formula}`)
  for (const text of ['Chain', "'s-Hertogenbosch", '1-2', '']) expect(guarded(text)).toBe(text)
})

test('no guarded cell begins as a formula, and each is read again as it was', () => {
  fc.assert(
    fc.property(cell, (text) => {
      expect(guarded(text)).not.toMatch(/^[=+\-@\t\r]/)
      expect(unguarded(guarded(text))).toBe(text)
    }),
    { numRuns: 2000 },
  )
})
