import type { ListedUser } from '@freehub/contract/users/users'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/database/connections/connect.ts'
import { containing } from '../../platform/database/containing.ts'
import { type CountList, LONG_LIST } from '../../platform/database/list-counter.ts'
import { idsNewestFirst, type Search } from '../../platform/database/newest-first.ts'
import { saidOfUser } from '../../platform/database/said-of-user.ts'
import { isWhole, type PageWanted } from '../../platform/http/paging.ts'
import { listedUser, selectUsers } from './listed-user.ts'

/** A page of the users that a search leaves and one more, and how many it leaves. */
interface UserList {
  users: ListedUser[]
  count: number
}

/**
 * Users, newest first; `search` looks in e-mail and name. Who has deleted his account is nobody any
 * more. Of a search no more than 10,000 are counted.
 */
export async function listUsers(
  { db, countUsers }: { db: Db; countUsers: CountList },
  search: string | undefined,
  page: PageWanted,
): Promise<UserList> {
  const isFound = search ? foundBy(search) : undefined
  const ids = await idsNewestFirst(db, {
    table: 'users',
    conditions: [isSomebody],
    search: isFound,
    page,
  })
  const rows = ids.length > 0 ? await selectUsers(db).where('users.id', 'in', ids).execute() : []
  const byId = new Map(rows.map((row) => [row.id, row]))
  const users = ids.flatMap((id) => byId.get(id) ?? []).map(listedUser)
  const count = isWhole(ids, page) ? ids.length : await countAll(db, countUsers, isFound)
  return { users, count }
}

const isSomebody = sql<SqlBool>`deleted_at is null`

function foundBy(search: string): Search {
  const contains = sql<SqlBool>`${saidOfUser} like lower(${containing(search)})`
  return { ofRow: contains, byIndex: contains }
}

/** All of them are counted to the last, as the screen says them. */
function countAll(db: Db, countUsers: CountList, search: Search | undefined): Promise<number> {
  if (!search) return countUsers(db, sql`select from users where ${isSomebody}`, 'users')
  return countUsers(
    db,
    sql`select from users where ${isSomebody} and ${search.byIndex} limit ${LONG_LIST}`,
  )
}
