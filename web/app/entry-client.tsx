// Enables React's hot reload in development. Empty in a build.
import '@vitejs/plugin-react/preamble'
import '../style/frame/main.css'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { BrowserRouter, matchRoutes } from 'react-router'
import { queryClient } from '../api/query-client.ts'
import { hydrateQueryCache } from '../api/query-data.ts'
import { syncWithTabs } from '../features/identity/session.ts'
import { readPageSettings } from '../settings.ts'
import { showToast } from '../ui/dialogs/toast.ts'
import { App } from './app.tsx'
import { getRouteHandles } from './page/route-handle.ts'
import { prefetchOnIntent } from './prefetch-on-intent.ts'
import { Providers } from './providers.tsx'
import { routes } from './routes.tsx'

const root = document.getElementById('root') as HTMLElement

// If the code cannot be loaded, the server-rendered page keeps working as plain HTML.
start().catch((error) => {
  console.error(error)
  dispatchEvent(new Event('hydrated'))
})

async function start() {
  hydrateQueryCache(queryClient)
  await loadScreens()
  syncWithTabs(() => void showToast('You were logged out in another tab', 'error'))
  prefetchOnIntent(routes)

  startTransition(() => {
    hydrateRoot(
      root,
      <Providers client={queryClient} settings={readPageSettings()}>
        <BrowserRouter>
          <App />
        </BrowserRouter>
      </Providers>,
    )
  })
}

/** Loads the screens' code. Public screens were rendered on the server, so it must be loaded before hydration. */
async function loadScreens() {
  const handles = getRouteHandles(matchRoutes(routes, location))
  const loading = Promise.all(handles.map(({ load }) => load?.()))
  if (handles.some((handle) => handle.requiresSignIn)) loading.catch(() => {})
  else await loading
}
