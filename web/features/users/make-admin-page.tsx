import { useQuery } from '@tanstack/react-query'
import { sentenceOf } from '../../api/call-error.ts'
import { counted, countedSoFar } from '../../api/counted.ts'
import { searchOf } from '../../api/turn.ts'
import { useConfirming } from '../../ui/dialogs/use-confirming.ts'
import { ErrorNote } from '../../ui/forms/error-note.tsx'
import { PageTurns } from '../../ui/lists/page-turns.tsx'
import { SearchField } from '../../ui/lists/search-field.tsx'
import { useTurnedPage } from '../../ui/lists/use-turned-page.ts'
import { LoadingScreen } from '../../ui/loading-screen.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import { NoUsersFound } from './no-users-found.tsx'
import { RoleChanges } from './role-changes.tsx'
import { useUsersWanted } from './use-users-wanted.ts'
import type { AskedOfUser } from './user-actions.tsx'
import { UserDialog } from './user-dialog.tsx'
import { usersPage } from './users-list.ts'
import { UsersTable } from './users-table.tsx'

/** Everybody who has an account, to be found, made an admin or a customer again, or banned; below, whose role changed. */
export function Component() {
  const { wanted, search } = useUsersWanted()
  const { data: page, error, isPending, isPlaceholderData, refetch } = useQuery(usersPage(wanted))
  const { asked, refusal, refuse, heading, ask, dialog } = useConfirming<AskedOfUser>()
  useTurnedPage(heading)
  // Who searches is told how many are found, up to where the shop counts; all of them are counted.
  const inWords = wanted.search ? countedSoFar : counted

  return (
    <div className="users-page">
      <PageHead title="Make Admin" />
      <div className="dash-head">
        <h1 ref={heading} tabIndex={-1}>
          Make Admin
        </h1>
        <p className="num second" role="status">
          {page && !isPlaceholderData && inWords(page.total, 'user', 'users')}
        </p>
      </div>
      <div className="tools">
        <SearchField
          label="Search users"
          placeholder="Email or name"
          searched={wanted.search}
          onSearch={search}
        />
      </div>
      {refusal && <Notice text={refusal} />}
      {error && <ErrorNote text={sentenceOf(error)} onRetry={() => void refetch()} />}
      {isPending && <LoadingScreen />}
      {page?.rows.length === 0 && <NoUsersFound wanted={wanted} />}
      {page && page.rows.length > 0 && (
        <UsersTable users={page.rows} stale={isPlaceholderData} onRefused={refuse} onAsk={ask} />
      )}
      {page && <PageTurns of="users" page={page} to={(turn) => searchOf({ ...wanted, ...turn })} />}
      <RoleChanges />
      {asked && <UserDialog asked={asked} {...dialog} />}
    </div>
  )
}
