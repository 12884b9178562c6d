import { createHash, randomUUIDv7 } from 'node:crypto'
import type { Readable } from 'node:stream'
import { photoAddress } from '@freehub/contract/catalog/photo-address'
import type { AddedPhoto } from '@freehub/contract/catalog/photos'
import { isRefusal, type Refusal, refuse } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import type { EncodedPhoto } from './encode-photo.ts'
import type { Encode } from './photo-encoder.ts'

/**
 * Takes photos in: so many are read, or wait for their turn, in memory at a time. The same file again
 * is the same photo, whoever sends it.
 */
export function photoTaker(most: number, encode: Encode) {
  let underWay = 0

  return async function addPhoto(
    db: Db,
    file: Readable,
    byUser: string,
  ): Promise<AddedPhoto | Refusal> {
    if (underWay >= most) return refuse('photos_too_many')
    underWay++
    try {
      return await takeIn(db, await file.toArray(), byUser, encode)
    } finally {
      underWay--
    }
  }
}

async function takeIn(
  db: Db,
  chunks: Buffer[],
  byUser: string,
  encode: Encode,
): Promise<AddedPhoto | Refusal> {
  const sha256 = sha256Of(chunks)
  const known = await findPhoto(db, sha256)
  if (known) return known
  const encoded = await encode(chunks)
  if (isRefusal(encoded)) return encoded
  await keepPhoto(db, { sha256, byUser, ...encoded })
  // Perhaps another's, who sent the same at the same time.
  return (await findPhoto(db, sha256)) ?? refuse('photos_too_many')
}

function sha256Of(chunks: Buffer[]): Buffer {
  const hash = createHash('sha256')
  for (const chunk of chunks) hash.update(chunk)
  return hash.digest()
}

/** Finding it begins its day anew: a part may be about to take it. */
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
  return { _id: id, address: photoAddress(id, width), width, height }
}

async function keepPhoto(
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
