import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import type { FastifyReply } from 'fastify'
import { guarded } from './formula-safe.ts'

/** Excel takes a file for UTF-8 by this alone. */
const MARK = '\ufeff'

/**
 * Sends pages of rows as a CSV file while they are read: as fast as they are taken, and no further once
 * whoever asked has gone.
 */
export function sendCsv(
  reply: FastifyReply,
  fileName: string,
  headings: readonly string[],
  pages: AsyncIterable<string[][]>,
): FastifyReply {
  const csv = Readable.from(written(headings, pages), { highWaterMark: 1 })
  return reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .header('cache-control', 'no-store')
    .send(csv)
}

/** Cells that begin as formulas are guarded, those of several lines in quotation marks. */
export async function* written(
  headings: readonly string[],
  pages: AsyncIterable<string[][]>,
): AsyncGenerator<string> {
  yield MARK + lines([[...headings]])
  for await (const rows of pages) yield lines(rows)
}

function lines(rows: string[][]): string {
  return stringify(
    rows.map((row) => row.map(guarded)),
    { record_delimiter: 'windows', quoted_match: /[\r\n]/ },
  )
}

/** `freehub-products-2026-11-21.csv`. */
export function fileNameOf(what: string): string {
  return `freehub-${what}-${new Date().toISOString().slice(0, 10)}.csv`
}
