import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'

/**
 * Drops the photos that no part on sale has shown for a day. Until then what was typed, or undone,
 * may still name them. A part that takes one just now holds it (`parts_take_photos`).
 */
export async function dropUnusedPhotos(db: Db): Promise<void> {
  const shown = sql`exists (
    select from parts where photo_of(img) = photos.id and img like '/photos/%' and deleted_at is null)`
  const long = sql`unused_since < now() - interval '1 day'`
  await sql`update photos set unused_since = null where ${long} and ${shown}`.execute(db)
  await sql`delete from photos where ${long} and not ${shown}`.execute(db)
}
