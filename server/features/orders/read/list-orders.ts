import { normalizeEmail } from '@freehub/contract/email'
import { parseOrderNumber } from '@freehub/contract/orders/order-number'
import type { Order, OrderStatus, OrdersSort } from '@freehub/contract/orders/orders'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { createListCounter, LONG_LIST } from '../../../platform/database/count-rows.ts'
import { containsPattern } from '../../../platform/database/like-patterns.ts'
import { isCompleteList, type ListPage, type PageQuery } from '../../../platform/http/pagination.ts'
import { toOrder } from './order-query.ts'
import { isLive, type OrderQuery, type OrderSearch, readOrdersPage } from './query-orders.ts'

export interface OrderFilters {
  sort?: OrdersSort | undefined
  search?: string | undefined
  status?: OrderStatus | undefined
  client?: string | undefined
}

interface Deps {
  db: Db
  countOrders: CountOrders
}

export async function listMyOrders(deps: Deps, userId: string, page: PageQuery) {
  const conditions = [sql<SqlBool>`user_id = ${userId}`]
  return listOrders(deps, { list: userId, conditions, search: undefined, sort: 'newest', page })
}

export async function listAllOrders(deps: Deps, filters: OrderFilters, page: PageQuery) {
  return listOrders(deps, buildOrderQuery(filters, page))
}

export function buildOrderQuery(
  { sort = 'newest', search, status, client }: OrderFilters,
  page: PageQuery,
): OrderQuery {
  return {
    list: [status, client].join(' '),
    conditions: [
      ...(status ? [statusConditions[status]] : []),
      ...(client ? [clientCondition(client)] : []),
    ],
    search: search ? searchCondition(search) : undefined,
    sort,
    page,
  }
}

/** Match the predicates of the partial indexes, so that each status has its own. */
const statusConditions: Record<OrderStatus, Expression<SqlBool>> = {
  Pending: sql<SqlBool>`paid_at is null`,
  Paid: sql<SqlBool>`paid_at is not null and shipped_at is null`,
  Shipped: sql<SqlBool>`shipped_at is not null`,
}

const clientCondition = (email: string) =>
  sql<SqlBool>`user_id = (select id from users where email = ${normalizeEmail(email)})`

async function listOrders({ db, countOrders }: Deps, query: OrderQuery): Promise<ListPage<Order>> {
  const rows = await readOrdersPage(db, query)
  const count = isCompleteList(rows, query.page) ? rows.length : await countOrders(db, query)
  return { rows: rows.map(toOrder), count }
}

type CountOrders = (
  db: Db,
  filters: Pick<OrderQuery, 'list' | 'conditions' | 'search'>,
) => Promise<number>

/** Counts the live orders that match all conditions, up to 10,000. Caches counts of long lists. */
export function createOrderCounter(now = Date.now): CountOrders {
  const count = createListCounter(now)

  return (db, { list, conditions, search }) => {
    // The order makes PostgreSQL count along the list's index. For a search, the planner decides.
    const ordering = search ? sql`` : sql`order by id`
    const filters = [isLive, ...conditions, ...(search ? [search.indexed] : [])]
    const rows = sql`
      select from orders where ${sql.join(filters, sql` and `)} ${ordering} limit ${LONG_LIST}`
    return count(db, rows, search ? undefined : list)
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** A trigram index needs three consecutive letters or digits. */
const HAS_TRIGRAM = /[\p{L}\p{N}]{3}/u
const STARTS_A_WORD = /^[\p{L}\p{N}]/u

/**
 * Matches the order's id or number, or text in its email, name, number, parts or transaction id. Text without
 * a trigram matches only the start of the email. Digits without `FH-` may also be a part's number.
 */
export function searchCondition(search: string): OrderSearch {
  if (UUID.test(search)) return onOrders(sql`id = ${search}::uuid`)
  const number = parseOrderNumber(search)
  if (number === undefined) return matchText(search)
  const byNumber = onOrders(sql`number = ${number}`)
  return /^\s*fh/i.test(search) ? byNumber : either(byNumber, matchText(search))
}

function either(one: OrderSearch, other: OrderSearch): OrderSearch {
  return {
    indexed: sql`id in (select id from orders where ${one.indexed}
      union all select id from orders where ${other.indexed})`,
    single: sql`(${one.single} or ${other.single})`,
  }
}

function matchText(search: string): OrderSearch {
  const pattern = containsPattern(search)
  if (HAS_TRIGRAM.test(search)) return onText(pattern)
  return STARTS_A_WORD.test(search) ? onText(pattern.slice(1)) : onOrders(sql`false`)
}

const onOrders = (condition: Expression<SqlBool>): OrderSearch => ({
  indexed: condition,
  single: condition,
})

/** Orders in the outbox that a search reads. The outbox has more only for moments of a very busy shop. */
const OUTBOX_LIMIT = 1000

/** Orders in the outbox have no search text yet. */
function onText(pattern: string): OrderSearch {
  const matches = sql<SqlBool>`like lower(${pattern})`
  return {
    indexed: sql`id in (
      select order_id from order_search where text ${matches}
      union all
      select order_id from (select order_id from order_outbox limit ${OUTBOX_LIMIT}) placed
      where order_search_text(order_id) ${matches})`,
    single: sql`coalesce((select text from order_search where order_id = orders.id),
      order_search_text(orders.id)) ${matches}`,
  }
}
