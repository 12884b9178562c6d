import { PASTE_LENGTH_MAXIMUM } from '@freehub/contract/order-pad/split-cells'
import { expect, test } from 'vitest'
import { isFormula, joinLines, PasteRefusal, removeFormulas, splitPaste } from './split-paste.ts'

test('reads the first 500 rows, or as many as the pad has space for, and leaves the rest in the field', () => {
  const lines = Array.from({ length: 600 }, (_, n) => `FH-${n}\t${n}`)
  const { rows, rest, notes } = splitPaste(lines.join('\n'))
  expect(rows).toHaveLength(500)
  expect(rest).toBe(lines.slice(500).join('\n'))
  expect(notes).toEqual([
    'The first 500 rows were read. 100 more rows are still in the field. Add the found rows to the cart, then press “Add Rows”.',
  ])
  const few = splitPaste(lines.join('\n'), 3)
  expect(few.rows).toHaveLength(3)
  expect(few.rest).toBe(lines.slice(3).join('\n'))
  // Blank lines leave space in the pad.
  expect(splitPaste('a\t1\n\nb\t2', 2).notes).toEqual([
    'The first row was read. 1 more row is still in the field. Press “Add Rows” to read it.',
  ])
})

test.each([
  ['FH-1\t2', 'FH-2 5', 'FH-1\t2\nFH-2 5'],
  ['FH-1\t2\r\n', 'FH-2 5', 'FH-1\t2\r\nFH-2 5'],
  ['FH-1\t2', '\nFH-2 5', 'FH-1\t2\nFH-2 5'],
  ['', 'FH-2 5', 'FH-2 5'],
  ['FH-1\t2', '', 'FH-1\t2'],
])('puts %j and %j on separate lines', (first, second, joined) => {
  expect(joinLines(first, second)).toBe(joined)
})

test('keeps the headings and the separator of unread rows', () => {
  const { rows, rest } = splitPaste('\n;\nSKU;Qty\nFH-1;10\n\nFH-2;20\nFH-3;30\n', 4)
  expect(rows).toEqual([
    ['SKU', 'Qty'],
    ['FH-1', '10'],
  ])
  expect(rest).toBe(';\nSKU;Qty\nFH-2;20\nFH-3;30')
  const { notes } = splitPaste('a\t1\rb\t2\r\rc\t3', 1)
  expect(notes).toEqual([expect.stringContaining('2 more rows are still in the field.')])
})

test('reads the lines of a single spreadsheet cell as rows', () => {
  const cell = '"10 x FH-13132-7, 1"" wide\n20 x FH-10110-7"'
  expect(splitPaste(cell).rows).toEqual([['10 x FH-13132-7, 1" wide'], ['20 x FH-10110-7']])
})

test('states that the end of long rows was not read', () => {
  expect(splitPaste(`FH-10110-7\t${'x'.repeat(81)}`).notes).toEqual([
    '1 row is too long. Only the first 80 characters of a cell were read, and the first 960 of a line.',
  ])
})

test('names the columns that were read if a list has many columns', () => {
  const cells = (count: number) => Array.from({ length: count }, (_, n) => `FH-${n}`).join('\t')
  expect(splitPaste(`${cells(14)}\n${cells(14)}`).notes).toEqual([
    expect.stringContaining('Only columns 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 were read.'),
  ])
  expect(splitPaste(`${cells(11)}\t\t\n${cells(11)}\t\t`).notes).toEqual([])
})

test('leaves out empty lines', () => {
  expect(splitPaste('a\t1\n\n \t\nb\t2\n').rows).toEqual([
    ['a', '1'],
    ['b', '2'],
  ])
})

test.each([
  ['a long text', 'x'.repeat(PASTE_LENGTH_MAXIMUM + 1), 'This list is too long'],
  ['many columns', 'x\t'.repeat(100_000), 'too many columns'],
  ['bytes', '\0\u0001', 'This is not a text'],
  ['control characters', 'FH-1\u0001\u0002\t\u001b1\n', 'This is not a text'],
  ['formulas', `${"=CMD|'/c calc'!A0\t".repeat(10)}\n`.repeat(5000), 'formulas instead of their'],
  ['formulas with bars', "=cmd|' /C calc'!A0\n".repeat(3), 'Show Formulas'],
  ['formulas with separators', '=SUM(A1,B1)\n=HYPERLINK("http://a/","FH-1")\n', 'Show Formulas'],
  ['white space', ' \n\t\n', 'There are no rows'],
])('refuses %s', (_, text, message) => {
  expect(() => splitPaste(text)).toThrow(PasteRefusal)
  expect(() => splitPaste(text)).toThrow(message)
})

test.each([
  '=A1',
  '=B2*C2',
  '=SUM(A1:A9)',
  "=cmd|' /C calc'!A0",
  "='Sheet 1'!B2",
  '=5*20',
  '="a"&A1',
])('%s is a formula', (cell) => expect(isFormula(cell)).toBe(true))

test.each([
  '="00123"',
  '="Chain (black)"',
  '=FH-10110-7',
  '=== Order ===',
  '= 10',
  '-5',
  '10 = 5 + 5',
])('%s is not a formula', (cell) => expect(isFormula(cell)).toBe(false))

test('reads the other cells of rows with a formula, and states that the formula was not read', () => {
  const { rows, notes } = splitPaste('FH-10110-7\t280\t=A1*B1\nFH-13132-7\t10\t57.20\n=A3\t\t=B3')
  expect(rows.map(removeFormulas)).toEqual([
    ['FH-10110-7', '280', ''],
    ['FH-13132-7', '10', '57.20'],
    ['', '', ''],
  ])
  expect(notes).toEqual(['2 rows have a formula without its value. The formulas were not read.'])
})
