import type { RoleChange } from '@freehub/contract/identity/account'
import type { ListedUser, PersonSeen } from '@freehub/contract/users/users'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { listQuery } from '../../api/list-pages.ts'
import { changeOnPages, readTurnedPage } from '../../api/turned-page.ts'
import type { UsersWanted } from './use-users-wanted.ts'

/** Everything about other users in the cache. */
const USERS_QUERY_KEY = ['users']

const PAGES = [...USERS_QUERY_KEY, 'pages']
const PERSON = [...USERS_QUERY_KEY, 'person']

/** A page of the users whose e-mail or name matches a search, newest first. */
export const usersPage = (wanted: UsersWanted) =>
  queryOptions({
    queryKey: [...PAGES, wanted],
    queryFn: ({ signal }) =>
      readTurnedPage<ListedUser>(`/allUsers?${listQuery({ ...wanted })}`, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Somebody as the staff see him, by id or e-mail. */
export const personQuery = (who: string) =>
  queryOptions({
    queryKey: [...PERSON, who],
    queryFn: ({ signal }) =>
      call<PersonSeen>('GET', `/api/people/${encodeURIComponent(who)}`, { signal }),
    staleTime: 0,
  })

/** Who gave whom which role, newest first. */
export const roleChangesQuery = queryOptions({
  queryKey: ['roleChanges'],
  queryFn: ({ signal }) => call<RoleChange[]>('GET', '/api/role-changes', { signal }),
  staleTime: 0,
})

/** Shows at once what has changed of a user, wherever he is shown. */
export function showUser(client: QueryClient, id: string, change: Partial<ListedUser>): void {
  changeOnPages<ListedUser>(client, PAGES, id, change)
  client.setQueriesData<PersonSeen>({ queryKey: PERSON }, (person) =>
    person?.user._id === id ? { ...person, user: { ...person.user, ...change } } : person,
  )
}

/** Reads the users, and what happened to their roles, as they are now. */
export function readUsersAnew(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: USERS_QUERY_KEY })
  void client.invalidateQueries({ queryKey: roleChangesQuery.queryKey })
}
