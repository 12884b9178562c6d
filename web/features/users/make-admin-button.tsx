import type { ListedUser } from '@freehub/contract/users/user-schemas'
import { useMutateOnce } from '../../api/use-mutate-once.ts'
import { useMakeAdmin } from './make-admin.ts'

interface MakeAdminButtonProps {
  user: ListedUser
  /** Id of the element that names the user, for lists. */
  describedBy: string | undefined
  onMade: () => void
  /** Called with '' at each new attempt, to clear the previous message. */
  onRefused: (message: string) => void
}

export function MakeAdminButton({ user, describedBy, ...callbacks }: MakeAdminButtonProps) {
  const { mutate, isPending } = useMakeAdmin(callbacks)
  const makeAdmin = useMutateOnce(mutate)

  function onClick() {
    callbacks.onRefused('')
    makeAdmin(user)
  }

  return (
    <button
      type="button"
      className="btn btn-outline btn-sm"
      aria-busy={isPending}
      aria-describedby={describedBy}
      onClick={onClick}
    >
      {isPending ? 'Making …' : 'Make Admin'}
    </button>
  )
}
