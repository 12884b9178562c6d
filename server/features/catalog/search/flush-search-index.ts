import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'

/**
 * Flushes the pending list of the GIN index on part words, and returns the number of flushed pages. Each search
 * scans this list of new words; a full one took a quarter of the search time.
 */
export async function flushSearchIndex(db: Db): Promise<number> {
  const { rows } = await sql<{ pages: number }>`
    select gin_clean_pending_list('part_words_by_word') as pages`.execute(db)
  return rows[0]?.pages ?? 0
}
