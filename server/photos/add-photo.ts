import { createHash, randomUUIDv7 } from 'node:crypto'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { photoAddress } from '@freehub/contract/photo-address'
import type { AddedPhoto } from '@freehub/contract/photos'
import { isRefusal, type Refusal, refuse } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import type { Db } from '../database/connect.ts'
import { type EncodedPhoto, encodePhoto } from './encode-photo.ts'
import { takeTurns } from './take-turns.ts'

/** One photo at a time is made: it takes one of the few threads, and the memory of its pixels. */
const turn = takeTurns()

/**
 * Takes photos in: so many are read, or wait for their turn, in memory at a time. The same file again
 * is the same photo, whoever sends it.
 */
export function photoTaker(most: number) {
  let underWay = 0

  return async function addPhoto(
    db: Db,
    file: Readable,
    byUser: string,
  ): Promise<AddedPhoto | Refusal> {
    if (underWay >= most) return refuse('photos_too_many')
    underWay++
    try {
      return await takeIn(db, await buffer(file), byUser)
    } finally {
      underWay--
    }
  }
}

async function takeIn(db: Db, file: Buffer, byUser: string): Promise<AddedPhoto | Refusal> {
  const sha256 = createHash('sha256').update(file).digest()
  const known = await findPhoto(db, sha256)
  if (known) return known
  const encoded = await turn(() => encodePhoto(file))
  if (isRefusal(encoded)) return encoded
  await keepPhoto(db, { sha256, byUser, ...encoded })
  // Perhaps another's, who sent the same at the same time.
  return (await findPhoto(db, sha256)) ?? refuse('photos_too_many')
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
