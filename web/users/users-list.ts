import type { RoleChange } from '@freehub/contract/account'
import type { ListedUser } from '@freehub/contract/users'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { changeRow, listQuery, pagedList } from '../api/list-pages.ts'

/** Everything about other users in the cache. */
const USERS_QUERY_KEY = ['users']

/** Users whose e-mail or name matches a search, newest first. */
export const usersList = (search: string) => ({
  ...pagedList<ListedUser>([...USERS_QUERY_KEY, search], `/allUsers?${listQuery({ search })}`),
  placeholderData: keepPreviousData,
})

/** Who gave whom which role, newest first. */
export const roleChangesQuery = queryOptions({
  queryKey: ['roleChanges'],
  queryFn: ({ signal }) => call<RoleChange[]>('GET', '/api/role-changes', { signal }),
  staleTime: 0,
})

/** Shows at once what has changed of a user, in every list that has him. */
export function showUser(client: QueryClient, id: string, change: Partial<ListedUser>): void {
  changeRow<ListedUser>(client, USERS_QUERY_KEY, id, change)
}

/** Reads the users, and what happened to their roles, as they are now. */
export function readUsersAnew(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: USERS_QUERY_KEY })
  void client.invalidateQueries({ queryKey: roleChangesQuery.queryKey })
}
