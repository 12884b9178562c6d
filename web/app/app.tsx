import { useEffect } from 'react'
import { matchRoutes, useLocation, useRoutes } from 'react-router'
import { ErrorBoundary } from '../ui/page/error-boundary.tsx'
import { Layout } from './page/layout.tsx'
import { getRouteHandles } from './page/route-handle.ts'
import { routes } from './routes.tsx'

/** Renders the screen of the current URL in the layout. Needs a router and `Providers` around it. */
export function App() {
  const location = useLocation()
  const isFullScreen = getRouteHandles(matchRoutes(routes, location)).some(
    (handle) => handle.isFullScreen,
  )
  useEffect(() => void dispatchEvent(new Event('hydrated')), [])
  return (
    <Layout isFullScreen={isFullScreen}>
      <ErrorBoundary resetKey={location.key}>{useRoutes(routes)}</ErrorBoundary>
    </Layout>
  )
}
