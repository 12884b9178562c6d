import type { ListedUser } from '@freehub/contract/users/user-schemas'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { formatError } from '../../api/call-error.ts'
import { showToast } from '../../ui/dialogs/toast.ts'
import { refetchUsers, updateCachedUser } from './users-list.ts'

interface BanCallbacks {
  onDone: () => void
  onRefused: (message: string) => void
}

/** Bans a user for a reason. Refetches the users, also after errors. */
export function useBanUser(callbacks: BanCallbacks) {
  return useSetBanned(true, callbacks)
}

/** Ends a ban. Refetches the users, also after errors. */
export function useUnbanUser(callbacks: BanCallbacks) {
  return useSetBanned(false, callbacks)
}

function useSetBanned(banned: boolean, { onDone, onRefused }: BanCallbacks) {
  const client = useQueryClient()

  return useMutation({
    mutationFn: ({ user, reason }: { user: ListedUser; reason?: string }) =>
      call(banned ? 'PUT' : 'DELETE', `/api/users/${encodeURIComponent(user.email)}/ban`, {
        ...(banned && { body: { reason } }),
      }),
    networkMode: 'always',
    onSuccess: (_result, { user, reason = null }) => {
      updateCachedUser(client, user._id, {
        banned,
        banReason: reason,
        bannedBy: null,
        bannedAt: null,
      })
      void showToast(banned ? 'User banned' : 'User unbanned')
      onDone()
    },
    onError: (error, { user }) =>
      onRefused(`${user.email} was not ${banned ? 'banned' : 'unbanned'}. ${formatError(error)}`),
    onSettled: () => refetchUsers(client),
  })
}
