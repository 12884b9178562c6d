import { type SqlBool, sql } from 'kysely'
import { containsFolded } from './like-patterns.ts'

/** The text that searches for users compare. It must equal the expression of the index `users_by_folded_text`. */
export const userSearchText = sql<string>`fold(users.email || ' ' || users.name)`

/**
 * Returns the condition for users whose email or name contains the text. Four or more digits also find their phone
 * numbers, six or more also those of their orders.
 */
export function matchesUser(search: string) {
  const byText = sql<SqlBool>`${userSearchText} like ${containsFolded(search)}`
  const digits = readPhoneDigits(search)
  if (digits.length < 4) return byText
  // The expression and the condition must equal those of the index `users_by_phone`.
  const phone = sql`regexp_replace(users.phone, '\\D', '', 'g')`
  const byProfile = sql<SqlBool>`(${byText} or (users.phone <> '' and ${phone} like ${`%${digits}%`}))`
  if (digits.length < 6) return byProfile
  // The search text of an order ends with the phone number. A union, because PostgreSQL would not use indexes with `or`.
  return sql<SqlBool>`users.id in (
    select id from users where deleted_at is null and ${byProfile}
    union all select user_id from orders where id in (
      select order_id from order_search where text like ${`%\u001f+%${digits}%`}))`
}

/** Returns the digits of a phone number without the zeros of its prefix. Returns an empty text for other texts. */
export function readPhoneDigits(search: string): string {
  return /^[+\d\s()./-]*$/.test(search) ? search.replaceAll(/\D/g, '').replace(/^0+/, '') : ''
}
