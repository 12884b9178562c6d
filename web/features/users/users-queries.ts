import type {
  ListedUser,
  PersonDetails,
  RoleChange,
  UsersFilter,
  UserWithPaidOrders,
} from '@freehub/contract/users/user-schemas'
import type { QueryClient } from '@tanstack/react-query'
import { getQuery } from '../../api/get-query.ts'
import {
  cursorPageQuery,
  formatQueryString,
  rowCountQuery,
  updateRowOnPages,
} from '../../api/lists/cursor-page.ts'
import { refetchInAllTabs } from '../../api/other-tabs.ts'
import { type DateFilters, toTimes, withTimes } from '../../ui/lists/date-filter.tsx'
import { type DatedListFilters, parseDatedFilters } from '../../ui/lists/use-list-filters.ts'

const USERS_QUERY_KEY = ['users']

const PAGES_KEY = [...USERS_QUERY_KEY, 'pages']
const PERSON_KEY = [...USERS_QUERY_KEY, 'person']

/** Filters and page of the list of users. An empty text means not set. */
export interface UserFilters extends DatedListFilters {
  show: UsersFilter | ''
}

/** Returns the query for a page of users, newest first, whose email, name or phone number matches the search. */
export const usersQuery = (filters: UserFilters) =>
  cursorPageQuery<UserWithPaidOrders>(PAGES_KEY, '/allUsers', withTimes(filters))

export const usersCountQuery = (filters: UserFilters) =>
  rowCountQuery([...USERS_QUERY_KEY, 'count'], '/allUsers', withTimes(filters))

/** The number of active admins, with a confirmed email and no ban. */
export const activeAdminCountQuery = usersCountQuery({
  ...parseDatedFilters(new URLSearchParams()),
  show: 'activeAdmins',
})

export const personQuery = (idOrEmail: string) =>
  getQuery<PersonDetails>(
    [...PERSON_KEY, idOrEmail],
    `/api/people/${encodeURIComponent(idOrEmail)}`,
  )

const ROLE_CHANGES_KEY = ['roleChanges']

export const roleChangesQuery = (dates: DateFilters) => {
  const query = formatQueryString(toTimes(dates))
  return getQuery<RoleChange[]>([...ROLE_CHANGES_KEY, query], `/api/role-changes${query}`)
}

/** Applies a change to a cached user, on list pages and on the user's page. */
export function updateCachedUser(
  client: QueryClient,
  id: string,
  change: Partial<ListedUser>,
): void {
  updateRowOnPages<ListedUser>(client, PAGES_KEY, id, change)
  client.setQueriesData<PersonDetails>({ queryKey: PERSON_KEY }, (person) =>
    person?.user._id === id ? { ...person, user: { ...person.user, ...change } } : person,
  )
}

/** Refetches users and role changes, in all tabs. */
export function refetchUsers(client: QueryClient): void {
  void refetchInAllTabs(client, USERS_QUERY_KEY)
  void refetchInAllTabs(client, ROLE_CHANGES_KEY)
}
