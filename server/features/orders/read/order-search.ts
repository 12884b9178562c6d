import { type Expression, type SqlBool, sql } from 'kysely'
import { containing } from '../../../platform/database/containing.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** What an index of three signs each can look up inside a text. */
const THREE_IN_A_ROW = /[\p{L}\p{N}]{3}/u
const BEGINS_A_WORD = /^[\p{L}\p{N}]/u

/**
 * The condition that an order is what somebody looks for: its id, or what its e-mail, name, parts
 * or transaction id contain. Too little to look up inside them is looked for where they begin,
 * which is the e-mail.
 */
export function isFoundBy(search: string): Expression<SqlBool> {
  if (UUID.test(search)) return sql<SqlBool>`id = ${search}::uuid`
  const pattern = containing(search)
  if (THREE_IN_A_ROW.test(search)) return sql<SqlBool>`searched like lower(${pattern})`
  if (BEGINS_A_WORD.test(search)) return sql<SqlBool>`searched like lower(${pattern.slice(1)})`
  return sql<SqlBool>`false`
}
