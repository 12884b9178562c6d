import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import type { FastifyReply } from 'fastify'
import { escapeFormulas } from './escape-formulas.ts'

/** The mark by which Excel recognizes UTF-8. */
const BYTE_ORDER_MARK = '\ufeff'

/** Streams pages of rows as a CSV file, at the client's speed. */
export function sendCsv(
  reply: FastifyReply,
  fileName: string,
  headings: readonly string[],
  pages: AsyncIterable<string[][]>,
): FastifyReply {
  const csv = Readable.from(writeCsv(headings, pages), { highWaterMark: 1 })
  return reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .header('cache-control', 'no-store')
    .send(csv)
}

/** Yields CSV text. Escapes formulas, and quotes cells that contain line breaks. */
export async function* writeCsv(
  headings: readonly string[],
  pages: AsyncIterable<string[][]>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + formatRows([[...headings]])
  for await (const rows of pages) yield formatRows(rows)
}

function formatRows(rows: string[][]): string {
  return stringify(
    rows.map((row) => row.map(escapeFormulas)),
    { record_delimiter: 'windows', quoted_match: /[\r\n]/ },
  )
}

/** Returns a file name with today's date in UTC, such as `freehub-products-2026-11-21.csv`. */
export function csvFileName(name: string): string {
  return `freehub-${name}-${new Date().toISOString().slice(0, 10)}.csv`
}
