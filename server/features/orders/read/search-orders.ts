import { formatInvoiceNumber, parseInvoiceNumber } from '@freehub/contract/invoices/invoices'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import {
  containsPattern,
  escapePattern,
  prefixPattern,
} from '../../../platform/database/like-patterns.ts'
import type { OrderSearch } from './query-orders.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** The beginning of an order's id, at least its first group. */
const ID_PREFIX = /^[0-9a-f]{8}-[0-9a-f-]{0,27}$|^[0-9a-f]{8}$/i
/** A text with three consecutive letters or digits, which a trigram index needs. */
const HAS_TRIGRAM = /[\p{L}\p{N}]{3}/u
const STARTS_A_WORD = /^[\p{L}\p{N}]/u
/** The character before and after each code in the search text. */
const MARK = '\u001f'

/**
 * Matches text in the order's email, name and parts. Matches the beginning or the end of a code:
 * order number, order id, transaction id, tracking number, numbers of invoice and credit note. Text
 * of fewer than three letters or digits matches only the start of the email. `among`: the condition
 * on the searched orders. If they are few, PostgreSQL reads their texts one by one.
 */
export function searchCondition(search: string, among?: Expression<SqlBool>): OrderSearch {
  const typed = search.trim().toLowerCase()
  if (UUID.test(typed)) return onOrders(sql`id = ${typed}::uuid`)
  const matches = [
    ...(HAS_TRIGRAM.test(typed) ? [matchWords(typed)] : matchStart(typed)),
    ...(countLetters(typed) >= 3 ? matchCodes(typed) : []),
  ]
  if (matches.length === 0) return onOrders(sql`false`)
  return ID_PREFIX.test(typed)
    ? either(onOrders(idRange(typed)), onText(matches, among))
    : onText(matches, among)
}

/** The stored search text begins with the email, so a prefix matches only emails. */
const matchStart = (typed: string) =>
  STARTS_A_WORD.test(typed) ? [sql`text like lower(${prefixPattern(typed)})`] : []

const countLetters = (typed: string) => typed.match(/[\p{L}\p{N}]/gu)?.length ?? 0

/** In the stored search text, the words precede the first `MARK`. */
function matchWords(typed: string) {
  const pattern = containsPattern(typed)
  return sql`(text like lower(${pattern}) and split_part(text, ${MARK}, 1) like lower(${pattern}))`
}

/**
 * Matches codes without spaces, because labels of parcels have spaces. Matches numbers of orders
 * and invoices without `FH-`.
 */
function matchCodes(typed: string): RawBuilder<unknown>[] {
  const code = escapePattern(typed.replaceAll(/\s/g, '').replace(/^fh(?=\d)/, 'fh-'))
  const invoice = parseInvoiceNumber(typed)
  const patterns = code.startsWith('fh-')
    ? // With the mark, the index would read the postings of all orders for `fh`.
      [`%${code}%`, ...(invoice ? [`%${formatInvoiceNumber(invoice)}%`] : [])]
    : [`%${MARK}${code}%`, `%${code}${MARK}%`, ...(/^\d+$/.test(code) ? [`%-${code}%`] : [])]
  return patterns.map((pattern) => sql`text like lower(${pattern})`)
}

function idRange(prefix: string) {
  const digits = prefix.replaceAll('-', '').slice(0, 32)
  const [first, last] = [digits.padEnd(32, '0'), digits.padEnd(32, 'f')]
  return sql<SqlBool>`id between ${first}::uuid and ${last}::uuid`
}

function either(one: OrderSearch, other: OrderSearch): OrderSearch {
  return {
    indexed: sql`id in (select id from orders where ${one.indexed}
      union all select id from orders where ${other.indexed})`,
    single: sql`(${one.single} or ${other.single})`,
  }
}

const onOrders = (condition: RawBuilder<SqlBool>): OrderSearch => ({
  indexed: condition,
  single: condition,
})

/**
 * Maximum number of orders in the outbox that a search reads. Only a very busy shop exceeds it, for
 * a few moments.
 */
const OUTBOX_LIMIT = 1000

/** Also searches orders in the outbox, which have no search text yet. */
function onText(matches: RawBuilder<unknown>[], among?: Expression<SqlBool>): OrderSearch {
  const isAmong = among ? sql`order_id in (select id from orders where ${among})` : sql`true`
  const isMatch = sql<SqlBool>`(${sql.join(matches, sql` or `)})`
  return {
    indexed: sql`id in (
      select order_id from order_search where ${isMatch} and ${isAmong}
      union all
      select order_id from (
        select order_id, order_search_text(order_id) as text
        from (select order_id from order_outbox limit ${OUTBOX_LIMIT}) placed
      ) unsent where ${isMatch})`,
    single: sql`(select ${isMatch} from (select coalesce(
      (select text from order_search where order_id = orders.id), order_search_text(orders.id)) as text) searched)`,
  }
}
