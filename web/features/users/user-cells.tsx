import { formatCents, pluralize } from '@freehub/contract/money'
import type { ListedUser, PersonDetails, Role } from '@freehub/contract/users/user-schemas'
import { Link } from 'react-router'
import { formatQueryString } from '../../api/lists/cursor-page.ts'
import { paths } from '../../paths.ts'
import { EmailAddress } from '../../ui/email-address.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'

const labels: Record<Role, string> = { admin: 'Admin', customer: 'Customer' }

export function RoleBadge({ role }: { role: Role }) {
  return <span className={`badge badge-${role}`}>{labels[role]}</span>
}

/** Reason, author and time of a ban. Renders nothing for users without a ban. */
export function BanMessage({ user: { banReason, bannedBy, bannedAt } }: { user: ListedUser }) {
  if (banReason === null) return null
  return (
    <p className="secondary">
      {banReason}
      <small className="block text-[14px]">
        {bannedBy && (
          <>
            Banned by <EmailAddress email={bannedBy} />
            {bannedAt && ', '}
          </>
        )}
        {bannedAt && <Timestamp at={bannedAt} />}
      </small>
    </p>
  )
}

/** The email of the admin who made a change. Null becomes `System`. */
export function ChangedBy({ email }: { email: string | null }) {
  return <span className="wrap-anywhere">{email ? <EmailAddress email={email} /> : 'System'}</span>
}

/** A sentence about the customer's unpaid orders, which links to them. */
export function UnpaidOrders({ person }: { person: PersonDetails }) {
  const { user, unpaidOrders, unpaidQuantity, unpaidCents } = person
  if (unpaidOrders === 0) return <p>No unpaid orders.</p>
  const filters = { status: 'Pending', client: user.email }
  return (
    <p>
      <Link to={paths.manageOrders + formatQueryString(filters)}>
        {pluralize(unpaidOrders, 'unpaid order', 'unpaid orders')}
      </Link>{' '}
      {unpaidOrders === 1 ? 'reserves' : 'reserve'} {pluralize(unpaidQuantity, 'piece', 'pieces')}{' '}
      for {formatCents(unpaidCents)}.
    </p>
  )
}
