import type { ListedUser } from '@freehub/contract/users/user-schemas'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { formatError } from '../../api/call-error.ts'
import { paths } from '../../paths.ts'
import { showToast } from '../../ui/dialogs/toast.ts'
import { useSession } from '../identity/session.ts'
import { refetchUsers, updateCachedUser } from './users-list.ts'

/** Makes an admin a customer again. Refetches the users, also after errors. */
export function useRemoveAdmin(callbacks: {
  onDone: () => void
  onRefused: (message: string) => void
}) {
  const client = useQueryClient()
  const session = useSession()
  const ownEmail = session.status === 'signedIn' ? session.user.email : ''

  return useMutation({
    mutationFn: ({ email }: ListedUser) =>
      call<{ modifiedCount: number }>('DELETE', `/user/admin/${encodeURIComponent(email)}`),
    networkMode: 'always',
    onSuccess: ({ modifiedCount }, { _id, email }) => {
      if (email === ownEmail) return leaveStaffScreens()
      if (modifiedCount === 0)
        callbacks.onRefused(`${email} is not an admin any more or no longer exists.`)
      else {
        updateCachedUser(client, _id, { role: 'customer' })
        void showToast('Admin access removed')
        callbacks.onDone()
      }
      refetchUsers(client)
    },
    onError: (error, { email }) => {
      callbacks.onRefused(`${email} is still an admin. ${formatError(error)}`)
      refetchUsers(client)
    },
  })
}

/** Reloads outside the staff screens. Their queries would be refused and force a sign-out. */
function leaveStaffScreens(): void {
  location.assign(paths.myProfile)
}
