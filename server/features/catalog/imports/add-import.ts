import { randomUUIDv7 } from 'node:crypto'
import type { PartImport } from '@freehub/contract/catalog/imports'
import { type Refusal, refuse } from '@freehub/contract/refusals'
import { CsvUnreadable, decoded } from '../../../platform/csv/read-records.ts'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { readImport } from './read-import.ts'
import { isOtherUnderWay } from './under-way.ts'

/** A piece is decoded and taken apart in a few milliseconds. */
const PIECE_BYTES = 128 * 1024

/**
 * Takes a file in, to be read in the background: there it may take longer than a request, and goes on
 * after a restart. Refused at once is what is no text in UTF-8.
 */
export async function addImport(
  db: Db,
  file: AsyncIterable<Buffer>,
  { name, byUser }: { name: string; byUser: string },
): Promise<PartImport | Refusal> {
  const id = randomUUIDv7()
  await db
    .insertInto('part_imports')
    .values({ id, by_user: byUser, file_name: name, state: 'uploading' })
    .execute()
  const refusal = await takeIn(db, id, file).catch(async (error) => {
    await forget(db, id)
    if (error instanceof CsvUnreadable)
      return refuse('import_unreadable', { detail: error.message })
    throw error
  })
  return refusal ?? readImport(db, id)
}

async function takeIn(
  db: Db,
  id: string,
  file: AsyncIterable<Buffer>,
): Promise<Refusal | undefined> {
  let length = 0
  for await (const text of decoded(keptPieces(db, id, file))) length += text.length
  if (length === 0) throw new CsvUnreadable('The file is empty.')
  const begin = db
    .updateTable('part_imports')
    .set({ state: 'reading' })
    .where('id', '=', id)
    .execute()
  return begin.then(
    () => undefined,
    async (error) => {
      if (!isOtherUnderWay(error)) throw error
      await forget(db, id)
      return refuse('import_under_way')
    },
  )
}

/** Writes the file down piece by piece as it comes, and hands each on. */
async function* keptPieces(db: Db, id: string, file: AsyncIterable<Buffer>) {
  let n = 0
  for await (const bytes of inPieces(file)) {
    await db.insertInto('part_import_pieces').values({ import_id: id, n, bytes }).execute()
    n += 1
    yield bytes
  }
}

async function* inPieces(file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let length = 0
  for await (const chunk of file) {
    waiting.push(chunk)
    length += chunk.length
    if (length < PIECE_BYTES) continue
    yield Buffer.concat(waiting)
    waiting = []
    length = 0
  }
  if (length > 0) yield Buffer.concat(waiting)
}

async function forget(db: Db, id: string): Promise<void> {
  await db.deleteFrom('part_imports').where('id', '=', id).execute()
}
