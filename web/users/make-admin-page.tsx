import { useInfiniteQuery } from '@tanstack/react-query'
import { readSoFar } from '../api/list-pages.ts'
import { PageHead } from '../shell/page-head.tsx'
import { countInWords } from '../ui/count-in-words.ts'
import { Notice } from '../ui/notice.tsx'
import { PagedRows } from '../ui/paged-rows.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { useConfirming } from '../ui/use-confirming.ts'
import { BanDialog } from './ban-dialog.tsx'
import { NoUsersFound } from './no-users-found.tsx'
import { RemoveAdminDialog } from './remove-admin-dialog.tsx'
import { RoleChanges } from './role-changes.tsx'
import { useSearched } from './use-searched.ts'
import type { AskedOfUser } from './user-actions.tsx'
import { usersList } from './users-list.ts'
import { UsersTable } from './users-table.tsx'

/** Everybody who has an account, to be found, made an admin or a customer again, or banned; below, whose role changed. */
export function Component() {
  const { searched, search } = useSearched()
  const list = useInfiniteQuery(usersList(searched))
  const read = list.data && readSoFar(list.data.pages)
  const { asked, refusal, refuse, heading, ask, dialog } = useConfirming<AskedOfUser>()

  return (
    <div className="users-page">
      <PageHead title="Make Admin" />
      <div className="dash-head">
        <h1 ref={heading} tabIndex={-1}>
          Make Admin
        </h1>
        <p className="num second" role="status">
          {read && !list.isPlaceholderData && countInWords(read, 'user', 'users')}
        </p>
      </div>
      <div className="tools">
        <SearchField
          label="Search users"
          placeholder="Email or name"
          searched={searched}
          onSearch={search}
        />
      </div>
      {refusal && <Notice text={refusal} />}
      <PagedRows of="users" read={read} list={list} empty={<NoUsersFound searched={searched} />}>
        {(users) => (
          <UsersTable users={users} stale={list.isPlaceholderData} onRefused={refuse} onAsk={ask} />
        )}
      </PagedRows>
      <RoleChanges />
      {asked?.act === 'removeAdmin' && <RemoveAdminDialog user={asked.user} {...dialog} />}
      {asked?.act === 'ban' && <BanDialog user={asked.user} {...dialog} />}
    </div>
  )
}
