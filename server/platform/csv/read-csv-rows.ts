import { Readable } from 'node:stream'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { CsvError, type Info, parse } from 'csv-parse'
import { unescapeFormulas } from './escape-formulas.ts'

/** The error for a file that is not valid CSV. Its message is a sentence for the user. */
export class UnreadableCsvError extends Error {}

const DELIMITERS = [',', ';', '\t', '|']
/** A first line of spreadsheets that states the delimiter, such as `sep=;`. */
const DELIMITER_LINE = /^sep=([^"\r\n])(?=[\r\n])/i
/** Maximum length of a valid row. A longer row has an unclosed quotation mark. */
const MAX_ROW_LENGTH = 100_000
/** Number of bytes that are parsed before other work may run. They contain at most 1,024 rows. */
const SLICE_BYTES = 2048

/** A row with its number in a spreadsheet, which counts empty lines but no line breaks within cells. */
export interface CsvRow {
  row: number
  cells: string[]
}

/**
 * Yields the rows of a UTF-8 CSV file, the headings first, without empty lines. Accepts a byte order
 * mark and any line ends. The first line may state the delimiter as `sep=;`. Otherwise the delimiter is the comma,
 * semicolon, tab or vertical bar, whichever the headings contain most often. Throws UnreadableCsvError if the file is
 * not valid UTF-8 or CSV.
 */
export async function* readCsvRows(file: AsyncIterable<Buffer>): AsyncGenerator<CsvRow> {
  const chunks = decodeUtf8(file)
  const start = await readFirstLine(chunks)
  const parser = parse({
    delimiter: DELIMITER_LINE.exec(start)?.[1] ?? detectDelimiter(start),
    relax_column_count: true,
    max_record_size: MAX_ROW_LENGTH,
    skip_empty_lines: true,
    info: true,
  })
  const input = Readable.from(
    splitIntoSlices(prepend(start.replace(DELIMITER_LINE, ''), chunks)),
  ).on('error', (error) => parser.destroy(error))
  input.pipe(parser)
  try {
    for await (const { info, record } of parser as AsyncIterable<{
      info: Info
      record: string[]
    }>) {
      yield { row: info.records + info.empty_lines, cells: record.map(unescapeFormulas) }
    }
  } catch (error) {
    throw error instanceof CsvError ? new UnreadableCsvError(describeCsvError(error)) : error
  } finally {
    input.destroy()
    parser.destroy()
  }
}

/** Yields the text of a UTF-8 file, without its byte order mark. Throws UnreadableCsvError for other files. */
export async function* decodeUtf8(file: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decode = (bytes?: Buffer) => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined })
    } catch {
      throw new UnreadableCsvError('The file is not UTF-8. Save it as “CSV UTF-8”.')
    }
  }
  for await (const bytes of file) {
    const text = decode(bytes)
    if (text.includes('\0'))
      throw new UnreadableCsvError('This is not a text file, so it cannot be CSV.')
    if (text !== '') yield text
  }
  yield decode()
}

/** Reads at least the first line that is not empty. Returns also the empty lines before it. */
async function readFirstLine(chunks: AsyncGenerator<string>): Promise<string> {
  let start = ''
  while (!/[^\r\n][\r\n]/.test(start) && start.length < MAX_ROW_LENGTH) {
    const { value, done } = await chunks.next()
    if (done) break
    start += value
  }
  return start
}

function detectDelimiter(start: string): string {
  const [line = ''] = /[^\r\n]+/.exec(start) ?? []
  const count = (delimiter: string) => line.split(delimiter).length
  return DELIMITERS.reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best))
}

async function* prepend(start: string, chunks: AsyncGenerator<string>) {
  yield start
  yield* chunks
}

async function* splitIntoSlices(chunks: AsyncIterable<string>) {
  for await (const text of chunks) {
    // Bytes are sliced, because a slice of a string could split a character.
    const bytes = Buffer.from(text)
    for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
      yield bytes.subarray(at, at + SLICE_BYTES)
      await yieldToEventLoop()
    }
  }
}

function describeCsvError({ code, records, empty_lines }: CsvError): string {
  const row = Number(records) + Number(empty_lines) + 1
  if (code === 'CSV_MAX_RECORD_SIZE') {
    return `Row ${row} does not end. Look for an unclosed quotation mark.`
  }
  if (code === 'CSV_QUOTE_NOT_CLOSED') return `A quotation mark in row ${row} is not closed.`
  return `Row ${row} has a quotation mark in the wrong place. Within quotation marks, write it twice.`
}
