import { type Expression, type SqlBool, sql } from 'kysely'
import { containsPattern } from '../../../platform/database/like-patterns.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** A trigram index needs three consecutive letters or digits. */
const HAS_TRIGRAM = /[\p{L}\p{N}]{3}/u
const STARTS_A_WORD = /^[\p{L}\p{N}]/u

/**
 * Builds the search condition: the order's id, or text in its e-mail, name, parts or transaction id.
 * Text without a trigram matches only the start of the searched text, which is the e-mail.
 */
export function searchCondition(search: string): Expression<SqlBool> {
  if (UUID.test(search)) return sql<SqlBool>`id = ${search}::uuid`
  const pattern = containsPattern(search)
  if (HAS_TRIGRAM.test(search)) return sql<SqlBool>`search_text like lower(${pattern})`
  if (STARTS_A_WORD.test(search)) return sql<SqlBool>`search_text like lower(${pattern.slice(1)})`
  return sql<SqlBool>`false`
}
