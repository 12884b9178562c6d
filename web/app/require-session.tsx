import { Suspense, useEffect, useRef } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { forceSignOut } from '../api/call.ts'
import { formatError } from '../api/call-error.ts'
import { clearReturnPath, saveReturnPath } from '../features/identity/return-path.ts'
import { useSession } from '../features/identity/session.ts'
import { paths } from '../paths.ts'
import { ErrorNote } from '../ui/forms/error-note.tsx'
import { LoadingScreen } from '../ui/loading-screen.tsx'

/** Shows its screens when the session is known. */
export function AwaitSession() {
  const session = useSession()

  if (session.status === 'unknown') {
    return (
      <div className="wrap sec">
        <ErrorNote text={formatError(session.error)} onRetry={session.retry} />
      </div>
    )
  }
  if (session.status === 'loading') return <LoadingScreen />
  return (
    <Suspense fallback={<LoadingScreen />}>
      <Outlet />
    </Suspense>
  )
}

/** Sends users who are not signed in to the login, from which they return. */
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

/** Shows its screens to admins, within RequireSession. Signs other users out. */
export function RequireAdmin() {
  const session = useSession()
  const isForbidden = session.status === 'signedIn' && !session.user.admin

  useEffect(() => {
    if (!isForbidden) return
    forceSignOut()
    clearReturnPath()
  }, [isForbidden])

  return session.status === 'signedIn' && session.user.admin ? <Outlet /> : <LoadingScreen />
}
