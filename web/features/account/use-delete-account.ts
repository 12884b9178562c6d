import { useNavigate } from 'react-router'
import { call } from '../../api/call.ts'
import { paths } from '../../paths.ts'
import { showToast } from '../../ui/dialogs/toast.ts'
import { clearDrafts } from '../../ui/forms/form-draft.ts'
import { signOut } from '../identity/session.ts'
import { useAccountMutation } from './use-account-mutation.ts'

/** Deletes the user's account, signs out and leads to the home page. */
export function useDeleteAccount(onSettled: () => void) {
  const navigate = useNavigate()
  return useAccountMutation(
    () => call('DELETE', '/api/account').finally(onSettled),
    async () => {
      clearDrafts()
      await navigate(paths.home)
      await signOut().catch(() => {})
      void showToast('Your account was deleted')
    },
  )
}
