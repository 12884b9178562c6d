import { expect, test } from 'vitest'
import { listCellKeys, listTextKeys, MAX_KEYS } from './find-codes.ts'
import { findLayout } from './layout.ts'
import { limitColumns } from './limit-columns.ts'
import { type ParsedPadRow, parseRow } from './parse-row.ts'
import { splitCells } from './split-cells.ts'
import { findLabelled } from './text-quantity.ts'

const KNOWN = [
  'FH131327',
  'FH101107',
  'FH111807',
  '04006381333931',
  'RT1606',
  'LAGER7BLAU',
  'KC8830',
]

function read(text: string, known = KNOWN): ParsedPadRow[] {
  const { rows } = splitCells(text)
  const cellKeys = listCellKeys(rows)
  const found = new Set([...cellKeys.values()].flat().filter((key) => known.includes(key)))
  const isKnown = (key: string) => found.has(key)
  for (const key of listTextKeys(rows, cellKeys, isKnown)) if (known.includes(key)) found.add(key)
  const layout = findLayout(rows, isKnown)
  return rows.map((row) => parseRow(row, layout, isKnown))
}

/** The state, the first key and the quantity of each row. */
function shortRows(text: string) {
  return read(text).map(
    ({ state, skipReason, keys, quantity, isQuantityUnclear }) =>
      `${skipReason ?? state} ${keys[0] ?? '-'} ${quantity ?? '-'}${isQuantityUnclear ? '?' : ''}`,
  )
}

test('reads a copied spreadsheet with different kinds of codes', () => {
  const text = `Artikel\tBezeichnung\tMenge
FH-10110-7\tKette 6/7/8-fach\t280
11180-7\tKassette 8-fach\t60
FH-13132-1\tKettenblatt 32\t100
RT-160-6\tBremsscheibe\t250
4,00638E+12\t\t10`
  expect(shortRows(text)).toEqual([
    'heading - -',
    'known FH101107 280',
    'known FH111807 60',
    'guess FH131327 100',
    'known RT1606 250',
    'shortened - 10',
  ])
})

test('reads a mail, and skips greeting and signature with a reason', () => {
  const text = `Hello Anna,

10x FH-13132-7 chainring, 32 teeth, 104 x 4
FH 10110 7 - 280 Stk
FH-10210-3 - 5 pcs

Kind regards
Tom, tel. +44 113 496 0117`
  expect(shortRows(text)).toEqual([
    'text - -',
    'empty - -',
    'known FH131327 10',
    'known FH101107 280',
    'unknown - 5',
    'empty - -',
    'text - -',
    'text - -',
  ])
})

test('does not read line numbers, prices, dates and GTINs as quantities', () => {
  const text = `1;2026-03-02;FH-13132-7;4006381333931;5,72;40;228,80
2;2026-03-02;FH-10110-7;4006381333931;2,68;280;750,40
3;2026-03-02;FH-11180-7;4006381333931;5,12;60;307,20`
  expect(read(text).map(({ quantity }) => quantity)).toEqual([40, 280, 60])
})

test('reads the column as quantities for which quantity × price = total', () => {
  const text = `FH-13132-7;500;10;5,72;57,20
FH-10110-7;100;280;2,68;750,40`
  expect(shortRows(text)).toEqual(['known FH131327 10', 'known FH101107 280'])
})

test('marks quantities as unclear if two columns without headings may contain them', () => {
  const text = 'FH-13132-7;500;10\nFH-10110-7;100;280\nFH-11180-7;70;45'
  expect(read(text).every(({ isQuantityUnclear }) => isQuantityUnclear)).toBe(true)
})

test('reads 10,000 as ten if ten times the price is the total', () => {
  const text = 'FH-13132-7\t10,000\t5,72\t57,20\nFH-10110-7\t280,000\t2,68\t750,40'
  expect(shortRows(text)).toEqual(['known FH131327 10', 'known FH101107 280'])
  expect(shortRows('FH-13132-7\t10,000\t0,57\t5,70')).toEqual(['known FH131327 10'])
})

test.each(['FH-13132-7\t10,000\nFH-10110-7\t280,000', 'FH-13132-7\t10,000\nFH-10110-7\tmany'])(
  'marks quantities as unclear if 10,000 may be ten: %j',
  (text) => {
    expect(read(text).every(({ isQuantityUnclear }) => isQuantityUnclear)).toBe(true)
  },
)

test.each([
  ['1,500', '2,250', 1500, 2250],
  ['1,500', '1,234,000', 1500, 1_234_000],
  ['1.500', '1.234.000', 1500, 1_234_000],
  ['10.000', '1.234,00', 10_000, 1234],
  ['10,000', '1,234.00', 10_000, 1234],
  ['10.000', '1.234.567,000', 10_000, 1_234_567],
])('reads the separator of %s beside %s as a thousands separator', (a, b, first, second) => {
  expect(shortRows(`FH-10110-7\t${a}\nFH-11180-7\t${b}`)).toEqual([
    `known FH101107 ${first}`,
    `known FH111807 ${second}`,
  ])
})

test.each([
  ['10,000', '1.234,00', 10, 1234],
  ['10,000', '1.234,000', 10, 1234],
  ['10.000', '1,234,567.000', 10, 1_234_567],
  ['10,000', '1234,000', 10, 1234],
])('reads the separator of %s beside %s as a decimal separator', (a, b, first, second) => {
  expect(shortRows(`FH-10110-7\t${a}\nFH-11180-7\t${b}`)).toEqual([
    `known FH101107 ${first}`,
    `known FH111807 ${second}`,
  ])
})

test('reads a column of short numbers as codes only if another column has the quantities', () => {
  const known = [...KNOWN, '10', '10234', '10235']
  const readShort = (text: string) =>
    read(text, known).map(({ keys: [key], quantity }) => `${key} ${quantity ?? '-'}`)
  const quantities = 'FH-13132-7\t10\nFH-10110-7\t10\nFH-11180-7\t20'
  expect(readShort(quantities)).toEqual(['FH131327 10', 'FH101107 10', 'FH111807 20'])
  const withGap = 'FH-13132-7\tRing\t10\nFH-10110-7\tChain\t\nFH-11180-7\tTube\t60'
  expect(readShort(withGap)).toEqual(['FH131327 10', 'undefined -', 'FH111807 60'])
  expect(readShort('1\tFH-13132-7\t10\n2\tFH-10110-7\t12')).toEqual(['FH131327 10', 'FH101107 12'])
  expect(readShort('10234\t5\n10235\t6')).toEqual(['10234 5', '10235 6'])
  expect(readShort('10234\tFH-13132-7\t5\n10235\tFH-10110-7\t6')).toEqual(['10234 5', '10235 6'])
})

test('keeps the quantities of a list if one of them is also an own number', () => {
  const own = ['1001', 'K11', '0042', '50']
  const readOwn = (text: string) => read(text, own).map(({ keys, quantity }) => [keys[0], quantity])
  const expected = [
    ['1001', 50],
    ['0042', 80],
    ['K11', 20],
  ]
  expect(readOwn(`1001\t50\n0042\t80\nK-11\t20`)).toEqual(expected)
  expect(readOwn(`1001\t50\tKette\n0042\t80\tRing\nK-11\t20\tRad`)).toEqual(expected)
  expect(readOwn(`50\t1001\n80\t0042\n20\tK-11`)).toEqual(expected)
  expect(readOwn(`1001\t50\n0042\t80`)).toEqual(expected.slice(0, 2))
  expect(read('1001\t50', own)).toMatchObject([{ isQuantityUnclear: true }])
})

test('finds an own number without digits if it is the only text of its row', () => {
  expect(read('Kette blau', ['KETTEBLAU'])).toMatchObject([{ state: 'known', quantity: null }])
  expect(read('Kette blau;5', ['KETTEBLAU'])).toMatchObject([{ state: 'known', quantity: 5 }])
  expect(read('10', ['10'])).toMatchObject([{ state: 'skipped' }])
})

test('offers corrections for a mistyped number that begins with a known part number', () => {
  const known = [...KNOWN, 'FH304012', 'FH304029']
  expect(read('FH 304012 9\t50\nFH-13132-7\t5', known)).toMatchObject([
    { state: 'guess', keys: expect.arrayContaining(['FH304012', 'FH304029']) },
    { state: 'known' },
  ])
})

test('does not skip items whose text contains the word total', () => {
  expect(shortRows('10 FH-13132-1 total')).toEqual(['guess FH131327 10'])
  expect(shortRows('Total Control brake FH-13132-7: 10')).toEqual(['known FH131327 10'])
  const text = `SKU;Name;Qty
FH-13132-1;Total Control brake;5
ZZ-99123;Total cleaner;6
Total;;11
;Total;11`
  expect(shortRows(text).slice(1)).toEqual([
    'guess FH131327 5',
    'unknown - 6',
    'total - -',
    'total - -',
  ])
})

test('marks an unreadable quantity as unclear', () => {
  const text = 'FH-13132-7\t-5\nFH-10110-7\ttwo\nRT-160-6\t60\nLager 7 blau\t10\nKC-8830\t7'
  expect(
    read(text).map(({ quantity, isQuantityUnclear }) => [quantity, isQuantityUnclear]),
  ).toEqual([
    [null, true],
    [null, true],
    [60, false],
    [10, false],
    [7, false],
  ])
})

test('returns the text of an unreadable quantity', () => {
  const texts = (text: string) => read(text).map(({ quantityText }) => quantityText)
  const cells = ['2 x 50', 'TBD', '40.5', '3 boxes', '100', '60', '80', '-']
  expect(texts(cells.map((cell) => `FH-13132-7\t${cell}`).join('\n'))).toEqual([
    ...cells.slice(0, 4),
    ...cells.slice(4).map(() => null),
  ])
  expect(texts('2 cartons of FH-10110-7\n10 x FH-13132-7')).toEqual([
    '2 cartons of FH-10110-7',
    null,
  ])
})

test('skips empty rows, repeated headings and sums', () => {
  const text = `SKU;Qty;Total
FH-13132-7;10;57.20
;;
Subtotal;10;57.20
SKU;Qty;Total
FH-10110-7;280;750.40`
  expect(shortRows(text)).toEqual([
    'heading - -',
    'known FH131327 10',
    'empty - -',
    'total - -',
    'heading - -',
    'known FH101107 280',
  ])
})

test.each([
  'MwSt 19 %',
  'MwSt.',
  '+ 19% MwSt',
  'USt',
  'VAT (20 %)',
  'Sales tax',
  'TVA:',
  'IVA 22%',
  'PO:',
  'PO no.',
])('skips a row with the label %j', (label) => {
  const text = `Pos\tSKU\tQty\tTotal\n1\tFH-13132-7\t10\t57,20\n\t${label}\t4711\t10,87`
  expect(shortRows(text).at(-1)).toBe('total - -')
})

test.each(['PO-99123', 'IVA-100', 'VAT 29', 'Tax free oil 5'])(
  'does not skip the unknown number %j as a tax or an order number',
  (code) => expect(shortRows(`SKU;Qty\nFH-13132-7;10\n${code};5`)[2]).toBe('unknown - 5'),
)

test.each(['Total: 57,20', 'Sum of page carried forward 240 pcs'])(
  'skips the line of text %j, whose label of a sum begins at one of the first four words',
  (line) => {
    expect(shortRows(`10 x FH-13132-7\n${line}`)).toEqual(['known FH131327 10', 'total - -'])
  },
)

test('finds a number of three characters at the beginning of a line only', () => {
  expect(read('K11 80\nk11 40 pcs\nChain K11 20', ['K11'])).toMatchObject([
    { state: 'known', keys: ['K11'], quantity: 80 },
    { state: 'known', keys: ['K11'], quantity: 40 },
    { keys: [] },
  ])
})

test('does not read “x11”, which may mean 11 times, as a number', () => {
  expect(read('x11 Holm chain', ['X11'])).toMatchObject([{ keys: [] }])
  expect(read('XT8 Holm chain', ['XT8'])).toMatchObject([{ keys: ['XT8'] }])
})

test('finds own numbers that contain spaces or punctuation', () => {
  expect(shortRows('Lager 7 blau\t5\nRT 160/6 (neu)\t8')).toEqual([
    'known LAGER7BLAU 5',
    'known RT1606 8',
  ])
})

test.each(['SKU', 'Product'])(
  'returns the keys of all code columns, so that contradicting codes require a choice: %s',
  (heading) => {
    const [, row] = read(`${heading};EAN;Qty\nFH-13132-7;4006381333931;5`)
    expect(row?.keys.toSorted()).toEqual(['04006381333931', 'FH131327'])
  },
)

test('does not read order numbers as codes, even if some are also own numbers', () => {
  const known = [...KNOWN, '20260312', '20260313']
  const text = `Order no;SKU;Qty
20260312;FH-13132-7;5
20260313;FH-10110-7;6`
  expect(read(text, known).slice(1)).toMatchObject([{ keys: ['FH131327'] }, { keys: ['FH101107'] }])
  const inTexts = `Order no;Article;Qty
20260312;Chainring FH-13132-7;5
20260313;Chain FH-10110-7;6
20260314;Cassette FH-11180-7;7
20260315;Rotor RT-160-6;8`
  expect(
    read(inTexts, known)
      .slice(1)
      .map(({ keys }) => keys[0]),
  ).toEqual(['FH131327', 'FH101107', 'FH111807', 'RT1606'])
})

test('finds a known code in another column, and a misspelt part number without FH', () => {
  const text = `SKU;Name;Qty
FH-10110-7;Chain;280
;Cassette FH-11180-7;60
13132-1;Chainring;100`
  expect(shortRows(text).slice(1)).toEqual([
    'known FH101107 280',
    'known FH111807 60',
    'guess FH131327 100',
  ])
})

test('finds an own number with spaces inside a text, if the number’s key has at most 20 characters', () => {
  const known = ['RIM1234567123456700X', 'RIM1234567123456700XL']
  const find = (code: string) => read(`please send ${code}: 10 pcs`, known)[0]?.keys
  expect(find('RIM 1234567 1234567 00X')).toEqual(['RIM1234567123456700X'])
  expect(find('RIM 1234567 1234567 00XL')).toEqual([])
})

test('does not look for codes in the description of a row with an unknown code', () => {
  const text = `SKU;Description;Qty
ZZ-99;replaces FH-13132-7;5
FH-10110-7;Chain;280
FH-11180-7;Cassette;60`
  expect(shortRows(text)[1]).toBe('unknown - 5')
})

test.each(['25 (FH-10110-7)', 'Chain (FH-10110-7) 25', '[FH-10110-7] 25'])(
  'reads the quantity next to a code in brackets: %s',
  (line) => {
    expect(shortRows(line)).toEqual(['known FH101107 25'])
  },
)

test('does not read a price next to a code as a quantity', () => {
  expect(shortRows('FH-13132-7 5.72')).toEqual(['known FH131327 -'])
})

test('does not read a constant date or order number as a code', () => {
  const known = [...KNOWN, '12032026', 'AB1813']
  const rows = ['FH-13132-7', 'ZZ-1234', 'FH-10110-7', 'FH-11180-7', 'ZZ-1235']
  const text = rows.map((code) => `AB-1813;12.03.2026;${code};5`).join('\n')
  expect(read(text, known).map(({ state }) => state)).toEqual([
    'known',
    'unknown',
    'known',
    'known',
    'unknown',
  ])
})

test.each([
  'Filiale\tEAN\tMenge\nKöln\tGTIN\t5\nBonn\tGTIN\t6\nTrier\tGTIN\t7\nEssen\tGTIN\t8',
  'Artikel;EAN;Menge\nZ-1;GTIN;5\nZ-1;GTIN;6\nZ-1;GTIN;7\nZ-1;GTIN;8',
  'GTIN;5;Köln\nGTIN;6;Bonn\nGTIN;7;Trier\nGTIN;8;Essen',
  'Filiale 1  GTIN  5\nFiliale 2  GTIN  6\nFiliale 3  GTIN  7\nFiliale 4  GTIN  8',
])('reads a list that orders one part for several stores: %j', (list) => {
  const rows = shortRows(list.replaceAll('GTIN', '4006381333931')).slice(-4)
  expect(rows).toEqual([5, 6, 7, 8].map((quantity) => `known 04006381333931 ${quantity}`))
})

test('reads an own number that looks like a heading', () => {
  expect(read('Lager 7-7;pezzi;1 pezzi', ['LAGER77'])).toMatchObject([{ state: 'known' }])
})

test('splits a line with several items into rows', () => {
  expect(shortRows('please send 10 x FH-13132-7 and 20 x FH-10110-7')).toEqual([
    'known FH131327 10',
    'known FH101107 20',
  ])
})

test.each([
  '2x FH-13132-7; 3x FH-10110-7; 1x FH-11180-7',
  '2x FH-13132-7;3x FH-10110-7;1x FH-11180-7;',
  '2x FH-13132-7,3x FH-10110-7,1x FH-11180-7',
  '2x FH 13132 7,3x FH 10110 7,1x FH 11180 7',
  '2x FH-13132-7, 3x FH-10110-7, 1x FH-11180-7,',
  '2x FH-13132-7\t3x FH-10110-7\t1x FH-11180-7',
  '| 2x FH-13132-7 | 3x FH-10110-7 | 1x FH-11180-7 |',
  '2x FH-13132-7   3x FH-10110-7   1x FH-11180-7',
  '2x FH-13132-7 and 3x FH-10110-7 & 1x FH-11180-7',
  '2x FH-13132-7 + 3x FH-10110-7 + 1x FH-11180-7',
  '2x FH-13132-7, 3x FH-10110-7, and 1x FH-11180-7',
  '2x FH-13132-7; 3x FH-10110-7\n1x FH-11180-7',
  'FH-13132-7 x 2; FH-10110-7 x 3; FH-11180-7 x 1',
  'FH-13132-7 2,FH-10110-7 3,FH-11180-7 1',
  'FH-13132-7: 2 | FH-10110-7: 3 | FH-11180-7: 1',
  'FH-13132-7 ring 2 pcs; FH-10110-7 chain 3 pcs; FH-11180-7 tube 1 pc',
  'Please send; 2x FH-13132-7; black; 3x FH-10110-7; 1x FH-11180-7; thanks',
  '2x FH-13132-1; 3x FH-10110-7; 1x FH-11180-7',
  '2x 13132-7; 3x 10110-7; 1x 11180-7',
])('splits the line with three items %j', (line) => {
  expect(shortRows(line).map((row) => row.replace('guess', 'known'))).toEqual([
    'known FH131327 2',
    'known FH101107 3',
    'known FH111807 1',
  ])
})

test.each([
  ['10 x FH-13132-7 and 1,250 x FH-10110-7', '10 1250'],
  ['10 x FH-13132-7,1,250 x FH-10110-7', '10 1250'],
  ['FH-13132-7 10,00; FH-10110-7 5,00', '10 5'],
  ['FH-13132-7 ring; FH-10110-7 chain', '- -'],
  ['FH-13132-7; 3x FH-10110-7', '- 3'],
])('splits the line with two items %j', (line, quantities) => {
  const rows = read(line)
  expect(rows.map(({ keys }) => keys)).toEqual([['FH131327'], ['FH101107']])
  expect(rows.map(({ quantity }) => quantity ?? '-').join(' ')).toBe(quantities)
})

test('turns the other cells of a line with several items into rows', () => {
  expect(shortRows('1001;Anna;"2x FH-13132-7, 3x FH-10110-7";57.20;5x XY-12345')).toEqual([
    'text - -',
    'known FH131327 2',
    'known FH101107 3',
    'text - -',
    'unknown - 5',
  ])
})

test.each(['2x RT-160-6; 3x KC-8830', 'RT-160-6 x 2, KC-8830 x 3', '2 x RT-160-6\t3 × KC-8830'])(
  'splits a line with several codes of other makers: %s',
  (line) => expect(shortRows(line)).toEqual(['known RT1606 2', 'known KC8830 3']),
)

test.each(['FH-13132-7;FH-10110-7', 'FH-13132-7;for FH-10110-7;', 'FH-13132-7;2;FH-10110-7'])(
  'does not split a row with columns of codes: %s',
  (row) => {
    expect(read(row)).toMatchObject([{ state: 'known', code: 'FH-13132-7' }])
  },
)

test('keeps lines with several codes whole if the text would have more than 500 rows', () => {
  const rows = read('2x FH-13132-7;3x FH-10110-7\n'.repeat(251))
  expect(rows).toHaveLength(251)
  expect(rows[0]?.keys).toEqual(['FH131327', 'FH101107'])
})

test('marks the quantity of a line with two codes or two numbers as unclear', () => {
  expect(shortRows('FH-13132-7 for FH-10110-7: 10 pcs')).toEqual(['known FH131327 10?'])
  expect(shortRows('10 20 FH-13132-7')).toEqual(['known FH131327 20?'])
})

test.each([
  ['6× FH-13132-7 shifters, 3 x 8, pair, 22.2 mm', '6'],
  ['FH-13132-7 [urgent] 10', '10'],
  ['FH-13132-7 (10) black', '10'],
  ['10 FH-13132-7 10', '10'],
  ['10 FH-13132-7 20', '20?'],
  ['10x FH-13132-7 5 pcs', '10?'],
  ['10x FH-13132-7 10 pcs', '10'],
  ['FH-13132-7 (x10) 5 pcs', '10?'],
  ['1 048 unités de la réf. FH-13132-7', '1048?'],
  ['FH-13132-7 1 250 pcs', '1250'],
  ['qty 1 250 FH-13132-7', '1250'],
  ['FH-13132-7 bracket 68, JIS 103 340 pz 3,72 1.264,80', '340'],
])('reads the quantity of the line %j', (line, quantity) => {
  expect(shortRows(line)).toEqual([`known FH131327 ${quantity}`])
})

test.each([
  [['FH-13132-7 Ring 1 250 5,72 7 150,00', 'FH-10110-7 Chain 2 280 2,68 6 110,40'], '1250 2280'],
  [['FH-13132-7 Ring 32 100 5,72 572,00', 'FH-10110-7 Chain 8 280 2,68 750,40'], '100 280'],
  [
    ['FH-13132-7 Ring 32 100', 'FH-10110-7 Chain 8 280', 'FH-11180-7 Tube 11 600'],
    '100? 280? 600?',
  ],
  [['FH-13132-7 Ring 10', 'FH-10110-7 Chain 280', 'FH-11180-7 Tube 60'], '10 280 60'],
  [['FH-13132-7 Ring 10', 'FH-10110-7 Chain 280', 'FH-11180-7 Tube'], '10? 280? -'],
  [['FH-13132-7 Ring 10', 'FH-10110-7 Chain 280'], '10? 280?'],
  [
    ['FH-13132-7 10 Ring', 'FH-10110-7 280 Chain', 'FH-11180-7 60 Tube', 'RT-160-6 Rotor'],
    '10 280 60 -',
  ],
  [
    ['10 FH-13132-7', '280 FH-10110-7', '60 FH-11180-7', '25 RT-160-6', 'KC-8830 Rim'],
    '10 280 60 25 -',
  ],
  [
    [
      'FH-13132-7 Ring 10 5,72',
      'FH-10110-7 Chain 280 2,68',
      'FH-11180-7 Tube 70 8,90',
      'KC-8830 Rim 8,90',
    ],
    '10? 280? 70? -',
  ],
  [['1 20 Stk FH-13132-7', '2 210 Stk FH-10110-7', '3 300 Stk FH-11180-7'], '20 210 300'],
  [
    [
      '1 20 pcs FH-13132-7',
      '2 210 pcs FH-10110-7',
      '3 300 pcs FH-11180-7',
      '4 5 pcs RT-160-6',
      'KC-8830 5 pcs',
    ],
    '20 210 300 5 5',
  ],
  [
    ['1 250 pcs FH-13132-7', '2 280 pcs FH-10110-7', 'FH-11180-7 60 pcs', 'RT-160-6 20 pcs'],
    '1250 2280 60 20',
  ],
  [
    [
      ...[10, 280, 60, 25, 70, 45, 90, 120, 150].map((quantity) => `FH-13132-7 Ring ${quantity}`),
      'FH-10110-7 Chain 1,5',
    ],
    '10 280 60 25 70 45 90 120 150 -?',
  ],
])('finds the quantities of the lines %j', (lines, quantities) => {
  const found = shortRows(lines.join('\n')).map((row) => row.split(' ').at(-1))
  expect(found.join(' ')).toBe(quantities)
})

test('marks the quantity as unclear if the line is too long for one item', () => {
  const prose = 'and as we have said on the phone '.repeat(10)
  expect(shortRows(`${prose}we need 10 x FH-13132-7 ${prose}`)).toEqual(['known FH131327 10?'])
  expect(shortRows(`${prose}we need 10 x FH-99999-9 ${prose}`)).toEqual(['text - -'])
})

test('reads only quantities with a unit from a column with few numbers', () => {
  const text = `FH-13132-7\tring\t10 pcs
FH-10110-7\tchain\t280
FH-11180-7\tcassette\turgent
RT-160-6\trotor\turgent
KC-8830\trim\turgent`
  expect(read(text).map(({ quantity }) => quantity)).toEqual([10, null, null, null, null])
})

test('trusts the column with a quantity heading, even if one of its quantities is a fraction', () => {
  const text = `SKU;Qty;
FH-13132-7;10;500
FH-10110-7;280;100
FH-11180-7;60;70
RT-160-6;25;30
KC-8830;1,5;12`
  expect(shortRows(text).slice(1)).toEqual([
    'known FH131327 10',
    'known FH101107 280',
    'known FH111807 60',
    'known RT1606 25',
    'known KC8830 -?',
  ])
})

test('marks a column without a heading as unclear if it has a fraction, and reads its other quantities', () => {
  const text = 'FH-13132-7\t1,5\nFH-10110-7\t200\nFH-11180-7\t80'
  expect(shortRows(text)).toEqual([
    'known FH131327 -?',
    'known FH101107 200?',
    'known FH111807 80?',
  ])
})

test('finds all part numbers of a cell', () => {
  const [row] = read('FH-10110-7 / FH-13132-7\t100')
  expect(row).toMatchObject({ state: 'known', keys: ['FH101107', 'FH131327'], quantity: 100 })
})

test('reads no quantity from a number of boxes, but the other quantities of the column', () => {
  expect(shortRows('FH-13132-7\t10 boxes\nFH-10110-7\t5')).toEqual([
    'known FH131327 -?',
    'known FH101107 5',
  ])
})

test('ignores a second code without a check digit', () => {
  expect(shortRows('10 x FH-13132-7 for KC-8830')).toEqual(['known FH131327 10'])
})

test('does not read codes in descriptions as a second column of codes', () => {
  const rows = read('FH-13132-7\tring\t10\nXY-991\tfor FH-11180-7\t280\nXY-992\tfor RT-160-6\t60')
  expect(rows.map(({ code }) => code)).toEqual(['FH-13132-7', 'XY-991', 'XY-992'])
})

test.each([
  ['XY-12345 chain', 'XY-12345'],
  ['20 XY-12345 chain', 'XY-12345'],
  ['we need 20 pcs of XY-12345 in black', 'XY-12345'],
  ['we need the XY-12345 in black, 20 pcs', 'XY-12345'],
  ['our chain XY-12345 20', 'XY-12345'],
  ['our chain XY-12345 20.', 'XY-12345'],
  ['our chain XY-12345 (20)', 'XY-12345'],
  ['our chain XY-12345 in black', null],
])('reads the unknown code of the line %j as %j', (line, code) => {
  expect(read(line)).toMatchObject([{ code }])
})

test('does not skip a row that contains only an unknown code', () => {
  expect(shortRows('FH-13132-7;\n03503;\nFH-10110-7;')[1]).toBe('unknown - -')
})

test('skips rows without a quantity in a list with a column of quantities', () => {
  const form = `SKU;Name;Min;Order qty
FH-10110-7;Chain;50;300
FH-13132-7;Chainring;10;
FH-11180-7;Cassette;20;0
RT-160-6;Rotor;5;0 pcs
KC-8830;Rim;5;-
ZZ-99123;Tube;10;
FH-13132-1;Ring;10;
Chains;;;`
  expect(shortRows(form).slice(1)).toEqual([
    'known FH101107 300',
    ...Array.from({ length: 6 }, () => 'noQuantity - -'),
    'text - -',
  ])
  const withoutHeadings = 'FH-10110-7\t300\nFH-13132-7\t200\nFH-11180-7\t\nRT-160-6'
  expect(shortRows(withoutHeadings).slice(2)).toEqual(['noQuantity - -', 'noQuantity - -'])
  expect(shortRows('300\tFH-10110-7\nFH-11180-7').at(-1)).toBe('noQuantity - -')
})

test('reads the quantities of a list without headings if most rows have none', () => {
  const row = (sku: string, ...cells: (number | string)[]) => [sku, 'Part', ...cells].join('\t')
  const list = (...quantities: (number | string)[]) =>
    ['FH-10110-7', 'FH-13132-7', 'FH-11180-7', 'RT-160-6', 'KC-8830']
      .map((sku, n) => row(sku, quantities[n] ?? ''))
      .join('\n')
  const longList = `${list(300, '', '', 400)}\n${list(200)}`
  expect(shortRows(longList).slice(0, 4)).toEqual([
    'known FH101107 300',
    'noQuantity - -',
    'noQuantity - -',
    'known RT1606 400',
  ])
  expect(shortRows(list(300, '-', '-', 400, '-'))).toEqual([
    'known FH101107 300',
    'noQuantity - -',
    'noQuantity - -',
    'known RT1606 400',
    'noQuantity - -',
  ])
  for (const remarks of [list(2024, '', 2025, 2023), list(7, '', 9)])
    expect(shortRows(remarks)[1]).toBe('known FH131327 -?')
  const unclear = ['known FH101107 300?', 'known FH131327 -?', 'known FH111807 -?']
  expect(shortRows(list(300)).slice(0, 3)).toEqual(unclear)
  const twoColumns = list(`300\t7`, '', '', `400\t9`)
  expect(shortRows(twoColumns).slice(0, 3)).toEqual(unclear)
  expect(shortRows(list(300, 'blue'))[0]).toBe('known FH101107 -')
})

test.each([
  'SKU;Name;Qty\nFH-10110-7;Chain;300\nFH-13132-7;20;',
  'SKU;Name;Qty\nFH-10110-7;Chain;300\nFH-13132-7 x 5;Ring;',
  'SKU;Name;Qty\nFH-10110-7;Chain;300\nFH-13132-7;Ring 20 pcs;',
  'SKU;Qty S;Qty M\nFH-10110-7;300;\nFH-13132-7;;5',
])('asks for the quantity that may be in another cell of the row: %j', (text) => {
  expect(shortRows(text).at(-1)).toMatch(/^known FH131327 .*\?$/)
})

test('keeps the number and the name of a row without a quantity', () => {
  const [, , row] = read('SKU;Name;Qty\nFH-10110-7;Chain;5\nFH-13132-7;Chainring;')
  expect(row).toMatchObject({ code: 'FH-13132-7', name: 'Chainring' })
})

test('skips all rows of an order form without any quantity', () => {
  const form = 'SKU;Name;Order qty\nFH-10110-7;Chain;\nFH-13132-7;Chainring;'
  expect(shortRows(form).slice(1)).toEqual(['noQuantity - -', 'noQuantity - -'])
})

test('does not skip rows without a quantity if another column may have the quantities', () => {
  const text = 'FH-13132-7;500;10\nFH-10110-7;100;280\nFH-11180-7;;\nRT-160-6;70;45'
  expect(shortRows(text)[2]).toBe('known FH111807 -?')
  const emptyHeading = 'SKU;Qty;;\nFH-13132-7;;10;\nFH-10110-7;;280;'
  expect(shortRows(emptyHeading).slice(1)).toEqual(['known FH131327 10?', 'known FH101107 280?'])
})

test('marks packs and fractions as unclear quantities', () => {
  expect(shortRows('FH-13132-7 - 3 boxes\nFH-10110-7 - 1,5 pcs')).toEqual([
    'known FH131327 -?',
    'known FH101107 -?',
  ])
})

test('uses the headings to read a list that contains no known code', () => {
  expect(shortRows('Item no.;Qty\nAB-1234;5\nAB-1235;6')).toEqual([
    'heading - -',
    'unknown - 5',
    'unknown - 6',
  ])
})

test.each(['Holm chain grey;10;\nLarge pedal blue;5;', 'Holm chain grey;;10\nLarge pedal blue;;5'])(
  'does not read an empty column as the codes of unknown parts: %j',
  (text) => {
    expect(shortRows(text)).toEqual(['unknown - 10', 'unknown - 5'])
  },
)

test('never skips a row that contains a code and a quantity', () => {
  expect(shortRows('FH-10110-7 280\n13132 100\n44710  30\n99990:5')).toEqual([
    'known FH101107 280',
    'guess FH131327 100',
    'unknown - 30',
    'unknown - 5',
  ])
})

test('reads any row without an error', () => {
  const layout = findLayout([], () => false)
  for (const row of [[], [''], ['a', 'b'], ['\u0000'], ['1'.repeat(80)]]) {
    expect(parseRow(row, layout, () => true).state).toBeTypeOf('string')
  }
})

test('searches the texts only of rows without a known code', () => {
  const rows = [
    ['FH-10110-7', 'Kette statt KC-8830', '280'],
    ['RT-160-6', 'Bremsscheibe', '60'],
    ['-', 'Kassette FH-11180-7', '60'],
  ]
  const keys = listTextKeys(rows, listCellKeys(rows), (key) => KNOWN.includes(key))
  expect(keys).toContain('FH111807')
  expect(keys).not.toContain('KC8830')
})

test('looks for codes in the shortest cells first, in at most 120,000 characters of a paste', () => {
  const filler = 'x'.repeat(75)
  const long = Array.from({ length: 1600 }, (_, n) => [`No. ${n} ${filler}`])
  const rows = [[`FH-11180-7 ${filler}${filler}`], ...long, ['chain KC-8830']]
  const keys = listTextKeys(rows, listCellKeys(rows), () => false)
  expect(keys).toContain('KC8830')
  expect(keys).not.toContain('FH111807')
})

test('looks up a limited number of codes in 500 rows of 12 cells with 80 characters', () => {
  const cell = 'FH-13132-7 10 pcs 4006381333931 1.250,00 x 4 RT-160-6 Varde 5,72 chainring '
  const rows = Array.from({ length: 500 }, (_, row) =>
    Array.from({ length: 12 }, (_, column) => `${row}${column}${cell}`.slice(0, 80)),
  )
  expect(listTextKeys(rows, listCellKeys(rows), () => false).length).toBeLessThanOrEqual(MAX_KEYS)
  let lookups = 0
  const isKnown = (key: string) => {
    lookups++
    return KNOWN.includes(key)
  }
  const layout = findLayout(rows, isKnown)
  for (const row of rows) parseRow(row, layout, isKnown)
  expect(lookups).toBeLessThan(300_000)
})

test.each([
  ['A12\tKettenblatt\t5\nB7\tRitzel\t10', ['A12', 'B7'], [5, 10]],
  ['Kettenblatt\tA12\t5\nRitzel\tB7\t10', ['A12', 'B7'], [5, 10]],
  ['5;A12;Kettenblatt\n6;B7;Ritzel', ['A12', 'B7'], [5, 6]],
  ['4711\tKettenblatt 32\t5\n4712\tRitzel\t10', ['4711', '4712'], [5, 10]],
  ['Kettenblatt 32 Zähne\t5\nPedal\t2', ['Kettenblatt 32 Zähne', 'Pedal'], [5, 2]],
  ['A12  Kettenblatt  5\nB7  Ritzel  10', ['A12', 'B7'], [5, 10]],
  ['A12 5\nB-7: 10', ['A12', 'B-7'], [5, 10]],
  ['A12 5\n10x', ['A12', '10x'], [5, 10]],
  ['3866.639-8, 5 pcs\n5958.218-4, 10 pcs', ['3866.639-8', '5958.218-4'], [5, 10]],
  ['Tube\t2900771000125\t5\nHub\t2900771000392\t9', ['2900771000125', '2900771000392'], [5, 9]],
])('does not skip short codes and names without a known code: %j', (text, codes, quantities) => {
  const rows = read(text)
  expect(rows.map(({ state }) => state)).toEqual(['unknown', 'unknown'])
  expect(rows.map(({ code }) => code)).toEqual(codes)
  expect(rows.map(({ quantity }) => quantity)).toEqual(quantities)
})

test('reads no quantity from a column of prices', () => {
  expect(shortRows('Artikel\tPreis\nFH-10110-7\t5\nFH-13132-7\t6')).toEqual([
    'heading - -',
    'known FH101107 -',
    'known FH131327 -',
  ])
})

test('skips a sum in a line of text', () => {
  expect(shortRows('10 x FH-10110-7\nSumme 250,00')).toEqual(['known FH101107 10', 'total - -'])
})

test('leaves out empty columns of a paste with fewer columns than the maximum', () => {
  const rows = [
    ['FH-10110-7', '', ''],
    ['FH-13132-7', '', ''],
  ]
  expect(limitColumns(rows, 2)).toEqual([0])
})

test('treats spaces after a label as separators of thousands, even if the line may have a number', () => {
  const isUnclear = (text: string) => findLabelled(text.split(' '), true)[0]?.quantity.isUnclear
  expect([isUnclear('qty 1 250'), isUnclear('1 250 pcs')]).toEqual([false, true])
})
