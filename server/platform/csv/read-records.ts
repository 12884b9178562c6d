import { Readable } from 'node:stream'
import { setImmediate as others } from 'node:timers/promises'
import { CsvError, type Info, parse } from 'csv-parse'
import { unguarded } from './formula-safe.ts'

/** Why a file is no CSV, in a sentence for who made it. */
export class CsvUnreadable extends Error {}

const DELIMITERS = [',', ';', '\t']
/** No row of a list is longer: where one seems so, a quotation mark was never closed. */
const RECORD_LENGTH = 100_000
/** So much is taken apart before anybody else has his turn: a row may be of two characters. */
const SLICE_BYTES = 2048

/** A row: its number in the file, empty ones counted too, the first being 1. */
export interface CsvRow {
  row: number
  cells: string[]
}

/**
 * The rows of a CSV file but for empty lines, the first being its headings: UTF-8 with or without its
 * mark, divided by commas, semicolons or tabs, whichever its first row has most of; its lines end as they
 * like. Fails with CsvUnreadable.
 */
export async function* readRecords(file: AsyncIterable<Buffer>): AsyncGenerator<CsvRow> {
  const texts = decoded(file)
  const start = await untilFirstLine(texts)
  const parser = parse({
    delimiter: delimiterOf(start),
    relax_column_count: true,
    max_record_size: RECORD_LENGTH,
    skip_empty_lines: true,
    info: true,
  })
  const fed = Readable.from(inSlices(continued(start, texts))).on('error', (error) =>
    parser.destroy(error),
  )
  fed.pipe(parser)
  try {
    for await (const { info, record } of parser as AsyncIterable<{
      info: Info
      record: string[]
    }>) {
      yield { row: info.records + info.empty_lines, cells: record.map(unguarded) }
    }
  } catch (error) {
    throw error instanceof CsvError ? new CsvUnreadable(sentenceOf(error)) : error
  } finally {
    fed.destroy()
    parser.destroy()
  }
}

/** The text of a file in UTF-8, without its mark. */
export async function* decoded(file: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decode = (bytes?: Buffer) => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined })
    } catch {
      throw new CsvUnreadable('The file is not UTF-8. Save it as “CSV UTF-8”.')
    }
  }
  for await (const bytes of file) {
    const text = decode(bytes)
    if (text.includes('\0')) throw new CsvUnreadable('This is no text, and so no CSV file.')
    if (text !== '') yield text
  }
  yield decode()
}

async function untilFirstLine(texts: AsyncGenerator<string>): Promise<string> {
  let start = ''
  while (!/[\r\n]/.test(start) && start.length < RECORD_LENGTH) {
    const { value, done } = await texts.next()
    if (done) break
    start += value
  }
  return start
}

function delimiterOf(start: string): string {
  const [line = ''] = start.split(/[\r\n]/, 1)
  const count = (sign: string) => line.split(sign).length
  return DELIMITERS.reduce((most, sign) => (count(sign) > count(most) ? sign : most))
}

async function* continued(start: string, texts: AsyncGenerator<string>) {
  yield start
  yield* texts
}

async function* inSlices(texts: AsyncIterable<string>) {
  for await (const text of texts) {
    // As bytes: half a sign of a text would be none.
    const bytes = Buffer.from(text)
    for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
      yield bytes.subarray(at, at + SLICE_BYTES)
      await others()
    }
  }
}

function sentenceOf({ code, lines }: CsvError): string {
  if (code === 'CSV_MAX_RECORD_SIZE') {
    return `A row near line ${lines} has no end. Look for a quotation mark that is never closed.`
  }
  if (code === 'CSV_QUOTE_NOT_CLOSED') {
    return `A quotation mark is never closed; its row begins near line ${lines}.`
  }
  return `Line ${lines} has a quotation mark where none may be. Within quotation marks write it twice.`
}
