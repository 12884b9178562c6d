// Wakes React's hot reload while the pages are being worked on; nothing in a build.
import '@vitejs/plugin-react/preamble'
import '../style/frame/main.css'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { BrowserRouter, matchRoutes } from 'react-router'
import { queryClient } from '../api/query-client.ts'
import { fillFromPage } from '../api/query-data.ts'
import { followTabs } from '../features/identity/session.ts'
import { settingsOfPage } from '../settings.ts'
import { showToast } from '../ui/dialogs/toast.ts'
import { App } from './app.tsx'
import { handlesOf } from './page/route-handle.ts'
import { prefetchOnIntent } from './prefetch-on-intent.ts'
import { Providers } from './providers.tsx'
import { routes } from './routes.tsx'

const root = document.getElementById('root') as HTMLElement

// Where its code cannot be loaded, the page stays what the server made it, and works by that.
start().catch((error) => {
  console.error(error)
  dispatchEvent(new Event('awake'))
})

async function start() {
  fillFromPage(queryClient)
  await loadRenderedScreens()
  followTabs(() => void showToast('You were logged out in another tab', 'error'))
  prefetchOnIntent(routes)

  startTransition(() => {
    hydrateRoot(
      root,
      <Providers client={queryClient} settings={settingsOfPage()}>
        <BrowserRouter>
          <App />
        </BrowserRouter>
      </Providers>,
    )
  })
}

/** A public page was rendered whole, so its code must be here before React looks at it; others' code is on its way. */
async function loadRenderedScreens() {
  const handles = handlesOf(matchRoutes(routes, location))
  const loading = Promise.all(handles.map(({ load }) => load?.()))
  if (handles.some((handle) => handle.private)) loading.catch(() => {})
  else await loading
}
