import { pluralize } from '@freehub/contract/money'
import { Unzip, type UnzipFile, UnzipInflate } from 'fflate'
import { readRows, readSharedStrings, readXmlTags } from './read-worksheet.ts'

/** The text of a list, and sentences about sheets and rows that were not read. */
export interface ListText {
  text: string
  notes: string[]
  /** The names of the visible sheets that were not read. */
  otherSheets: string[]
}

/** `sheets`: the parameter `names` of `readWorkbook`. */
export interface WorkbookRequest {
  bytes: ArrayBuffer
  sheets: string[] | undefined
}

export type WorkbookReply = ListText | { refusal: string; otherSheets: string[] }

/** The error for a file or sheet that cannot be read. Its message states what the user can do. */
export class WorkbookRefusal extends Error {
  otherSheets: string[]

  constructor(message: string, otherSheets: string[] = []) {
    super(message)
    this.otherSheets = otherSheets
  }
}

const ENTRIES_MAXIMUM = 1000
const UNPACKED_BYTES_MAXIMUM = 20_000_000
/** Compressed bytes unpacked at a time. They yield at most 1,032 times as many bytes. */
const CHUNK_BYTES = 8192

/**
 * Reads a sheet of an XLSX file as text: the first of `names`, or else the first visible sheet. Tabs separate the cells.
 * The other `names` are those of sheets that were not read before.
 */
export function readWorkbook(bytes: Uint8Array, names?: string[]): ListText {
  const unpack = openZip(bytes)
  const root = readRelationships(unpack('_rels/.rels'), '')
  const path = root.find(isOfType('officeDocument'))?.path ?? 'xl/workbook.xml'
  const workbook = unpack(path)
  if (workbook === undefined)
    throw new WorkbookRefusal('This is not an XLSX file. Save the list as XLSX or CSV.')
  // The relationships of `xl/workbook.xml` are in `xl/_rels/workbook.xml.rels`, with targets relative to `xl/`.
  const folder = path.replace(/[^/]*$/, '')
  const relationships = readRelationships(unpack(path.replace(/[^/]*$/, '_rels/$&.rels')), folder)
  const sheets = readXmlTags(workbook, 'sheet')
    .filter(({ state }) => !/hidden/i.test(state ?? ''))
    .map((sheet) => ({
      name: sheet.name,
      relationship: relationships.find(({ id }) => id === getRelationshipId(sheet)),
    }))
    .filter(({ relationship }) => !relationship?.type.endsWith('/chartsheet'))
  const [firstSheet, ...otherSheets] =
    names?.flatMap((chosen) => sheets.filter(({ name }) => name === chosen)) ?? sheets
  if (!firstSheet) throw new WorkbookRefusal('This file has no visible sheet with cells.')
  const otherNames = otherSheets.map(({ name = '' }) => name)
  const unpackRelated = (type: string, defaultName: string) =>
    unpack(relationships.find(isOfType(type))?.path ?? folder + defaultName) ?? ''
  try {
    const sheet = firstSheet.relationship && unpack(firstSheet.relationship.path)
    if (sheet === undefined) throw new Error('The workbook has no such sheet.')
    const strings = readSharedStrings(unpackRelated('sharedStrings', 'sharedStrings.xml'))
    const styles = unpackRelated('styles', 'styles.xml')
    return toListText(readRows(sheet, strings, styles), firstSheet.name, otherNames)
  } catch (error) {
    const message =
      error instanceof WorkbookRefusal
        ? error.message
        : `The sheet “${firstSheet.name}” cannot be read. Save the list as XLSX or CSV and try again.`
    throw new WorkbookRefusal(message, otherNames)
  }
}

function toListText(
  { rows, hiddenRows, isCut }: ReturnType<typeof readRows>,
  name: string | undefined,
  otherSheets: string[],
): ListText {
  if (isCut)
    throw new WorkbookRefusal(
      'This sheet is too large. Copy the rows with numbers and quantities, and paste them.',
    )
  const quotedNames = otherSheets.map((other) => `“${other}”`).join(', ')
  const notes = [
    ...(quotedNames ? [`The sheet “${name}” was read. Not read: ${quotedNames}.`] : []),
    ...(hiddenRows > 0
      ? [`${pluralize(hiddenRows, 'hidden row was', 'hidden rows were')} not read.`]
      : []),
  ]
  const text = rows
    .map((row) => row.map((cell) => cell.replaceAll(/\s+/g, ' ')).join('\t'))
    .join('\n')
  return { text, notes, otherSheets }
}

/** A file of the workbook to which another file refers. */
interface Relationship {
  id: string
  type: string
  path: string
}

function readRelationships(xml: string | undefined, folder: string): Relationship[] {
  return readXmlTags(xml ?? '', 'Relationship').map(({ Id = '', Type = '', Target = '' }) => ({
    id: Id,
    type: Type,
    path: Target.startsWith('/') ? Target.slice(1) : folder + Target,
  }))
}

const isOfType =
  (name: string) =>
  ({ type }: Relationship) =>
    type.endsWith(`/${name}`)

/**
 * Returns the id of the relationship between the workbook and the sheet's file. The attribute is `r:id` in most
 * files, but some programs use another prefix.
 */
const getRelationshipId = (sheet: Record<string, string | undefined>) =>
  Object.entries(sheet).find(([name]) => name.endsWith(':id'))?.[1]

/** Returns a function that unpacks an entry of a ZIP file. The function returns undefined for a missing entry. */
function openZip(bytes: Uint8Array): (name: string) => string | undefined {
  const entries = new Map<string, UnzipFile>()
  const zip = new Unzip((entry) => {
    if (entries.size >= ENTRIES_MAXIMUM) throw new WorkbookRefusal(TOO_LARGE_MESSAGE)
    entries.set(entry.name, entry)
  })
  zip.register(UnzipInflate)
  // `zip` keeps these chunks for the entries that are not unpacked yet.
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
      // The size that the file states may be wrong.
      if (unpackedBytes > UNPACKED_BYTES_MAXIMUM) throw new WorkbookRefusal(TOO_LARGE_MESSAGE)
      chunks.push(decoder.decode(data, { stream: true }))
    }
    entry.start()
    return chunks.join('')
  }
}

const TOO_LARGE_MESSAGE =
  'This file is too large when unpacked. Copy the rows with numbers and quantities, and paste them.'
