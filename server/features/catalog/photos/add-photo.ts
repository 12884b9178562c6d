import { createHash, randomUUIDv7 } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { AddedPhoto } from '@freehub/contract/catalog/part-schemas'
import { photoUrl } from '@freehub/contract/catalog/photo-url'
import { isRefusal, type Refusal, refuse } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { createConcurrencyLimit } from '../../../platform/limits/concurrency-limit.ts'
import type { EncodedPhoto } from './encode-photo.ts'
import type { Encode } from './photo-encoder.ts'

/**
 * Creates the upload operation. At most `maxConcurrent` photos are in memory at a time; more are refused.
 * The same file always gives the same photo.
 */
export function createPhotoUploader(maxConcurrent: number, encode: Encode) {
  const uploads = createConcurrencyLimit(maxConcurrent, {
    tooMany: () => refuse('photos_too_many'),
  })
  return (db: Db, file: Readable, byUser: string): Promise<AddedPhoto | Refusal> =>
    uploads.run(async () => storePhoto(db, await file.toArray(), byUser, encode))
}

async function storePhoto(
  db: Db,
  chunks: Buffer[],
  byUser: string,
  encode: Encode,
): Promise<AddedPhoto | Refusal> {
  const sha256 = computeSha256(chunks)
  const existing = await findPhoto(db, sha256)
  if (existing) return existing
  const encoded = await encode(chunks)
  if (isRefusal(encoded)) return encoded
  await insertPhoto(db, { sha256, byUser, ...encoded })
  // Another request may have stored the same file at the same time.
  return (await findPhoto(db, sha256)) ?? refuse('photos_too_many')
}

function computeSha256(chunks: Buffer[]): Buffer {
  const hash = createHash('sha256')
  for (const chunk of chunks) hash.update(chunk)
  return hash.digest()
}

/** Finds a photo by its hash. Restarts its day of grace, as a part may be about to use it. */
async function findPhoto(db: Db, sha256: Buffer): Promise<AddedPhoto | undefined> {
  const photo = await db
    .updateTable('photos')
    .set({
      unused_since: sql`case when unused_since is null then null else clock_timestamp() end`,
    })
    .where('sha256', '=', sha256)
    .returning(['id', 'width', 'height'])
    .executeTakeFirst()
  if (!photo) return undefined
  const { id, width, height } = photo
  return { _id: id, address: photoUrl(id, width), width, height }
}

async function insertPhoto(
  db: Db,
  { files, ...photo }: EncodedPhoto & { sha256: Buffer; byUser: string },
): Promise<void> {
  const { sha256, byUser, width, height } = photo
  const id = randomUUIDv7()
  await db.transaction().execute(async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('photos')
      .values({ id, sha256, width, height, by_user: byUser })
      .onConflict((on) => on.column('sha256').doNothing())
      .executeTakeFirstOrThrow()
    if (!numInsertedOrUpdatedRows) return
    await tx
      .insertInto('photo_files')
      .values(files.map((file) => ({ photo_id: id, ...file })))
      .execute()
  })
}
