const ROWS_MAXIMUM = 10_000
const COLUMNS_MAXIMUM = 100
const CELL_LENGTH_MAXIMUM = 200
/** A tag and the text after it. Matching takes linear time, even for damaged files. */
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
    [...text.matchAll(ATTRIBUTE)].map(([, name, doubleQuoted, singleQuoted]) => [
      name,
      decodeXml(doubleQuoted ?? singleQuoted ?? ''),
    ]),
  )
}

/** Reads the shared strings, to which cells refer by index. Leaves out phonetic readings (`rPh`). */
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

interface WorksheetRows {
  /** The rows with text. A worksheet may have many empty rows that have a format. */
  rows: string[][]
  /** Number of rows with text that a filter or the user has hidden. The result does not contain these rows. */
  hiddenRows: number
  /** True if the worksheet is larger than the result. */
  isCut: boolean
}

/** Reads values as texts. A formula without a stored value becomes its own text: `=A1*B1`. */
export function readRows(xml: string, strings: readonly string[], styles: string): WorksheetRows {
  const formats = readNumberFormats(styles)
  const rows: string[][] = []
  let row: string[] = []
  let isHidden = false
  let cell:
    | { column: number; type: string; style: number; text: string; formula: string }
    | undefined
  let hiddenRows = 0
  let isPhonetic = false
  let isCut = false

  function endCell() {
    if (!cell) return
    const { column, type, style, text, formula } = cell
    if (column >= COLUMNS_MAXIMUM) isCut ||= text !== ''
    else if (formula !== '') row[column] = decodeXml(formula)
    else row[column] = formatCell(decodeXml(text), type, strings, formats[style])
    cell = undefined
  }

  function endRow() {
    endCell()
    if (!row.some(Boolean)) return
    if (isHidden) hiddenRows += 1
    else rows.push(row)
  }

  for (const [, end, tag, attributes = '', content = ''] of xml.matchAll(TAG_AND_TEXT)) {
    const isClosed = end !== '' || attributes.endsWith('/')
    if (tag === 'row' && end === '') {
      endRow()
      if (rows.length + hiddenRows > ROWS_MAXIMUM) return { rows, hiddenRows, isCut: true }
      row = []
      isHidden = /^(?:1|true)$/.test(readAttributes(attributes).hidden ?? '')
    } else if (tag === 'c') {
      endCell()
      if (isClosed) continue
      const { r = '', t = 'n', s = '0' } = readAttributes(attributes)
      cell = {
        column: parseColumn(r) ?? row.length,
        type: t,
        style: Number(s),
        text: '',
        formula: '',
      }
    } else if (tag === 'rPh') {
      isPhonetic = end === ''
    } else if (tag === 'f' && end === '' && cell) {
      // Only the first cell of a shared formula contains the text of the formula.
      cell.formula = `=${content || 'f(…)'}`.slice(0, CELL_LENGTH_MAXIMUM)
    } else if ((tag === 'v' || tag === 't') && end === '' && cell && !isPhonetic) {
      // A formula that the writing program did not calculate can have an empty value. An empty text has the type `str`.
      if (content !== '' || cell.type === 'str') cell.formula = ''
      if (cell.text.length < CELL_LENGTH_MAXIMUM) cell.text += content
    }
  }
  endRow()
  const texts = rows.map((cells) => Array.from(cells, (text) => text ?? ''))
  return { rows: texts, hiddenRows, isCut: isCut || texts.length + hiddenRows > ROWS_MAXIMUM }
}

/** Returns the column of a cell reference such as `AB12`. The first column is 0. */
function parseColumn(reference: string): number | undefined {
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
  if (type === 'b') return text.trim() === '1' ? 'TRUE' : 'FALSE'
  if (type !== 'n' || text.trim() === '') return text
  const number = Number(text)
  if (Number.isNaN(number)) return text
  if (format && isDateFormat(format)) return formatDate(number)
  const plain = formatNumber(number)
  return format && DIGITS_FORMAT.test(format) && /^\d+$/.test(plain)
    ? fillDigits(format, plain)
    : plain
}

/** Formats a number like a spreadsheet, with up to 15 significant digits. Only very large and very small numbers get an exponent. */
function formatNumber(number: number): string {
  const rounded = Number(number.toPrecision(15))
  if (Number.isInteger(rounded) && Math.abs(rounded) < 1e21) return BigInt(rounded).toString()
  const text = String(rounded)
  // The parser of lists would read 1.125 as 1,125.
  return /\.\d{3}$/.test(text) ? `${text}0` : text
}

/** Digits with fixed texts between them: `00000000`, `"FH-"00000-0`. */
const DIGITS_FORMAT = /^(?=[^0]*0)(?:0|[ /-]|\\.|"[^"]*")+$/

/** Writes the digits at the zeros of a format. The first zero gets all surplus digits. */
function fillDigits(format: string, digits: string): string {
  const tokens = format.match(/"[^"]*"|\\.|./g) ?? []
  const places = tokens.filter((token) => token === '0').length
  const padded = digits.padStart(places, '0')
  let at = padded.length - places + 1
  let isFirst = true
  return tokens
    .map((token) => {
      if (token !== '0') return token.replace(/^"(.*)"$|^\\(.)$/, '$1$2')
      if (!isFirst) return padded[at++]
      isFirst = false
      return padded.slice(0, at)
    })
    .join('')
}

/**
 * Returns the format of each cell style. The built-in formats 14 to 22, 27 to 36, 45, 47 and 50 to 58 are dates or
 * times.
 */
function readNumberFormats(styles: string): string[] {
  const custom = new Map(
    readXmlTags(styles, 'numFmt').map(({ numFmtId, formatCode }) => [numFmtId, formatCode ?? '']),
  )
  const [, cellFormats = ''] = styles.split(/<\/?(?:[\w.-]+:)?cellXfs\b/)
  return readXmlTags(cellFormats, 'xf').map(({ numFmtId = '0' }) => {
    const isDate = /^(?:1[4-9]|2[0-2]|2[7-9]|3[0-6]|4[57]|5[0-8])$/.test(numFmtId)
    return custom.get(numFmtId) ?? (isDate ? 'yyyy-mm-dd' : '')
  })
}

/**
 * True if the format has parts of a date or time. Ignores quoted text, brackets, and the character after `\`, `_` or
 * `*`. An elapsed time, such as `[h]:mm`, is a number.
 */
function isDateFormat(format: string): boolean {
  if (/\[[hms]+\]/i.test(format)) return false
  return /[ymdhs]/i.test(format.replaceAll(/"[^"]*"|\[[^\]]*\]|[\\_*]./g, ''))
}

/** Formats days since 1899-12-30 as `2026-11-23`, and a time without a date as `11:28`, without its seconds. */
function formatDate(days: number): string {
  // The product of a whole minute can be slightly smaller.
  if (days >= 0 && days < 1)
    return new Date(Math.floor(days * 1440 + 1e-6) * 60_000).toISOString().slice(11, 16)
  const date = new Date(Math.floor(days - 25_569) * 86_400_000)
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
