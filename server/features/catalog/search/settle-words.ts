import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'

/**
 * Brings the words of parts that were added or changed into their place in the index, and answers how many pages
 * of them there were. Until then they wait in a list, which each look into the index goes through: a
 * full one took a quarter of all searches.
 */
export async function settleWords(db: Db): Promise<number> {
  const { rows } = await sql<{ pages: number }>`
    select gin_clean_pending_list('part_words_by_word') as pages`.execute(db)
  return rows[0]?.pages ?? 0
}
