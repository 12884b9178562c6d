import { useNavigate } from 'react-router'
import { call } from '../../api/call.ts'
import { paths } from '../../paths.ts'
import { showToast } from '../../ui/dialogs/toast.ts'
import { dropDrafts } from '../../ui/forms/form-draft.ts'
import { signOut } from '../identity/session.ts'
import { useAccountChange } from './use-account-change.ts'

/** Deletes one's account, and leads home as somebody whom the shop does not know. */
export function useDeleteAccount(onAnswered: () => void) {
  const navigate = useNavigate()
  return useAccountChange(
    () => call('DELETE', '/api/account').finally(onAnswered),
    async () => {
      dropDrafts()
      await navigate(paths.home)
      await signOut().catch(() => {})
      void showToast('Your account is deleted')
    },
  )
}
