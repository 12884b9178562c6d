import type { ListedUser } from '@freehub/contract/users/user-schemas'
import { EmailAddress } from '../../ui/email-address.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'

/** Reason, author and time of a ban. Renders nothing for users without a ban. */
export function BanNote({ user: { banReason, bannedBy, bannedAt } }: { user: ListedUser }) {
  if (banReason === null) return null
  return (
    <p className="ban-note second">
      {banReason}
      <small>
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
