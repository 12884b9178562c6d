import { useEffect } from 'react'
import { matchRoutes, useLocation, useRoutes } from 'react-router'
import { routes } from '../routes.tsx'
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
      <ErrorBoundary visit={location.key}>{useRoutes(routes)}</ErrorBoundary>
    </Frame>
  )
}
