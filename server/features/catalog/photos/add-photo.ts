import { createHash, randomUUIDv7 } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { AddedPhoto } from '@freehub/contract/catalog/part-schemas'
import { photoUrl } from '@freehub/contract/catalog/photo-url'
import { isRefusal, type Refusal, refuse } from '@freehub/contract/refusals'
import type { FastifyBaseLogger } from 'fastify'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { createConcurrencyLimit } from '../../../platform/limits/concurrency-limit.ts'
import { ChildProcessFailed, openChildProcess } from '../../../platform/processes/child-process.ts'
import { isArchived } from '../manage/archived.ts'
import type { EncodedPhoto } from './encode-photo.ts'

/**
 * Creates the function that stores uploaded photos. Refuses more than `maxConcurrent` uploads at a time. Returns the
 * same photo for the same file.
 */
export function createPhotoUploader(maxConcurrent: number, encode: Encode) {
  const uploads = createConcurrencyLimit(maxConcurrent, {
    createError: () => refuse('photos_too_many'),
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
  const existing = await findAndRetainPhoto(db, sha256)
  if (existing) return existing
  const encoded = await encode(chunks)
  if (isRefusal(encoded)) return encoded
  await insertPhoto(db, { sha256, byUser, ...encoded })
  // Another request may have stored the same file. If the photo was deleted since, the client can try again.
  return (await findAndRetainPhoto(db, sha256)) ?? refuse('photos_too_many')
}

function computeSha256(chunks: Buffer[]): Buffer {
  const hash = createHash('sha256')
  for (const chunk of chunks) hash.update(chunk)
  return hash.digest()
}

/** Finds a photo by its hash. Postpones the deletion of an unused photo by a day, because a part may soon use it. */
async function findAndRetainPhoto(db: Db, sha256: Buffer): Promise<AddedPhoto | undefined> {
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
  { files, sha256, byUser, width, height }: EncodedPhoto & { sha256: Buffer; byUser: string },
): Promise<void> {
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

/** Encodes a file from its received chunks. Joining the chunks in this process would hold the file twice. */
type Encode = (chunks: Buffer[]) => Promise<EncodedPhoto | Refusal>

/**
 * Creates the encoder, which re-encodes photos in a child process, one at a time. This bounds memory and isolates
 * decoders from malicious files.
 */
export function createPhotoEncoder(log: FastifyBaseLogger, timeoutMs: number) {
  const child = openChildProcess<Buffer[], EncodedPhoto | Refusal>(
    new URL('./photo-child.ts', import.meta.url),
    { timeoutMs },
  )

  const encode: Encode = async (chunks) => {
    try {
      return await child.run(chunks)
    } catch (error) {
      if (!(error instanceof ChildProcessFailed)) throw error
      log.warn({ err: error }, 'a photo could not be encoded')
      return refuse('photo_unreadable')
    }
  }

  return { encode, close: child.close }
}

/** Deletes photos that no part has used for a day. During the day, a form or an undo may still refer to them. */
export async function deleteUnusedPhotos(db: Db): Promise<void> {
  // Two separate conditions, because each has its own index.
  const hasPart = (condition: Expression<SqlBool>) => sql`exists (
    select from parts where photo_of(img) = photos.id and img like '/photos/%' and ${condition})`
  const isOnSale = sql<SqlBool>`deleted_at is null`
  const isUsed = sql`(${hasPart(isOnSale)} or ${hasPart(isArchived)})`
  const isExpired = sql`unused_since < now() - interval '1 day'`
  // A trigger sets `unused_since` when any part stops using a photo, but other parts may still use it.
  await sql`update photos set unused_since = null where ${isExpired} and ${isUsed}`.execute(db)
  await sql`delete from photos where ${isExpired} and not ${isUsed}`.execute(db)
}
