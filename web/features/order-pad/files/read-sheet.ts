const ROWS_MAXIMUM = 10_000
const COLUMNS_MAXIMUM = 100
const CELL_LENGTH_MAXIMUM = 200
/** A tag and the text behind it. The time is linear in the length, also for damaged files. */
const TAG_AND_TEXT = /<(\/?)(?:[\w.-]+:)?([\w.-]+)([^<>]*)>([^<]*)/g
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

type Attributes = Record<string, string | undefined>

/** Returns the attributes of all tags of this name. */
export function readXmlTags(xml: string, name: string): Attributes[] {
  return [...xml.matchAll(TAG_AND_TEXT)]
    .filter(([, end, tag]) => end === '' && tag === name)
    .map(([, , , attributes]) => readAttributes(attributes ?? ''))
}

function readAttributes(text: string): Attributes {
  return Object.fromEntries(
    [...text.matchAll(ATTRIBUTE)].map(([, name, quoted, single]) => [
      name,
      decodeXml(quoted ?? single ?? ''),
    ]),
  )
}

/** Reads the texts that cells refer to by their position. Phonetic readings are left out. */
export function readSharedStrings(xml: string): string[] {
  const strings: string[] = []
  let text = ''
  let isPhonetic = false
  for (const [, end, tag, attributes, content] of xml.matchAll(TAG_AND_TEXT)) {
    if (tag === 'rPh') isPhonetic = end === ''
    else if (tag === 't' && end === '' && !isPhonetic) text += content
    else if (tag === 'si' && (end !== '' || attributes?.endsWith('/'))) {
      strings.push(decodeXml(text))
      text = ''
    }
  }
  return strings
}

interface SheetRows {
  rows: string[][]
  /** Rows that a filter or the user has hidden. They are left out. */
  hiddenRows: number
  /** True if the sheet is larger. */
  isCut: boolean
}

/** Reads the values of a sheet as texts. Formulas count with their stored value. */
export function readRows(xml: string, strings: readonly string[], styles: string): SheetRows {
  const formats = readNumberFormats(styles)
  const rows: string[][] = []
  let row: string[] = []
  let cell: { column: number; type: string; style: number; text: string } | undefined
  let hiddenRows = 0
  let isPhonetic = false
  let isCut = false

  function endCell() {
    if (!cell) return
    const { column, type, style, text } = cell
    if (column >= COLUMNS_MAXIMUM) isCut ||= text !== ''
    else row[column] = formatCell(decodeXml(text), type, strings, formats[style])
    cell = undefined
  }

  for (const [, end, tag, attributes = '', content = ''] of xml.matchAll(TAG_AND_TEXT)) {
    const isClosed = end !== '' || attributes.endsWith('/')
    if (tag === 'row' && end === '') {
      if (rows.length + hiddenRows >= ROWS_MAXIMUM) return { rows, hiddenRows, isCut: true }
      row = []
      if (/^(?:1|true)$/.test(readAttributes(attributes).hidden ?? '')) hiddenRows += 1
      else rows.push(row)
    } else if (tag === 'c') {
      endCell()
      if (isClosed) continue
      const { r = '', t = 'n', s = '0' } = readAttributes(attributes)
      cell = { column: readColumn(r) ?? row.length, type: t, style: Number(s), text: '' }
    } else if (tag === 'rPh') {
      isPhonetic = end === ''
    } else if ((tag === 'v' || tag === 't') && end === '' && cell && !isPhonetic) {
      if (cell.text.length < CELL_LENGTH_MAXIMUM) cell.text += content
    }
  }
  endCell()
  const texts = rows.map((cells) => Array.from(cells, (text) => text ?? ''))
  return { rows: texts, hiddenRows, isCut }
}

/** Returns the position of a cell such as `AB12` in its row, from 0. */
function readColumn(reference: string): number | undefined {
  const [letters] = /^[A-Z]{1,3}/.exec(reference) ?? []
  if (!letters) return undefined
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function formatCell(
  text: string,
  type: string,
  strings: readonly string[],
  format: string | undefined,
): string {
  if (type === 's') return strings[Number(text)] ?? ''
  if (type !== 'n' || text.trim() === '') return text
  const number = Number(text)
  if (Number.isNaN(number)) return text
  if (format && isDateFormat(format)) return formatDate(number)
  const zeros = /^0+$/.exec(format ?? '')?.[0].length ?? 0
  // 4.006381333931E12 is the number that the cell shows in full.
  return toPlainNumber(number).padStart(zeros, '0')
}

/** Returns the number as a spreadsheet shows it: 15 digits, without an exponent. */
function toPlainNumber(number: number): string {
  const rounded = Number(number.toPrecision(15))
  return Number.isInteger(rounded) && Math.abs(rounded) < 1e21
    ? BigInt(rounded).toString()
    : String(rounded)
}

/** Returns the format of each cell style. Dates have the built-in formats 14 to 22 and 45 to 47. */
function readNumberFormats(styles: string): string[] {
  const custom = new Map(
    readXmlTags(styles, 'numFmt').map(({ numFmtId, formatCode }) => [numFmtId, formatCode ?? '']),
  )
  const [, cellFormats = ''] = /<cellXfs\b[^>]*>([\s\S]*)<\/cellXfs>/.exec(styles) ?? []
  return readXmlTags(cellFormats, 'xf').map(({ numFmtId = '0' }) => {
    const id = Number(numFmtId)
    const isDate = (id >= 14 && id <= 22) || (id >= 45 && id <= 47)
    return isDate ? 'yyyy-mm-dd' : (custom.get(numFmtId) ?? '')
  })
}

function isDateFormat(format: string): boolean {
  return /[ymdhs]/i.test(format.replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, ''))
}

/** Formats days since 1899-12-30 as `2026-11-23`. */
function formatDate(days: number): string {
  const date = new Date(Math.round(days - 25_569) * 86_400_000)
  return Number.isNaN(date.getTime()) ? String(days) : date.toISOString().slice(0, 10)
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

function decodeXml(text: string): string {
  if (!/[&_]/.test(text)) return text
  return text
    .replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,4}));/gi, (match, decimal, hex, name) => {
      const point = decimal ? Number(decimal) : Number.parseInt(hex, 16)
      if (name) return ENTITIES[name] ?? match
      return point <= 0x10ffff ? String.fromCodePoint(point) : match
    })
    .replaceAll(/_x([\dA-F]{4})_/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
}
