import type { ListedUser } from '@freehub/contract/users/users'
import { useSession } from '../identity/session.ts'
import { LetInButton } from './let-in-button.tsx'
import { MakeAdminButton } from './make-admin-button.tsx'

/** What is done to a user only after a question. */
export interface AskedOfUser {
  act: 'removeAdmin' | 'ban'
  user: ListedUser
}

interface UserActionsProps {
  user: ListedUser
  /** Id of what tells this user from the others, where there are others. */
  describedBy: string | undefined
  onAsk: (asked: AskedOfUser) => void
  onDone: () => void
  onRefused: (why: string) => void
}

/** What can be done with a user. Nobody bans himself; who is banned is let in before anything else. */
export function UserActions({ user, describedBy, onAsk, ...said }: UserActionsProps) {
  const session = useSession()
  const isOneself = session.status === 'signedIn' && session.user.email === user.email
  if (user.banned) return <LetInButton user={user} describedBy={describedBy} {...said} />
  const asks = (act: AskedOfUser['act'], words: string) => (
    <button
      type="button"
      className="btn btn-outline btn-error btn-sm"
      aria-describedby={describedBy}
      onClick={() => onAsk({ act, user })}
    >
      {words}
    </button>
  )
  return (
    <>
      {user.role === 'admin' && asks('removeAdmin', 'Remove Admin')}
      {user.role === 'customer' &&
        (user.emailConfirmed ? (
          <MakeAdminButton
            user={user}
            describedBy={describedBy}
            onMade={said.onDone}
            onRefused={said.onRefused}
          />
        ) : (
          <p className="second">Can become an admin once the email is confirmed.</p>
        ))}
      {!isOneself && asks('ban', 'Ban')}
    </>
  )
}
