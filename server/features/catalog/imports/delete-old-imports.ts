import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'

/**
 * Deletes unfinished imports: incomplete uploads after an hour, imports without applied rows after a week.
 * Applied imports are kept as a record of who changed what.
 */
export async function deleteOldImports(db: Db): Promise<void> {
  await sql`delete from part_imports
    where (state = 'uploading' and created_at < now() - interval '1 hour')
      or (state in ('read', 'refused', 'cancelled') and applied + failed = 0
        and created_at < now() - interval '7 days')`.execute(db)
}
