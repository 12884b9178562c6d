import type { ListedUser } from '@freehub/contract/users/user-schemas'
import { useMutateOnce } from '../../api/use-mutate-once.ts'
import { useUnbanUser } from './ban-user.ts'

interface UnbanButtonProps {
  user: ListedUser
  /** Id of the element that names the user, for lists. */
  describedBy: string | undefined
  onDone: () => void
  onRefused: (message: string) => void
}

export function UnbanButton({ user, describedBy, ...callbacks }: UnbanButtonProps) {
  const { mutate, isPending } = useUnbanUser(callbacks)
  const unbanOnce = useMutateOnce(mutate)
  return (
    <button
      type="button"
      className="btn btn-outline btn-sm"
      aria-busy={isPending}
      aria-describedby={describedBy}
      onClick={() => unbanOnce({ user })}
    >
      Unban
    </button>
  )
}
