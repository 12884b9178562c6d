import type { ListedUser } from '@freehub/contract/users'
import { keepPreviousData, type QueryClient } from '@tanstack/react-query'
import { changeRow, listQuery, pagedList } from '../api/list-pages.ts'

/** Everything about other users in the cache. */
export const USERS_QUERY_KEY = ['users']

/** Users whose e-mail or name matches a search, newest first. */
export const usersList = (search: string) => ({
  ...pagedList<ListedUser>([...USERS_QUERY_KEY, search], `/allUsers?${listQuery({ search })}`),
  placeholderData: keepPreviousData,
})

/** Shows at once that a user is an admin now, in every list that has him. */
export function showAdmin(client: QueryClient, id: string): void {
  changeRow<ListedUser>(client, USERS_QUERY_KEY, id, { role: 'admin' })
}
