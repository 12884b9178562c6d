import { expect, test } from 'vitest'
import { PASTE_COLUMNS_MAXIMUM, PASTE_LENGTH_MAXIMUM, splitCells } from './split-cells.ts'

const rowsOf = (text: string) => splitCells(text).rows

test.each([
  ['tabs', 'FH-13132-7\t10\r\nFH-10110-7\t280\r\n'],
  ['semicolons', '"FH-13132-7";"10"\n"FH-10110-7";"280"'],
  ['pipes', '| FH-13132-7 | 10 |\n| FH-10110-7 | 280 |'],
  ['commas', 'FH-13132-7,10\rFH-10110-7,280'],
  ['spaces', 'FH-13132-7    10\nFH-10110-7   280'],
  ['tabs after a byte order mark', '\ufeffFH-13132-7\t10\nFH-10110-7\t280'],
])('splits text with %s', (_, text) => {
  expect(rowsOf(text)).toEqual([
    ['FH-13132-7', '10'],
    ['FH-10110-7', '280'],
  ])
})

test('keeps line breaks, separators and doubled quotes in a quoted cell', () => {
  expect(rowsOf('"26"" tube\nblack; light"\t10\n"a\tb"\t20')).toEqual([
    ['26" tube black; light', '10'],
    ['a b', '20'],
  ])
})

test('splits rows at tabs even if they have different numbers of cells', () => {
  expect(rowsOf('FH-1\t10\nFH-2\t20\tx\nFH-3\t30\ty\tz')).toEqual([
    ['FH-1', '10'],
    ['FH-2', '20', 'x'],
    ['FH-3', '30', 'y', 'z'],
  ])
})

test('reads an unclosed quote as an ordinary character', () => {
  expect(rowsOf('"tube\t10\n26"\t20')).toEqual([
    ['"tube', '10'],
    ['26"', '20'],
  ])
})

test('removes invisible characters and leading apostrophes', () => {
  expect(rowsOf("\u200bFH-13132-7\u2060\t'0010\t1\u00a0250\t\u00adKette\u00a0blau\u0007")).toEqual([
    ['FH-13132-7', '0010', '1’250', 'Kette blau'],
  ])
})

test('does not split sentences and decimal numbers at commas', () => {
  expect(rowsOf('Hello, please send\n10,00 FH-13132-7')).toEqual([
    ['Hello, please send'],
    ['10,00 FH-13132-7'],
  ])
  expect(rowsOf('FH-13132-7 10,00\nFH-10110-7 5,00')).toEqual([
    ['FH-13132-7 10,00'],
    ['FH-10110-7 5,00'],
  ])
})

test.each([
  ['Hello Anna; please send', '10x FH-13132-7', '20x FH-10110-7'],
  ['10x FH-13132-7; black', '20x FH-10110-7; 6-speed; silver'],
])(
  'does not split at semicolons if few lines have them, or if their number differs between lines',
  (...lines) => {
    expect(rowsOf(lines.join('\n'))).toEqual(lines.map((line) => [line]))
  },
)

test('keeps a column that only one row uses', () => {
  const text = `${'FH-13132-7\t10\t\n'.repeat(10)}FH-10110-7\t280\turgent`
  expect(rowsOf(text).at(-1)).toEqual(['FH-10110-7', '280', 'urgent'])
})

test('splits at tabs if the rows have different numbers of cells', () => {
  expect(rowsOf('FH-13132-7\t10\nFH-10110-7\t280\turgent')).toEqual([
    ['FH-13132-7', '10'],
    ['FH-10110-7', '280', 'urgent'],
  ])
})

test('does not split lines with names and decimal numbers at commas', () => {
  const lines = [
    '1 Tube, 25/32-622, Presta 60 mm 50 1,42 71,00',
    '2 Tape, 35 mm 851 11,80 10.041,80',
  ]
  expect(rowsOf(lines.join('\n'))).toEqual(lines.map((line) => [line]))
})

test('splits columns of fixed width with empty cells', () => {
  expect(rowsOf('FH-13132-7   black   10\nFH-10110-7           280\n')).toEqual([
    ['FH-13132-7', 'black', '10'],
    ['FH-10110-7', '', '280'],
  ])
})

test.each([
  ['FH-10110-7  280', 'FH-11180-7  60', 'FH-13132-7   7', 'Bremsscheibe RT-160 6-Loch  2'],
  ['FH-10110-7  280', 'Bremsscheibe RT-160 6-Loch  2', 'Bremsscheibe RT-180 6-Loch  2'],
  ['FH-10110-7  Chain  280', 'FH-11180-7  Post  60', 'FH-13132-7  Chainring 32 teeth  7'],
])('splits a line at its own gaps if it ends before the gap of a longer line: %s', (...lines) => {
  expect(rowsOf(lines.join('\n'))).toEqual(lines.map((line) => line.split(/ {2,}/)))
})

test('splits lines with several items unless the paste then has more than 500 rows', () => {
  const line = '2x FH-13132-7, 3x FH-10110-7\n'
  expect(rowsOf(line.repeat(250))).toHaveLength(500)
  expect(rowsOf(line.repeat(251))).toHaveLength(251)
})

test('splits a long line into all its items', () => {
  const items = Array.from({ length: 120 }, () => '2x FH-13132-7 chainring 32 teeth black')
  const { rows, cutRows } = splitCells(items.join(', '))
  expect(rows.map(([cell]) => cell)).toEqual(items)
  expect(cutRows).toBe(0)
})

test('splits a line of 300 items into rows, and refuses 600 in one line', () => {
  const items = Array<string>(300).fill('FH-13132-7')
  expect(rowsOf(`Please send\n${items.join(',')}`)).toHaveLength(301)
  expect(splitCells(items.concat(items).join(',')).refusal).toBe('too_many_columns')
})

test('keeps a row for each empty line', () => {
  expect(rowsOf('a\n\nb\n')).toEqual([['a'], [''], ['b']])
  expect(rowsOf('')).toEqual([])
})

test('continues a long line in additional cells', () => {
  const line = Array.from({ length: 40 }, (_, n) => `word${n}`).join(' ')
  const [row = []] = rowsOf(line)
  expect(row.join(' ')).toBe(line)
  expect(row.every((cell) => cell.length <= 80)).toBe(true)
})

test('returns the number of rows that were cut', () => {
  const long = 'word '.repeat(300)
  const cell = 'x'.repeat(81)
  expect(splitCells(`${long}\nFH-13132-7 10\n${cell}`)).toMatchObject({ cutRows: 2 })
  expect(splitCells(`FH-13132-7\t${cell}\nFH-10110-7\t10`)).toMatchObject({ cutRows: 1 })
  expect(splitCells(`FH-13132-7\t10\n${'word '.repeat(190)}`)).toMatchObject({ cutRows: 0 })
})

test('stops after 500 rows and states the position of the rest', () => {
  const text = Array.from({ length: 750 }, (_, n) => `FH-13132-7\t${n}`).join('\r\n')
  const { rows, end, unreadLines } = splitCells(text)
  expect(rows).toHaveLength(500)
  expect(text.slice(end)).toMatch(/^FH-13132-7\t500\r\n/)
  expect(unreadLines).toBe(250)
})

test('reads the 12 columns of a wide export that are most likely codes, quantities and names', () => {
  const headings = [
    ...Array.from({ length: 40 }, (_, n) => `Billing field ${n % 9}`),
    'Lineitem sku',
  ]
  const cells = [...Array.from({ length: 40 }, () => 'Reed'), 'FH-13132-7', '10']
  const { rows, columns } = splitCells(
    `${[...headings, 'Lineitem quantity'].join(',')}\n${cells.join(',')}`,
  )
  expect(columns).toHaveLength(12)
  expect(columns?.slice(-2)).toEqual([40, 41])
  expect(rows[1]?.slice(-2)).toEqual(['FH-13132-7', '10'])
})

test('omits the columns of a wide export that are empty in all rows', () => {
  const row = (code: string, quantity: string) =>
    [code, ...Array.from({ length: 20 }, () => ''), quantity].join(';')
  expect(splitCells(`${row('FH-13132-7', '10')}\n${row('FH-10110-7', '280')}`)).toMatchObject({
    rows: [
      ['FH-13132-7', '10'],
      ['FH-10110-7', '280'],
    ],
    columns: [0, 21],
  })
})

test.each([
  ['too_long', 'a'.repeat(PASTE_LENGTH_MAXIMUM + 1)],
  ['too_long', '=1+1\t'.repeat(2_000_000)],
  ['too_many_columns', '\t'.repeat(100_000)],
  ['too_many_columns', 'Chain,'.repeat(PASTE_COLUMNS_MAXIMUM + 1)],
] as const)('refuses text with the reason %s', (refusal, text) => {
  expect(splitCells(text)).toMatchObject({ rows: [], refusal })
})

test.each([
  ['quotes', '"'.repeat(PASTE_LENGTH_MAXIMUM)],
  ['quoted starts', '"a\t'.repeat(250)],
  ['one line', 'FH-13132-7 '.repeat(90_000)],
  ['spaces', ' '.repeat(PASTE_LENGTH_MAXIMUM)],
  ['line ends', '\n'.repeat(PASTE_LENGTH_MAXIMUM)],
  ['control characters', '\u0000\u0001\u200b'.repeat(330_000)],
  ['items with many names', `2x FH-13132-7${'+()'.repeat(1300)}\t`.repeat(240)],
  ['many items in a line', '2x FH-13132-7 and '.repeat(20_000)],
  ['a long item', `${'FH-13132-7 '.repeat(50_000)}and 2x FH-10110-7`],
  ['wide gaps', `a${' '.repeat(3990)}b\n`.repeat(250)],
])('splits hostile text (%s) into at most 500 rows', (_, text) => {
  // With an algorithm of quadratic time, this would last for hours.
  const { rows } = splitCells(text)
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.length).toBeLessThanOrEqual(500)
})
