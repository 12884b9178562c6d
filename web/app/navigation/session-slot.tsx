import { useLocation, useNavigate } from 'react-router'
import { sentenceOf } from '../../api/call-error.ts'
import {
  dropReturnAddress,
  isWayIn,
  keepReturnAddress,
} from '../../features/identity/return-address.ts'
import { signOut, useSession } from '../../features/identity/session.ts'
import { paths } from '../../paths.ts'
import { showToast } from '../../ui/dialogs/toast.ts'
import { dropDrafts } from '../../ui/forms/form-draft.ts'
import { NavItem } from './nav-item.tsx'

/**
 * Login, or Dashboard and Logout. Rendered for everybody as Login, unseen until the session is
 * known, so that pages are alike for all visitors and complete without scripts.
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

  async function leave() {
    try {
      const left = await signOut()
      if (!left) void showToast('No user is logged in', 'error')
      dropReturnAddress()
      dropDrafts()
      await navigate(paths.login)
    } catch (error) {
      void showToast(sentenceOf(error), 'error')
    }
  }

  return (
    <>
      <li>
        <NavItem to={paths.dashboard}>Dashboard</NavItem>
      </li>
      <li>
        <button type="button" onClick={leave}>
          Logout
        </button>
      </li>
    </>
  )
}

function SignedOut() {
  const { pathname, search, hash } = useLocation()

  /** Who is signing in already came from elsewhere, and goes back there. */
  function keep() {
    if (!isWayIn(pathname)) keepReturnAddress(pathname + search + hash)
  }

  return (
    <li onClickCapture={keep}>
      <NavItem to={paths.login}>Login</NavItem>
    </li>
  )
}
