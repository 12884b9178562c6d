import type { ListedUser } from '@freehub/contract/users/users'
import { EmailAddress } from '../../ui/email-address.tsx'
import { Moment } from '../../ui/moment.tsx'

/** Why somebody is banned, by whom and since when; nothing of who is not. */
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
        {bannedAt && <Moment at={bannedAt} />}
      </small>
    </p>
  )
}
