import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type PageSettings, SettingsProvider } from '../settings.ts'

interface ProvidersProps {
  client: QueryClient
  settings: PageSettings
  children: ReactNode
}

/** Context providers around the router, on the server and in the browser. */
export function Providers({ client, settings, children }: ProvidersProps) {
  return (
    <QueryClientProvider client={client}>
      <SettingsProvider value={settings}>{children}</SettingsProvider>
    </QueryClientProvider>
  )
}
