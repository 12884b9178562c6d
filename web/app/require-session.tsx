import { Suspense, useEffect, useRef } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { forceSignOut } from '../api/call.ts'
import { formatError } from '../api/call-error.ts'
import { clearReturnPath, saveReturnPath } from '../features/identity/return-path.ts'
import { useSession } from '../features/identity/session.ts'
import { paths } from '../paths.ts'
import { ErrorMessage } from '../ui/forms/error-message.tsx'
import { LoadingScreen } from '../ui/loading-screen.tsx'
import { useHydrated } from '../ui/use-hydrated.ts'

/** Renders its child routes once the session is known, signed in or not. If reading it fails, offers a retry. */
export function AwaitSession() {
  const session = useSession()

  if (session.status === 'unknown') {
    return (
      <div className="wrap sec">
        <ErrorMessage text={formatError(session.error)} onRetry={session.retry} />
      </div>
    )
  }
  if (session.status === 'loading') return <LoadingScreen />
  return <AwaitHydration />
}

/** Renders its child routes in the browser only. Does not wait for the session. */
export function AwaitHydration() {
  if (!useHydrated()) return <LoadingScreen />
  return (
    <Suspense fallback={<LoadingScreen />}>
      <Outlet />
    </Suspense>
  )
}

/** Renders its child routes for signed-in users. Sends other users to the login, and back after their sign-in. */
export function RequireSession() {
  const session = useSession()
  const location = useLocation()
  const wasSignedIn = useRef(false)
  const path = location.pathname + location.search

  useEffect(() => {
    if (session.status === 'signedIn') wasSignedIn.current = true
    // After a sign-out on this screen, the next user should not return to it.
    if (session.status === 'signedOut' && !wasSignedIn.current) saveReturnPath(path)
  }, [session.status, path])

  if (session.status === 'signedIn') return <Outlet />
  // A screen that signs the user out and navigates stays rendered until the next screen is ready.
  const isLeaving = window.location.pathname !== location.pathname
  return (
    <>
      <LoadingScreen />
      {!isLeaving && <Navigate to={paths.login} replace />}
    </>
  )
}

/** Renders its child routes for admins, within RequireSession. Signs other users out. */
export function RequireAdmin() {
  const session = useSession()
  const isForbidden = session.status === 'signedIn' && !session.user.admin

  useEffect(() => {
    if (!isForbidden) return
    forceSignOut()
    // The return path leads to this screen, which would sign the user out again.
    clearReturnPath()
  }, [isForbidden])

  return session.status === 'signedIn' && session.user.admin ? <Outlet /> : <LoadingScreen />
}
