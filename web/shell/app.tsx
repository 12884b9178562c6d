import { Suspense, useEffect } from 'react'
import { matchRoutes, useLocation, useRoutes } from 'react-router'
import { routes } from '../routes.tsx'
import { LoadingScreen } from '../ui/loading-screen.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { Frame } from './frame.tsx'
import { handlesOf } from './route-handle.ts'

/** The screen that the address names, in its frame. Stands within a router and the Providers. */
export function App() {
  const location = useLocation()
  const bare = handlesOf(matchRoutes(routes, location)).some((handle) => handle.bare)
  useEffect(() => void dispatchEvent(new Event('awake')), [])
  return (
    <Frame bare={bare}>
      <ErrorBoundary visit={location.key}>
        <Suspense fallback={<LoadingScreen />}>{useRoutes(routes)}</Suspense>
      </ErrorBoundary>
    </Frame>
  )
}
