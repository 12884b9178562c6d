import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { renderMatches, useLocation } from 'react-router'
import { type PageSettings, SettingsProvider } from '../page-settings.ts'
import { ErrorBoundary } from '../ui/page/error-boundary.tsx'
import { Layout } from './layout.tsx'
import { getRouteHandles, matchScreen } from './routes.tsx'

/** Renders the screen of the current URL in the layout. Requires a router and `Providers`. */
export function App() {
  const location = useLocation()
  const matches = matchScreen(location.pathname)
  const isFullScreen = getRouteHandles(matches).some((handle) => handle.isFullScreen)
  // head-script.ts replays the clicks and submits that came before hydration.
  useEffect(() => void dispatchEvent(new Event('hydrated')), [])
  return (
    <Layout isFullScreen={isFullScreen}>
      <ErrorBoundary resetKey={location.key}>{renderMatches(matches)}</ErrorBoundary>
    </Layout>
  )
}

interface ProvidersProps {
  client: QueryClient
  settings: PageSettings
  children: ReactNode
}

export function Providers({ client, settings, children }: ProvidersProps) {
  return (
    <QueryClientProvider client={client}>
      <SettingsProvider value={settings}>{children}</SettingsProvider>
    </QueryClientProvider>
  )
}
