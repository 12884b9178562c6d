import { joinCells, pickNumberFormat } from './cell-formats.ts'
import type { CorpusPart } from './corpus-parts.ts'
import { type CodeKind, pickDamage } from './create-order-lines.ts'
import { type ExpectedRow, SKIPPED } from './expected-row.ts'
import { createMail, type MailLanguage } from './mails.ts'
import { createRandom, type Random } from './random.ts'
import {
  SHOPIFY_HEADINGS,
  SHOPIFY_ORDER,
  WOOCOMMERCE_HEADINGS,
  WOOCOMMERCE_ORDER,
} from './shop-exports.ts'
import { createTable, type Table, type TableOptions } from './tables.ts'
import type { ColumnKind, Language } from './vocabulary.ts'

/** A pasted text with the expected result of each row. */
export interface PastedList {
  kind: string
  seed: number
  text: string
  expected: ExpectedRow[]
}

type Create = (random: Random, parts: CorpusPart[]) => Pick<PastedList, 'text' | 'expected'>

const LANGUAGES: Language[] = ['en', 'de', 'fr', 'it', 'es', 'nl']

const KINDS: Record<string, Create> = {
  'Excel cells': createExcelCells,
  'Google Sheets cells': createGoogleSheetsCells,
  'LibreOffice CSV': createLibreOfficeCsv,
  'CSV with commas': createCommaCsv,
  'Shopify export': (random, parts) =>
    createShopExport(random, parts, {
      headings: SHOPIFY_HEADINGS,
      order: SHOPIFY_ORDER,
      id: 'Name',
      sku: 'Lineitem sku',
      name: 'Lineitem name',
      quantity: 'Lineitem quantity',
      price: 'Lineitem price',
    }),
  'WooCommerce export': (random, parts) =>
    createShopExport(random, parts, {
      headings: WOOCOMMERCE_HEADINGS,
      order: WOOCOMMERCE_ORDER,
      id: 'Order Number',
      sku: 'SKU',
      name: 'Item Name',
      quantity: 'Quantity (- Refund)',
      price: 'Item Cost',
      position: 'Item #',
    }),
  'SAP list': createSapList,
  'DATEV-like CSV': createDatevCsv,
  'Mail, English': (random, parts) => createMailText(random, parts, 'en'),
  'Mail, German': (random, parts) => createMailText(random, parts, 'de'),
  'Mail, French': (random, parts) => createMailText(random, parts, 'fr'),
  'Mail, Italian': (random, parts) => createMailText(random, parts, 'it'),
  'Packing list': createPackingList,
  'Supplier list, ten columns': createSupplierList,
  'EAN list': createEanList,
  'Pipe table': createPipeTable,
  'Fixed-width text': createFixedWidthText,
  'PDF text': createPdfText,
  'Own numbers': createOwnNumbers,
  'Short list': createShortList,
}

export const LIST_KINDS = Object.keys(KINDS)

/** Creates lists from consecutive seeds, cycling through all kinds. */
export function createLists(parts: CorpusPart[], firstSeed: number, count: number): PastedList[] {
  return Array.from({ length: count }, (_, n) => {
    const kind = LIST_KINDS[n % LIST_KINDS.length] ?? ''
    return createList(parts, kind, firstSeed + n)
  })
}

/** Creates the list of one kind and seed. */
function createList(parts: CorpusPart[], kind: string, seed: number): PastedList {
  const create = KINDS[kind]
  if (!create) throw new Error(`There is no list of the kind ${kind}.`)
  const random = createRandom(seed)
  const { text, expected } = create(random, parts)
  const byteOrderMark = random.chance(0.1) ? '\ufeff' : ''
  return { kind, seed, text: byteOrderMark + text, expected }
}

function pickCodeKind(random: Random): CodeKind {
  return random.pick(['sku', 'sku', 'sku', 'competitor', 'own', 'gtin', 'mixed'])
}

/** Joins rows to text, with the line ends and last line of different programs. */
function joinRows(random: Random, lines: string[], lineEnds = ['\r\n', '\n']): string {
  const end = random.pick(lineEnds)
  return lines.join(end) + (random.chance(0.6) ? end : '')
}

function toPastedList(random: Random, { rows, expected }: Table, join: (row: string[]) => string) {
  return { text: joinRows(random, rows.map(join)), expected }
}

/** Adds up to four columns of a customer's own spreadsheet, usually in random order. */
function addColumns(random: Random, base: ColumnKind[]): ColumnKind[] {
  const otherColumns: ColumnKind[] = [
    'name',
    'price',
    'note',
    'unit',
    'date',
    'gtin',
    'brand',
    'total',
  ]
  const columns = [...base, ...random.shuffle(otherColumns).slice(0, random.int(0, 4))]
  const shuffled = random.chance(0.6) ? random.shuffle(columns) : columns
  return random.chance(0.3) ? ['position', ...shuffled] : shuffled
}

function createSpreadsheet(random: Random, parts: CorpusPart[], options: Partial<TableOptions>) {
  const codeKind = pickCodeKind(random)
  const columns = addColumns(random, ['code', 'quantity'])
  return createTable(random, {
    parts,
    language: random.pick(LANGUAGES),
    columns: codeKind === 'gtin' ? columns.filter((kind) => kind !== 'gtin') : columns,
    codeKind,
    lines: random.int(2, 60),
    headings: random.pick(['none', 'once', 'once', 'repeated']),
    quantities: random.pick(['plain', 'plain', 'plain', 'decimals1', 'decimals2', 'unit', 'x']),
    isSpreadsheet: true,
    hasExtraRows: random.chance(0.5),
    ...options,
  })
}

function createExcelCells(random: Random, parts: CorpusPart[]) {
  const writeName = (name: string) =>
    random.chance(0.1) ? name.replace(', ', '\n') : random.chance(0.1) ? `${name} 26" x 2` : name
  const table = createSpreadsheet(random, parts, { writeName })
  return toPastedList(random, table, (row) => joinCells(row, '\t'))
}

function createGoogleSheetsCells(random: Random, parts: CorpusPart[]) {
  const writeName = (name: string) => (random.chance(0.1) ? `${name}\n"new"` : name)
  const table = createSpreadsheet(random, parts, { writeName })
  const lines = table.rows.map((row) => joinCells(row, '\t'))
  return { text: joinRows(random, lines, ['\n']), expected: table.expected }
}

function createLibreOfficeCsv(random: Random, parts: CorpusPart[]) {
  const language = random.pick(['de', 'fr', 'it'] as const)
  const table = createSpreadsheet(random, parts, { language })
  const quoteAll = random.chance(0.5)
  return toPastedList(random, table, (row) => joinCells(row, ';', quoteAll))
}

function createCommaCsv(random: Random, parts: CorpusPart[]) {
  const table = createSpreadsheet(random, parts, { language: 'en' })
  const quoteAll = random.chance(0.2)
  return toPastedList(random, table, (row) => joinCells(row, ',', quoteAll))
}

interface ShopExport {
  headings: string[]
  order: Record<string, string>
  id: string
  sku: string
  name: string
  quantity: string
  price: string
  position?: string
}

function createShopExport(random: Random, parts: CorpusPart[], shop: ShopExport) {
  const table = createTable(random, {
    parts,
    language: 'en',
    codeKind: random.pick(['sku', 'sku', 'competitor', 'own']),
    columns: ['position', 'code', 'name', 'quantity', 'price'],
    lines: random.int(5, 60),
    headings: 'none',
    quantities: 'plain',
    format: { thousands: '', decimal: '.' },
    damage: { ...pickDamage(random), missing: 0 },
  })
  // WooCommerce repeats the values of the order in each line, and numbers the lines. Shopify does not.
  const isWooCommerce = shop.position !== undefined
  let order = random.int(1001, 9000)
  const rows = table.rows.map(([, sku = '', name = '', quantity = '', price = ''], n) => {
    const isFirst = n === 0 || random.chance(0.2)
    if (isFirst) order += 1
    const id = `#${order}`
    const values: Record<string, string> = {
      ...(isFirst || isWooCommerce ? shop.order : {}),
      [shop.id]: isWooCommerce ? id.slice(1) : id,
      [shop.sku]: sku,
      [shop.name]: name,
      [shop.quantity]: quantity,
      [shop.price]: price,
      'Created at': '2026-03-02 09:14:31 +0100',
      ...(shop.position && { [shop.position]: String((n % 5) + 1) }),
      ...(!isWooCommerce && {
        'Lineitem requires shipping': 'true',
        'Lineitem taxable': 'true',
        'Lineitem fulfillment status': 'pending',
        'Lineitem discount': '0.00',
        Email: 'tom@reedcycles.example',
        Vendor: 'Freehub',
      }),
    }
    return shop.headings.map((heading) => values[heading] ?? '')
  })
  return toPastedList(
    random,
    { rows: [shop.headings, ...rows], expected: [SKIPPED, ...table.expected] },
    (row) => joinCells(row, ',', false),
  )
}

function createSapList(random: Random, parts: CorpusPart[]) {
  const language = random.pick(['de', 'en', 'fr'] as const)
  const format = pickNumberFormat(random, language)
  const isPadded = random.chance(0.2)
  const table = createTable(random, {
    parts,
    language,
    format,
    codeKind: random.pick(['sku', 'sku', 'own', 'gtin'] as const),
    columns: ['position', 'code', 'name', 'quantity', 'unit', 'price', 'total'],
    lines: random.int(4, 40),
    headings: random.pick(['once', 'repeated']),
    quantities: random.pick(['plain', 'decimals3', 'decimals3']),
    damage: {
      ...pickDamage(random),
      dashes: 'kept',
      lacksPrefix: isPadded,
      notes: 0,
      hasApostrophes: false,
    },
    hasExtraRows: random.chance(0.6),
  })
  if (random.chance(0.4)) return toPastedList(random, table, (row) => row.join('\t'))
  const { lines, width } = padColumns(table.rows)
  const bordered = lines.map((line) => `|${line.join('|')}|`)
  const dashes = '-'.repeat(width)
  return {
    text: joinRows(random, [dashes, bordered[0] ?? '', dashes, ...bordered.slice(1), dashes]),
    expected: [SKIPPED, table.expected[0] ?? SKIPPED, SKIPPED, ...table.expected.slice(1), SKIPPED],
  }
}

/** Pads the cells of each column to the same width, as lists for a printer. Aligns columns from `numbersFrom` right. */
function padColumns(rows: string[][], numbersFrom = 3): { lines: string[][]; width: number } {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  )
  const lines = rows.map((row) =>
    row.map((cell, column) =>
      column >= numbersFrom ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
    ),
  )
  return { lines, width: widths.reduce((sum, one) => sum + one + 1, 1) }
}

function createDatevCsv(random: Random, parts: CorpusPart[]) {
  const table = createTable(random, {
    parts,
    language: 'de',
    codeKind: random.pick(['sku', 'own', 'competitor'] as const),
    columns: [
      ...(['orderNumber', 'date', 'position', 'code', 'name', 'quantity', 'unit'] as const),
      ...(['price', 'discount', 'total', 'tax'] as const),
    ],
    lines: random.int(4, 60),
    headings: 'once',
    quantities: random.pick(['plain', 'decimals2', 'decimals2']),
    format: { thousands: random.pick(['', '.']), decimal: ',' },
  })
  const quoteAll = random.chance(0.7)
  return toPastedList(random, table, (row) => joinCells(row, ';', quoteAll))
}

function createMailText(random: Random, parts: CorpusPart[], language: MailLanguage) {
  const lines = createMail(random, parts, language, pickCodeKind(random))
  const text = joinRows(
    random,
    lines.map((line) => line.text),
  )
  // A line end after the last line does not add a row.
  const isLastEmpty = lines.at(-1)?.text === '' && !text.endsWith('\n\n')
  return { text: isLastEmpty ? `${text}\n` : text, expected: lines.map((line) => line.expected) }
}

function createPackingList(random: Random, parts: CorpusPart[]) {
  const language = random.pick(LANGUAGES)
  const otherColumns: ColumnKind[] = random
    .shuffle<ColumnKind>(['unit', 'weight', 'gtin', 'hsCode', 'orderNumber', 'delivered', 'open'])
    .slice(0, random.int(1, 4))
  const table = createTable(random, {
    parts,
    language,
    codeKind: random.pick(['sku', 'sku', 'competitor'] as const),
    columns: ['position', 'code', 'name', 'quantity', ...otherColumns],
    lines: random.int(4, 40),
    headings: random.pick(['once', 'repeated']),
    quantities: random.pick(['plain', 'unit']),
    hasExtraRows: random.chance(0.5),
  })
  const headerLines: string[] = random.pick([
    ['Packing list PL-260417', 'Ship to: Reed Cycles Ltd', ''],
    ['Lieferschein Nr. 88123', 'Datum: 02.03.2026', 'Gesamtgewicht: 412,5 kg', ''],
    [],
  ])
  const { lines } = padColumns(table.rows)
  const isTabbed = random.chance(0.5)
  const rows = isTabbed
    ? table.rows.map((row) => row.join('\t'))
    : lines.map((row) => row.join('  ').trimEnd())
  return {
    text: joinRows(random, [...headerLines, ...rows]),
    expected: [...headerLines.map(() => SKIPPED), ...table.expected],
  }
}

function createSupplierList(random: Random, parts: CorpusPart[]) {
  const language = random.pick(LANGUAGES)
  const columns = random.shuffle<ColumnKind>([
    ...(['code', 'gtin', 'brand', 'name', 'price', 'minimum', 'pack', 'stock', 'weight'] as const),
    'quantity',
  ])
  const table = createTable(random, {
    parts,
    language,
    columns,
    codeKind: pickCodeKind(random),
    lines: random.int(5, 80),
    headings: random.chance(0.85) ? 'once' : 'none',
    quantities: 'plain',
    isSpreadsheet: true,
    hasExtraRows: random.chance(0.3),
  })
  const separator = random.pick(['\t', '\t', ';'])
  return toPastedList(random, table, (row) => joinCells(row, separator))
}

function createEanList(random: Random, parts: CorpusPart[]) {
  const separator = random.pick(['\t', ';', ',', ' '])
  const table = createTable(random, {
    parts,
    language: random.pick(LANGUAGES),
    codeKind: 'gtin',
    columns: random.pick<ColumnKind[]>([
      ['code', 'quantity'],
      ['quantity', 'code'],
      ['code'],
      ['code', 'name', 'quantity', 'price'],
    ]),
    lines: random.int(3, 80),
    headings: random.pick(['none', 'none', 'once']),
    quantities: 'plain',
    format: { thousands: '', decimal: '.' },
    isSpreadsheet: true,
    isText: separator === ' ',
  })
  return toPastedList(random, table, (row) =>
    separator === ' ' ? row.join(' ') : joinCells(row, separator),
  )
}

function createPipeTable(random: Random, parts: CorpusPart[]) {
  const { rows, expected } = createSpreadsheet(random, parts, {
    headings: 'once',
    isSpreadsheet: false,
  })
  const columns = rows[0]?.length ?? 0
  const lines = rows.map((row) => `| ${row.join(' | ')} |`)
  const isMarkdown = random.chance(0.6)
  const rule = `|${' --- |'.repeat(columns)}`
  return isMarkdown
    ? {
        text: joinRows(random, [lines[0] ?? '', rule, ...lines.slice(1)]),
        expected: [expected[0] ?? SKIPPED, SKIPPED, ...expected.slice(1)],
      }
    : {
        text: joinRows(
          random,
          rows.map((row) => row.join(' | ')),
          ['\n'],
        ),
        expected,
      }
}

function createFixedWidthText(random: Random, parts: CorpusPart[]) {
  const { rows, expected } = createSpreadsheet(random, parts, {
    isSpreadsheet: false,
    headings: random.pick(['none', 'once']),
  })
  const { lines } = padColumns(rows, random.pick([2, 3, 9]))
  const gap = ' '.repeat(random.int(2, 5))
  return {
    text: joinRows(
      random,
      lines.map((row) => row.join(gap).trimEnd()),
    ),
    expected,
  }
}

/** Creates lines in the way a PDF viewer copies them: single spaces separate the cells. */
function createPdfText(random: Random, parts: CorpusPart[]) {
  const language = random.pick(LANGUAGES)
  const columns = random.pick<ColumnKind[]>([
    ['position', 'code', 'name', 'quantity', 'price', 'total'],
    ['position', 'code', 'name', 'quantity', 'unit', 'price', 'total'],
    ['code', 'name', 'quantity', 'price', 'total'],
    ['quantity', 'code', 'name', 'price', 'total'],
    ['position', 'quantity', 'unit', 'code', 'name', 'price', 'total'],
  ])
  const { rows, expected } = createTable(random, {
    parts,
    language,
    columns,
    codeKind: random.pick(['sku', 'sku', 'gtin'] as const),
    lines: random.int(4, 40),
    headings: random.pick(['none', 'once', 'repeated']),
    quantities: 'plain',
    damage: { ...pickDamage(random), missing: 0, notes: 0 },
    hasExtraRows: random.chance(0.4),
  })
  const lines = rows.map((row) => row.filter((cell) => cell !== '').join(' '))
  return { text: joinRows(random, lines, ['\n']), expected }
}

function createOwnNumbers(random: Random, parts: CorpusPart[]) {
  const table = createTable(random, {
    parts,
    language: random.pick(LANGUAGES),
    codeKind: 'own',
    columns: addColumns(random, ['code', 'quantity']).filter((kind) => kind !== 'gtin'),
    lines: random.int(3, 60),
    headings: random.pick(['none', 'once']),
    quantities: random.pick(['plain', 'plain', 'unit', 'x']),
    isSpreadsheet: true,
    hasExtraRows: random.chance(0.3),
  })
  const separator = random.pick(['\t', ';'])
  return toPastedList(random, table, (row) => joinCells(row, separator))
}

function createShortList(random: Random, parts: CorpusPart[]) {
  const separator = random.pick([' ', '\t', ',', ';', ', ', ' - ', ': '])
  const table = createTable(random, {
    parts,
    language: 'en',
    codeKind: random.pick(['sku', 'sku', 'gtin', 'competitor']),
    columns: random.pick<ColumnKind[]>([['code', 'quantity'], ['quantity', 'code'], ['code']]),
    lines: random.int(1, 30),
    headings: 'none',
    quantities: random.pick(['plain', 'x']),
    format: { thousands: '', decimal: '.' },
    isText: separator.includes(' '),
  })
  return toPastedList(random, table, (row) => row.filter((cell) => cell !== '').join(separator))
}
