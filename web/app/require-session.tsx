import { Suspense, useEffect, useRef } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { sentenceOf } from '../api/call-error.ts'
import { expel } from '../api/expelled.ts'
import { dropReturnAddress, keepReturnAddress } from '../features/identity/return-address.ts'
import { useSession } from '../features/identity/session.ts'
import { paths } from '../paths.ts'
import { ErrorNote } from '../ui/forms/error-note.tsx'
import { LoadingScreen } from '../ui/loading-screen.tsx'

/** Shows its screens to whoever is signed in, and sends others to the login and back. */
export function RequireSession() {
  const session = useSession()
  const location = useLocation()
  const wasSignedIn = useRef(false)
  const address = location.pathname + location.search

  useEffect(() => {
    if (session.status === 'signedIn') wasSignedIn.current = true
    // Whoever signs out on purpose does not want to come back here as somebody else.
    if (session.status === 'signedOut' && !wasSignedIn.current) keepReturnAddress(address)
  }, [session.status, address])

  if (session.status === 'unknown') {
    return (
      <div className="wrap sec">
        <ErrorNote text={sentenceOf(session.error)} onRetry={session.retry} />
      </div>
    )
  }
  // A screen that signs its user out and leads elsewhere is still rendered until the next one is ready.
  const isLeaving = session.status === 'signedOut' && window.location.pathname !== location.pathname
  if (session.status === 'loading' || isLeaving) return <LoadingScreen />
  if (session.status === 'signedOut') return <Navigate to={paths.login} replace />
  return (
    <Suspense fallback={<LoadingScreen />}>
      <Outlet />
    </Suspense>
  )
}

/** Within RequireSession: shows its screens to admins, and signs others out. */
export function RequireAdmin() {
  const session = useSession()
  const foreign = session.status === 'signedIn' && !session.user.admin

  useEffect(() => {
    if (!foreign) return
    expel()
    dropReturnAddress()
  }, [foreign])

  return session.status === 'signedIn' && session.user.admin ? <Outlet /> : <LoadingScreen />
}
