import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'

/**
 * Deletes the photos that no part on sale has used for a day. Until then an open form or an undo may
 * refer to them. A part that is just taking a photo locks it (`parts_track_new_photo`).
 */
export async function deleteUnusedPhotos(db: Db): Promise<void> {
  const isShown = sql`exists (
    select from parts where photo_of(img) = photos.id and img like '/photos/%' and deleted_at is null)`
  const isExpired = sql`unused_since < now() - interval '1 day'`
  await sql`update photos set unused_since = null where ${isExpired} and ${isShown}`.execute(db)
  await sql`delete from photos where ${isExpired} and not ${isShown}`.execute(db)
}
