import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'

/**
 * Drops what nobody finished: files that broke off on their way after an hour, what was read and not
 * applied after a week. Of what was applied, in part too, all is kept: it says who changed what.
 */
export async function dropOldImports(db: Db): Promise<void> {
  await sql`delete from part_imports
    where (state = 'uploading' and created_at < now() - interval '1 hour')
      or (state in ('read', 'refused', 'cancelled') and applied + failed = 0
        and created_at < now() - interval '7 days')`.execute(db)
}
