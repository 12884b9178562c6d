import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { onForcedSignOut } from '../api/force-sign-out.ts'
import { isLoginPath, saveReturnPath } from '../features/identity/return-path.ts'
import { endRejectedSession } from '../features/identity/session.ts'
import { paths } from '../paths.ts'
import { showToast } from '../ui/dialogs/toast.ts'

/** When the server rejects the session, ends it and opens the login. The user returns to this page afterwards. */
export function useForcedSignOut(): void {
  const navigate = useNavigate()

  useEffect(() => {
    onForcedSignOut(() => {
      // Further rejected calls may arrive when the login is already open.
      if (!isLoginPath(location.pathname)) saveReturnPath(location.pathname + location.search)
      endRejectedSession()
      void navigate(paths.login)
      void showToast('Please, Login again', 'error')
    })
  }, [navigate])
}
