import type { ListedUser } from '@freehub/contract/users/users'
import { useMutateOnce } from '../../api/use-mutate-once.ts'
import { useMakeAdmin } from './make-admin.ts'

interface MakeAdminButtonProps {
  user: ListedUser
  /** Id of what tells this user from the others, where there are others. */
  describedBy: string | undefined
  onMade: () => void
  /** Why it was not done; nothing as soon as it is tried again. */
  onRefused: (why: string) => void
}

/** Asks once however often it is pressed: while it is busy a press does nothing. */
export function MakeAdminButton({ user, describedBy, ...said }: MakeAdminButtonProps) {
  const { mutate, isPending } = useMakeAdmin(said)
  const makeAdmin = useMutateOnce(mutate)

  function press() {
    said.onRefused('')
    makeAdmin(user)
  }

  return (
    <button
      type="button"
      className="btn btn-outline btn-sm"
      aria-busy={isPending}
      aria-describedby={describedBy}
      onClick={press}
    >
      {isPending ? 'Making …' : 'Make Admin'}
    </button>
  )
}
