import { Unzip, type UnzipFile, UnzipInflate } from 'fflate'
import { readFirstSheet, readSharedStrings, readXmlTags } from './read-sheet.ts'

/** The text of a list, and sentences about what was not read. */
export interface ListText {
  text: string
  notes: string[]
}

export type WorkbookReply = ListText | { refusal: string }

/** A file that is not read. The message tells the user what to do. */
export class WorkbookRefusal extends Error {}

const ENTRIES_MAXIMUM = 1000
const UNPACKED_BYTES_MAXIMUM = 20_000_000
/** The compressed bytes that are unpacked at a time: at most 1,032 times as many come out. */
const CHUNK_BYTES = 8192

/** Reads the first visible sheet of an XLSX file as text with tabs between the cells. */
export function readWorkbook(bytes: Uint8Array): ListText {
  const unpack = openZip(bytes)
  const workbook = unpack('xl/workbook.xml')
  if (workbook === undefined)
    throw new WorkbookRefusal('This is not an XLSX file. Save the list as XLSX or CSV.')
  const sheets = readXmlTags(workbook, 'sheet').filter(({ state }) => !/hidden/i.test(state ?? ''))
  const targets = new Map(
    readXmlTags(unpack('xl/_rels/workbook.xml.rels') ?? '', 'Relationship').map((relation) => [
      relation.Id,
      relation.Target ?? '',
    ]),
  )
  const [first, ...others] = sheets
  const path = targets.get(first?.['r:id'] ?? '')
  const sheet = path === undefined ? undefined : unpack(toPath(path))
  if (!first || sheet === undefined)
    throw new WorkbookRefusal('This file has no visible sheet with cells.')
  const strings = readSharedStrings(unpack('xl/sharedStrings.xml') ?? '')
  const { rows, isCut } = readFirstSheet(sheet, strings, unpack('xl/styles.xml') ?? '')
  const notes: string[] = []
  if (others.length > 0) {
    const names = others.map(({ name }) => `“${name}”`).join(', ')
    notes.push(`The sheet “${first.name}” was read. Not read: ${names}.`)
  }
  if (isCut)
    throw new WorkbookRefusal(
      'This sheet is too large. Copy the rows with numbers and quantities, and paste them.',
    )
  const text = rows
    .map((row) => row.map((cell) => cell.replaceAll(/\s+/g, ' ')).join('\t'))
    .join('\n')
  return { text, notes }
}

const toPath = (target: string) => (target.startsWith('/') ? target.slice(1) : `xl/${target}`)

/** Lists the entries of a ZIP file. The returned function unpacks one as text; undefined if it does not exist. */
function openZip(bytes: Uint8Array): (name: string) => string | undefined {
  const entries = new Map<string, UnzipFile>()
  const zip = new Unzip((entry) => {
    if (entries.size >= ENTRIES_MAXIMUM) throw new WorkbookRefusal(TOO_LARGE)
    entries.set(entry.name, entry)
  })
  zip.register(UnzipInflate)
  // Entries that are not started keep views of these chunks.
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
    const end = start + CHUNK_BYTES
    zip.push(bytes.subarray(start, end), end >= bytes.length)
  }
  let unpackedBytes = 0

  return (name) => {
    const entry = entries.get(name)
    if (!entry) return undefined
    const chunks: string[] = []
    const decoder = new TextDecoder()
    entry.ondata = (error, data) => {
      if (error) throw error
      unpackedBytes += data.length
      // The size in the file's own table may be wrong.
      if (unpackedBytes > UNPACKED_BYTES_MAXIMUM) throw new WorkbookRefusal(TOO_LARGE)
      chunks.push(decoder.decode(data, { stream: true }))
    }
    entry.start()
    return chunks.join('')
  }
}

const TOO_LARGE =
  'This file is too large when unpacked. Copy the rows with numbers and quantities, and paste them.'
