import type {
  ListedUser,
  UsersFilter,
  UserWithPaidOrders,
} from '@freehub/contract/users/user-schemas'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/database/connections/connect.ts'
import { inPeriod, type Period } from '../../platform/database/in-period.ts'
import { type CountList, LONG_LIST_ROWS } from '../../platform/database/list-counter.ts'
import { readNewestIds, type Search } from '../../platform/database/read-newest-ids.ts'
import { matchesUser } from '../../platform/database/user-search-text.ts'
import { isCompleteList, type ListPage, type PageQuery } from '../../platform/http/pagination.ts'

interface Filters extends Period {
  search?: string | undefined
  show?: UsersFilter | undefined
}

/** Lists users, newest first, except deleted accounts. If there are filters, counts at most 10,000 matches. */
export async function listUsers(
  { db, countUsers }: { db: Db; countUsers: CountList },
  { search, show, ...period }: Filters,
  page: PageQuery,
): Promise<ListPage<UserWithPaidOrders>> {
  const userSearch = search ? createUserSearch(search) : undefined
  const conditions = [
    isNotDeleted,
    ...(show ? [filterConditions[show]] : []),
    ...inPeriod(period, { time: 'users.created_at' }),
  ]
  const ids = await readNewestIds(db, {
    table: 'users',
    conditions,
    search: userSearch,
    page,
  })
  const rows =
    ids.length > 0
      ? await selectUsers(db).select(paidTotals.as('paid')).where('users.id', 'in', ids).execute()
      : []
  const byId = new Map(rows.map((row) => [row.id, row]))
  const users = ids
    .flatMap((id) => byId.get(id) ?? [])
    .map(({ paid: { paidOrders, paidCents }, ...row }) => ({
      ...toListedUser(row),
      paidOrders,
      paidCents,
    }))
  const count = isCompleteList(ids, page)
    ? ids.length
    : await countUsers(db, ...selectMatches(conditions, userSearch, { show, ...period }))
  return { rows: users, count }
}

const isNotDeleted = sql<SqlBool>`deleted_at is null`

/** With `isNotDeleted`, each condition implies the predicate of a partial index. */
const filterConditions: Record<UsersFilter, Expression<SqlBool>> = {
  admins: sql<SqlBool>`role = 'admin'`,
  activeAdmins: sql<SqlBool>`role = 'admin' and email_verified and banned_at is null`,
  unconfirmed: sql<SqlBool>`not email_verified and banned_at is null`,
  banned: sql<SqlBool>`banned_at is not null`,
}

function createUserSearch(search: string): Search {
  const matches = matchesUser(search)
  return { matchesRow: matches, byIndex: matches }
}

/** Selects the rows to count. Limits matches, but not the list of all users, because the screen shows their number. */
function selectMatches(
  conditions: Expression<SqlBool>[],
  search: Search | undefined,
  { show, from, until }: Filters,
): [rows: RawBuilder<unknown>, list?: string] {
  const where = sql.join([...conditions, ...(search ? [search.byIndex] : [])], sql` and `)
  const isLimited = Boolean(search || show || from || until)
  const rows = sql`select from users where ${where} ${isLimited ? sql`limit ${LONG_LIST_ROWS}` : sql``}`
  return search ? [rows] : [rows, `${show} ${from} ${until}`]
}

/** Selects users with their bans, for `toListedUser`. */
export function selectUsers(db: Db) {
  return db
    .selectFrom('users')
    .leftJoin('users as banning_admin', 'banning_admin.id', 'users.banned_by')
    .select(['users.id', 'users.email', 'users.name', 'users.role'])
    .select(['users.email_verified', 'users.created_at'])
    .select(['users.banned_at', 'users.ban_reason', 'banning_admin.email as banned_by'])
}

interface PaidTotals {
  paidOrders: number
  paidCents: number
  lastPaidAt: string | null
}

/**
 * The paid orders that are not cancelled and whose refund has not started. `place_order` limits only customers without
 * such an order.
 */
export const paidTotals = sql<PaidTotals>`(
  select json_build_object('paidOrders', count(*), 'paidCents', coalesce(sum(total_cents), 0),
    'lastPaidAt', max(paid_at))
  from orders where user_id = users.id and paid_at is not null
    and cancelled_at is null and refund_began_at is null)`

type UserRow = Awaited<ReturnType<ReturnType<typeof selectUsers>['execute']>>[number]

export function toListedUser(row: UserRow): ListedUser {
  return {
    _id: row.id,
    email: row.email,
    name: row.name,
    role: row.role,
    emailConfirmed: row.email_verified,
    signedUpAt: row.created_at.toISOString(),
    banned: row.banned_at !== null,
    banReason: row.ban_reason,
    bannedBy: row.banned_by,
    bannedAt: row.banned_at?.toISOString() ?? null,
  }
}
