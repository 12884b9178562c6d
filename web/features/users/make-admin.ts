import type { ListedUser } from '@freehub/contract/users/user-schemas'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { formatError } from '../../api/call-error.ts'
import { showToast } from '../../ui/dialogs/toast.ts'
import { refetchUsers, updateCachedUser } from './users-list.ts'

/** Makes a user an admin. Refetches the users, also after errors. */
export function useMakeAdmin(callbacks: {
  onMade: () => void
  onRefused: (message: string) => void
}) {
  const client = useQueryClient()

  return useMutation({
    mutationFn: ({ email }: ListedUser) =>
      call<{ modifiedCount: number }>('PUT', `/user/admin/${encodeURIComponent(email)}`),
    networkMode: 'always',
    onSuccess: ({ modifiedCount }, { _id, email }) => {
      if (modifiedCount === 0)
        return callbacks.onRefused(`${email} is already an admin or no longer exists.`)
      callbacks.onMade()
      updateCachedUser(client, _id, { role: 'admin' })
      void showToast('Successfully made an admin')
    },
    onError: (error, { email }) =>
      callbacks.onRefused(`${email} was not made an admin. ${formatError(error)}`),
    onSettled: () => refetchUsers(client),
  })
}
