import type { ListedUser } from '@freehub/contract/users/users'
import { useMutateOnce } from '../../api/use-mutate-once.ts'
import { useUnbanUser } from './ban-user.ts'

interface LetInButtonProps {
  user: ListedUser
  /** Id of what tells this user from the others, where there are others. */
  describedBy: string | undefined
  onDone: () => void
  onRefused: (why: string) => void
}

/** Ends a ban; there is nothing to lose by it. */
export function LetInButton({ user, describedBy, ...said }: LetInButtonProps) {
  const { mutate, isPending } = useUnbanUser(said)
  const letInOnce = useMutateOnce(mutate)
  return (
    <button
      type="button"
      className="btn btn-outline btn-sm"
      aria-busy={isPending}
      aria-describedby={describedBy}
      onClick={() => letInOnce({ user })}
    >
      Let In Again
    </button>
  )
}
