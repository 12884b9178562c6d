import { randomUUIDv7 } from 'node:crypto'
import type { PartImport } from '@freehub/contract/catalog/imports'
import { type Refusal, refuse } from '@freehub/contract/refusals'
import { decodeUtf8, UnreadableCsvError } from '../../../platform/csv/read-csv-rows.ts'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { isOtherImportRunning } from './apply-import.ts'
import { readImport } from './read-import.ts'

/** Small enough that decoding and parsing a chunk takes only a few milliseconds. */
const CHUNK_BYTES = 128 * 1024

/**
 * Stores an uploaded file, which the import runner then reads. Refuses a file that is empty or not UTF-8. Refuses all
 * files while another import is read or applied.
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
  try {
    await storeFile(db, id, file)
  } catch (error) {
    await db.deleteFrom('part_imports').where('id', '=', id).execute()
    if (error instanceof UnreadableCsvError)
      return refuse('import_unreadable', { detail: error.message })
    if (isOtherImportRunning(error)) return refuse('import_under_way')
    throw error
  }
  return readImport(db, id)
}

/** Stores the file in chunks. Throws `UnreadableCsvError` if it is empty or not UTF-8. */
async function storeFile(db: Db, id: string, file: AsyncIterable<Buffer>) {
  let length = 0
  for await (const text of decodeUtf8(storeChunks(db, id, file))) length += text.length
  if (length === 0) throw new UnreadableCsvError('The file is empty.')
  await db.updateTable('part_imports').set({ state: 'reading' }).where('id', '=', id).execute()
}

async function* storeChunks(db: Db, id: string, file: AsyncIterable<Buffer>) {
  let n = 0
  for await (const bytes of splitIntoChunks(file)) {
    await db.insertInto('part_import_chunks').values({ import_id: id, n, bytes }).execute()
    n += 1
    yield bytes
  }
}

async function* splitIntoChunks(file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let buffers: Buffer[] = []
  let length = 0
  for await (const chunk of file) {
    buffers.push(chunk)
    length += chunk.length
    if (length < CHUNK_BYTES) continue
    yield Buffer.concat(buffers)
    buffers = []
    length = 0
  }
  if (length > 0) yield Buffer.concat(buffers)
}
