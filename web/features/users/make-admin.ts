import type { ListedUser } from '@freehub/contract/users/users'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { sentenceOf } from '../../api/call-error.ts'
import { showToast } from '../../ui/dialogs/toast.ts'
import { readUsersAnew, showUser } from './users-list.ts'

/** Makes a user an admin. Whatever is answered, the users are read anew. */
export function useMakeAdmin(said: { onMade: () => void; onRefused: (why: string) => void }) {
  const client = useQueryClient()

  return useMutation({
    mutationFn: ({ email }: ListedUser) =>
      call<{ modifiedCount: number }>('PUT', `/user/admin/${encodeURIComponent(email)}`),
    networkMode: 'always',
    onSuccess: ({ modifiedCount }, { _id, email }) => {
      if (modifiedCount === 0) return said.onRefused(`${email} was an admin already, or is gone.`)
      said.onMade()
      showUser(client, _id, { role: 'admin' })
      void showToast('Successfully made an admin')
    },
    onError: (error, { email }) =>
      said.onRefused(`${email} was not made an admin. ${sentenceOf(error)}`),
    onSettled: () => readUsersAnew(client),
  })
}
