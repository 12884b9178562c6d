import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'

/** Whether any part on sale is found by this tsquery. */
export async function onSaleWith(db: Db, query: string): Promise<boolean> {
  const { rows } = await sql`
    select from part_words join parts on id = part_id
    where words @@ ${query}::tsquery and deleted_at is null limit 1`.execute(db)
  return rows.length > 0
}
