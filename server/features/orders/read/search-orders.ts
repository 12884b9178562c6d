import { formatInvoiceNumber, parseInvoiceNumber } from '@freehub/contract/invoices/invoice-number'
import { isId } from '@freehub/contract/read-id'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { containsFolded, prefixFolded } from '../../../platform/database/like-patterns.ts'
import type { Search } from '../../../platform/database/read-newest-ids.ts'
import { readPhoneDigits } from '../../../platform/database/user-search-text.ts'

/** The beginning of an order's id, at least its first group. */
const ID_PREFIX = /^[0-9a-f]{8}-[0-9a-f-]{0,27}$|^[0-9a-f]{8}$/i
/** The id of a payment or of a refund at the card provider. */
const PAYMENT_ID = /^(pi|re)_\w+$/
/** A text with three consecutive letters or digits, which a trigram index needs. */
const HAS_TRIGRAM = /[\p{L}\p{N}]{3}/u
const STARTS_WITH_LETTER_OR_DIGIT = /^[\p{L}\p{N}]/u
/** The character before and after each code in the search text. */
const MARK = '\u001f'

/**
 * Creates a search in email, name, customer reference, address without numbers, and the first 50 lines. It also finds
 * codes by their beginning or end. Codes are: order number, order id, transaction id, tracking number, numbers of
 * documents, phone number. It finds refunds and failed payments only by their complete id. A text without three
 * consecutive letters or digits is searched only at the start of the email. It is also searched in codes if it has at
 * least three letters or digits. `among`: a filter of the list, such as one customer's orders. With it, PostgreSQL
 * skips the search index, so it also finds shorter text with a digit, such as "PO 77", with or without spaces.
 */
export function createOrderSearch(search: string, among?: Expression<SqlBool>): Search {
  const term = search.trim().toLowerCase()
  if (isId(term)) return createIndexedSearch(sql`id = ${term}::uuid`)
  const matches = [...matchTexts(term), ...(among ? matchShortText(term) : [])]
  if (matches.length === 0) return createIndexedSearch(sql`false`)
  const byText = searchTexts(matches, among)
  if (ID_PREFIX.test(term)) return combineSearches(createIndexedSearch(matchIdPrefix(term)), byText)
  const id = search.trim()
  return PAYMENT_ID.test(id)
    ? combineSearches(createIndexedSearch(matchPayment(id)), byText)
    : byText
}

/** Returns conditions for a row with a search text. A row matches if it fulfils one of them. */
function matchTexts(term: string): RawBuilder<SqlBool>[] {
  const code = term.replaceAll(/\s/g, '').replace(/^fh(?=\d)/, 'fh-')
  const variants = countLettersAndDigits(term) >= 3 ? listCodeVariants(code, term) : []
  const phone = readPhoneDigits(term)
  // The text ends with the phone number.
  const byPhone = phone.length >= 4 ? [sql<SqlBool>`text like ${`%${MARK}+%${phone}${MARK}`}`] : []
  // The words are before the first mark.
  const matchesWords = sql<SqlBool>`strpos(split_part(text, ${MARK}, 1), fold(${term})) > 0`
  // With `fh-`, the index would read entries of all orders, because each order number begins with it.
  const core = code.replace(/^fh-0*(?=\d{3})/, '')
  if (HAS_TRIGRAM.test(core) && term.includes(core)) {
    const matchesCode = variants.map((code) => sql<SqlBool>`strpos(text, fold(${code})) > 0`)
    return [sql`(${containsText(core)} and ${anyOf([matchesWords, ...matchesCode])})`, ...byPhone]
  }
  const byWords = HAS_TRIGRAM.test(term)
    ? [sql<SqlBool>`(${containsText(term)} and ${matchesWords})`]
    : matchEmailStart(term)
  return [...byWords, ...variants.map(containsText), ...byPhone]
}

/**
 * Lists the condition for words that contain the term, which may be too short for the index. Ignores spaces. Empty if the
 * term has no digit, because most orders contain any one letter.
 */
function matchShortText(term: string): RawBuilder<SqlBool>[] {
  const text = term.replaceAll(/\s/g, '')
  const words = sql`replace(split_part(text, ${MARK}, 1), ' ', '')`
  return /\p{N}/u.test(text) ? [sql`strpos(${words}, fold(${text})) > 0`] : []
}

const countLettersAndDigits = (term: string) => term.match(/[\p{L}\p{N}]/gu)?.length ?? 0

/**
 * Lists texts to search for: each order with this code contains at least one. The code has no spaces, because parcel
 * labels show tracking numbers with spaces. Numbers of orders and invoices are found also without `FH-`.
 */
function listCodeVariants(code: string, term: string): string[] {
  if (code.startsWith('fh-')) {
    const invoice = parseInvoiceNumber(term)
    return [code, ...(invoice ? [formatInvoiceNumber(invoice)] : [])]
  }
  return [MARK + code, code + MARK, ...(/^\d+$/.test(code) ? [`-${code}`] : [])]
}

/** True if a search text contains `text`. The trigram index helps if `text` has three consecutive letters or digits. */
const containsText = (text: string) => sql<SqlBool>`text like ${containsFolded(text)}`

const anyOf = (conditions: RawBuilder<SqlBool>[]) =>
  sql<SqlBool>`(${sql.join(conditions, sql` or `)})`

/**
 * Lists the condition for emails that begin with the term. The stored search text begins with the email. Empty if the
 * term does not begin with a letter or digit.
 */
const matchEmailStart = (term: string) =>
  STARTS_WITH_LETTER_OR_DIGIT.test(term) ? [sql<SqlBool>`text like ${prefixFolded(term)}`] : []

/** Matches the order of a payment or refund. These ids are case-sensitive. */
const matchPayment = (id: string) =>
  sql<SqlBool>`id in (select order_id from payment_intents where id = ${id} or refund_id = ${id})`

/** Matches orders whose id begins with this text. */
function matchIdPrefix(prefix: string) {
  const hexDigits = prefix.replaceAll('-', '').slice(0, 32)
  const [first, last] = [hexDigits.padEnd(32, '0'), hexDigits.padEnd(32, 'f')]
  return sql<SqlBool>`id between ${first}::uuid and ${last}::uuid`
}

/** Creates a search for orders that match either search. */
function combineSearches(one: Search, other: Search): Search {
  return {
    byIndex: sql`id in (select id from orders where ${one.byIndex}
      union all select id from orders where ${other.byIndex})`,
    matchesRow: sql`(${one.matchesRow} or ${other.matchesRow})`,
  }
}

/** Creates a search by a condition that an index supports and that can also be checked for one row. */
const createIndexedSearch = (condition: RawBuilder<SqlBool>): Search => ({
  byIndex: condition,
  matchesRow: condition,
})

/** Maximum number of orders in the outbox that a search reads. Only a very busy shop exceeds it, for a few moments. */
const OUTBOX_LIMIT = 1000

/** Also searches orders in the outbox, which have no search text yet. */
function searchTexts(matches: RawBuilder<SqlBool>[], among?: Expression<SqlBool>): Search {
  const isAmong = among ? sql`order_id in (select id from orders where ${among})` : sql`true`
  const isMatch = anyOf(matches)
  return {
    byIndex: sql`id in (
      select order_id from order_search where ${isMatch} and ${isAmong}
      union all
      select order_id from (
        select order_id, order_search_text(order_id) as text
        from (select order_id from order_outbox limit ${OUTBOX_LIMIT}) placed
      ) unsent where ${isMatch})`,
    // With the offset, PostgreSQL reads the text once, not once for each condition.
    matchesRow: sql`(select ${isMatch} from (select coalesce(
      (select text from order_search where order_id = orders.id), order_search_text(orders.id)) as text offset 0) searched)`,
  }
}
