import { useEffect } from 'react'
import { matchRoutes, useLocation, useRoutes } from 'react-router'
import { ErrorBoundary } from '../ui/page/error-boundary.tsx'
import { Frame } from './page/frame.tsx'
import { handlesOf } from './page/route-handle.ts'
import { routes } from './routes.tsx'

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
