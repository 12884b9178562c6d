import { useQuery } from '@tanstack/react-query'
import { formatError } from '../../api/call-error.ts'
import { formatQueryString } from '../../api/cursor-page.ts'
import { pluralize, pluralizeCapped } from '../../api/format-count.ts'
import { useConfirmation } from '../../ui/dialogs/use-confirmation.ts'
import { ErrorNote } from '../../ui/forms/error-note.tsx'
import { Pagination, useFocusOnPageChange } from '../../ui/lists/pagination.tsx'
import { SearchField } from '../../ui/lists/search-field.tsx'
import { LoadingScreen } from '../../ui/loading-screen.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import { NoUsersFound } from './no-users-found.tsx'
import { RoleChanges } from './role-changes.tsx'
import { useUserFilters } from './use-user-filters.ts'
import { UserActionDialog } from './user-action-dialog.tsx'
import type { PendingUserAction } from './user-actions.tsx'
import { usersQuery } from './users-list.ts'
import { UsersTable } from './users-table.tsx'

/** Lists and searches users, with buttons to change roles and to ban. Below: the log of role changes. */
export function Component() {
  const { filters, search } = useUserFilters()
  const { data: page, error, isPending, isPlaceholderData, refetch } = useQuery(usersQuery(filters))
  const { item, refusal, setRefusal, heading, open, dialog } = useConfirmation<PendingUserAction>()
  useFocusOnPageChange(heading)
  // The server counts search results up to a limit, but all users exactly.
  const formatTotal = filters.search ? pluralizeCapped : pluralize

  return (
    <div className="users-page">
      <PageHead title="Make Admin" />
      <div className="dash-head">
        <h1 ref={heading} tabIndex={-1}>
          Make Admin
        </h1>
        <p className="num second" role="status">
          {page && !isPlaceholderData && formatTotal(page.total, 'user', 'users')}
        </p>
      </div>
      <div className="tools">
        <SearchField
          label="Search users"
          placeholder="Email or name"
          search={filters.search}
          onSearch={search}
        />
      </div>
      {refusal && <Notice text={refusal} />}
      {error && <ErrorNote text={formatError(error)} onRetry={() => void refetch()} />}
      {isPending && <LoadingScreen />}
      {page?.rows.length === 0 && <NoUsersFound filters={filters} />}
      {page && page.rows.length > 0 && (
        <UsersTable
          users={page.rows}
          isStale={isPlaceholderData}
          onRefused={setRefusal}
          requestConfirmation={open}
        />
      )}
      {page && (
        <Pagination
          noun="users"
          page={page}
          to={(turn) => formatQueryString({ ...filters, ...turn })}
        />
      )}
      <RoleChanges />
      {item && <UserActionDialog pending={item} {...dialog} />}
    </div>
  )
}
