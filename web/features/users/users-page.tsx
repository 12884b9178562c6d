import { formatCents, pluralize } from '@freehub/contract/money'
import type {
  ListedUser,
  UsersFilter,
  UserWithPaidOrders,
} from '@freehub/contract/users/user-schemas'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link } from 'react-router'
import { pluralizeCapped } from '../../api/capped-count.ts'
import { formatQueryString, toFirstPage } from '../../api/lists/cursor-page.ts'
import { paths } from '../../paths.ts'
import { useConfirmation } from '../../ui/dialogs/use-confirmation.ts'
import { EmailAddress } from '../../ui/email-address.tsx'
import { DateFilter } from '../../ui/lists/date-filter.tsx'
import {
  formatNoMatches,
  ListScreen,
  ListTabs,
  NoMatches,
  RowCount,
} from '../../ui/lists/list-screen.tsx'
import { MoreTools } from '../../ui/lists/more-tools.tsx'
import { SearchField } from '../../ui/lists/search-field.tsx'
import { TableHead } from '../../ui/lists/table-head.tsx'
import { useFocusAfterRemoval } from '../../ui/lists/use-focus-after-removal.ts'
import { parseDatedFilters, useListFilters } from '../../ui/lists/use-list-filters.ts'
import { Day, formatDay } from '../../ui/timestamp.tsx'
import { RoleChanges } from './role-changes.tsx'
import {
  type PendingUserAction,
  UserActionDialog,
  UserActions,
  useIsSelf,
} from './user-actions.tsx'
import { BanMessage, RoleBadge } from './user-cells.tsx'
import { type UserFilters, usersCountQuery, usersQuery } from './users-queries.ts'

const TABS: { value: UsersFilter | ''; name: string; noRows: string }[] = [
  { value: '', name: 'All', noRows: 'No users' },
  { value: 'admins', name: 'Admins', noRows: 'No admins' },
  { value: 'unconfirmed', name: 'Not confirmed', noRows: 'No unconfirmed users' },
  { value: 'banned', name: 'Banned', noRows: 'No banned users' },
]

/** Lists and searches users, with buttons that change roles and ban users. The log of role changes is below. */
export default function UsersPage() {
  const { filters, update, setSearch } = useListFilters(parseUserFilters)
  const { search, show, period } = filters
  const list = useQuery(usersQuery(filters))
  const confirmation = useConfirmation<PendingUserAction>()
  const { item, heading, setRefusal, open, dialog } = confirmation
  const tools = (
    <div className="tools tools-filters">
      <ListTabs
        label="Users by state"
        tabs={TABS}
        selected={show}
        to={(show) => formatQueryString({ ...toFirstPage(filters), show })}
        renderCount={(show) => <RowCount query={usersCountQuery({ ...filters, show })} />}
      />
      <SearchField
        label="Search users"
        placeholder="Email, name or phone"
        search={search}
        onSearch={setSearch}
      />
      <MoreTools count={Number(period !== '')}>
        <DateFilter label="Joined" filters={filters} onChange={update} />
      </MoreTools>
    </div>
  )
  return (
    <div className="max-w-266">
      <ListScreen
        title="Make Admin"
        nouns={['user', 'users']}
        list={list}
        filters={filters}
        confirmation={confirmation}
        // The server counts filtered users up to a limit, but counts all users without a limit.
        pluralizeRows={search || show || period ? pluralizeCapped : pluralize}
        tools={tools}
        empty={
          <NoMatches
            text={formatNoMatches(
              TABS.find(({ value }) => value === show)?.noRows ?? '',
              search,
              period,
            )}
            showAllLabel="All Users"
          />
        }
        emptyPageText="No users on this page any more."
      >
        {(users, isStale) => (
          <>
            {users.some(isUnconfirmedCustomer) && (
              <p className="secondary mb-4">
                Customers cannot become admins before they confirm their email.
              </p>
            )}
            <table className="table users" aria-label="Users" aria-busy={isStale}>
              <TableHead columns={['Email', 'Name', 'Role', ['Paid orders', 'right'], 'Action']} />
              <tbody>
                {users.map((user) => (
                  <UserRow
                    key={user._id}
                    user={user}
                    onRefused={setRefusal}
                    requestConfirmation={open}
                    onFocusLost={() => heading.current?.focus({ preventScroll: true })}
                  />
                ))}
              </tbody>
            </table>
          </>
        )}
      </ListScreen>
      <RoleChanges />
      {item && <UserActionDialog pending={item} {...dialog} />}
    </div>
  )
}

function parseUserFilters(params: URLSearchParams): UserFilters {
  const show = TABS.find(({ value }) => value === params.get('show'))?.value ?? ''
  return { show, ...parseDatedFilters(params) }
}

interface UserRowProps {
  user: UserWithPaidOrders
  onRefused: (message: string) => void
  requestConfirmation: (action: PendingUserAction) => void
  /** Called when the row is removed while it has the focus. */
  onFocusLost: () => void
}

/** A user's row. After an action, the focus moves to the action cell, because the button is removed. */
function UserRow({ user, onRefused, requestConfirmation, onFocusLost }: UserRowProps) {
  const actionCell = useRef<HTMLTableCellElement>(null)
  const row = useRef<HTMLTableRowElement>(null)
  useFocusAfterRemoval(row, onFocusLost)
  const emailId = `user-${user._id}`
  const isSelf = useIsSelf(user)
  return (
    <tr ref={row}>
      <td
        data-caption="Email"
        data-name={user.name}
        data-joined={`joined ${formatDay(user.signedUpAt)}`}
      >
        <Link id={emailId} className="client" to={paths.person(user._id)}>
          <EmailAddress email={user.email} />
        </Link>
        {isSelf && <span className="secondary ml-2">You</span>}
      </td>
      <td data-caption="Name" className="wrap-anywhere">
        {user.name}
        <span className="secondary block">
          Joined <Day at={user.signedUpAt} />
        </span>
      </td>
      <td data-caption="Role">
        <div className="flex flex-wrap items-center gap-1.5 min-[900px]:flex-nowrap">
          <RoleBadge role={user.role} />
          <StateBadge user={user} />
        </div>
        <BanMessage user={user} />
      </td>
      <td data-caption="Paid orders" className="right num whitespace-nowrap">
        {user.paidOrders > 0 ? (
          <>
            {formatCents(user.paidCents)}{' '}
            <span className="secondary block max-[559px]:inline max-[559px]:ml-2">
              {pluralize(user.paidOrders, 'order', 'orders')}
            </span>
          </>
        ) : (
          <span className="secondary max-[559px]:hidden">None</span>
        )}
      </td>
      <td data-caption="Action" ref={actionCell} tabIndex={-1}>
        <div className="actions">
          <UserActions
            user={user}
            describedBy={emailId}
            requestConfirmation={requestConfirmation}
            onDone={() => actionCell.current?.focus()}
            onRefused={onRefused}
          />
        </div>
      </td>
    </tr>
  )
}

/** Renders nothing for a confirmed user without a ban. */
function StateBadge({ user }: Pick<UserRowProps, 'user'>) {
  if (user.banned) return <span className="badge badge-over">Banned</span>
  if (user.emailConfirmed) return null
  return <span className="badge badge-pending">Not confirmed</span>
}

const isUnconfirmedCustomer = ({ role, emailConfirmed, banned }: ListedUser) =>
  role === 'customer' && !emailConfirmed && !banned
