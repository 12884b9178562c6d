import type { ListedUser } from '@freehub/contract/users/users'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { sentenceOf } from '../../api/call-error.ts'
import { showToast } from '../../ui/dialogs/toast.ts'
import { readUsersAnew, showUser } from './users-list.ts'

interface Said {
  onDone: () => void
  onRefused: (why: string) => void
}

/** Shuts a user out, for a reason. Whatever is answered, the users are read anew. */
export function useBanUser(said: Said) {
  return useBan(true, said)
}

/** Lets a user in again. */
export function useUnbanUser(said: Said) {
  return useBan(false, said)
}

function useBan(banned: boolean, { onDone, onRefused }: Said) {
  const client = useQueryClient()

  return useMutation({
    mutationFn: ({ user, reason }: { user: ListedUser; reason?: string }) =>
      call(banned ? 'PUT' : 'DELETE', `/api/users/${encodeURIComponent(user.email)}/ban`, {
        ...(banned && { body: { reason } }),
      }),
    networkMode: 'always',
    onSuccess: (_answer, { user, reason = null }) => {
      showUser(client, user._id, { banned, banReason: reason, bannedBy: null, bannedAt: null })
      void showToast(banned ? 'Successfully banned' : 'Successfully let in again')
      onDone()
    },
    onError: (error, { user }) =>
      onRefused(`${user.email} was not ${banned ? 'banned' : 'let in'}. ${sentenceOf(error)}`),
    onSettled: () => readUsersAnew(client),
  })
}
