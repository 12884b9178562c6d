import type { ListedUser, Role } from '@freehub/contract/users/user-schemas'
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
    <p className="second">
      {banReason}
      <small className="block text-[14px]">
        {bannedBy && (
          <>
            Banned by <EmailAddress address={bannedBy} />
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
  return (
    <span className="wrap-anywhere">{email ? <EmailAddress address={email} /> : 'System'}</span>
  )
}
