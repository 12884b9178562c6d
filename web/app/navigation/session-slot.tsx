import { useLocation, useNavigate } from 'react-router'
import { formatError } from '../../api/call-error.ts'
import {
  clearReturnPath,
  isLoginPath,
  saveReturnPath,
} from '../../features/identity/return-path.ts'
import { signOut, useSession } from '../../features/identity/session.ts'
import { paths } from '../../paths.ts'
import { showToast } from '../../ui/dialogs/toast.ts'
import { clearDrafts } from '../../ui/forms/form-draft.ts'
import { TopBarLink } from './top-bar-link.tsx'

/**
 * Login, or Dashboard and Logout. The server always renders Login, hidden until the session is
 * known. So pages are the same for all visitors and work without scripts.
 */
export function SessionSlot() {
  const session = useSession()
  return (
    <ul className="session" data-session={session.status}>
      {session.status === 'signedIn' ? <SignedIn /> : <SignedOut />}
    </ul>
  )
}

function SignedIn() {
  const navigate = useNavigate()

  async function handleSignOut() {
    try {
      const wasSignedIn = await signOut()
      if (!wasSignedIn) void showToast('No user is logged in', 'error')
      clearReturnPath()
      clearDrafts()
      await navigate(paths.login)
    } catch (error) {
      void showToast(formatError(error), 'error')
    }
  }

  return (
    <>
      <li>
        <TopBarLink to={paths.dashboard}>Dashboard</TopBarLink>
      </li>
      <li>
        <button type="button" onClick={handleSignOut}>
          Logout
        </button>
      </li>
    </>
  )
}

function SignedOut() {
  const { pathname, search, hash } = useLocation()

  /** On the login screens the path of the previous screen is saved already. */
  function saveCurrentPath() {
    if (!isLoginPath(pathname)) saveReturnPath(pathname + search + hash)
  }

  return (
    <li onClickCapture={saveCurrentPath}>
      <TopBarLink to={paths.login}>Login</TopBarLink>
    </li>
  )
}
