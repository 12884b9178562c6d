import type { ListedUser } from '@freehub/contract/users/users'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { sentenceOf } from '../../api/call-error.ts'
import { paths } from '../../paths.ts'
import { showToast } from '../../ui/dialogs/toast.ts'
import { useSession } from '../identity/session.ts'
import { readUsersAnew, showUser } from './users-list.ts'

/** Makes an admin a customer again. Whatever is answered, the users are read anew. */
export function useRemoveAdmin(said: { onDone: () => void; onRefused: (why: string) => void }) {
  const client = useQueryClient()
  const session = useSession()
  const own = session.status === 'signedIn' ? session.user.email : ''

  return useMutation({
    mutationFn: ({ email }: ListedUser) =>
      call<{ modifiedCount: number }>('DELETE', `/user/admin/${encodeURIComponent(email)}`),
    networkMode: 'always',
    onSuccess: ({ modifiedCount }, { _id, email }) => {
      if (email === own) return leaveTheStaff()
      if (modifiedCount === 0) said.onRefused(`${email} was no admin any more, or is gone.`)
      else {
        showUser(client, _id, { role: 'customer' })
        void showToast('Successfully removed an admin')
        said.onDone()
      }
      readUsersAnew(client)
    },
    onError: (error, { email }) => {
      said.onRefused(`${email} is still an admin. ${sentenceOf(error)}`)
      readUsersAnew(client)
    },
  })
}

/** These screens are no longer his, and whatever they would still ask for would sign him out. */
function leaveTheStaff(): void {
  location.assign(paths.myProfile)
}
