// Wakes React's hot reload while the pages are being worked on; nothing in a build.
import '@vitejs/plugin-react/preamble'
import './style/main.css'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes, RouterProvider } from 'react-router'
import { onExpelled } from './api/expelled.ts'
import { queryClient } from './api/query-client.ts'
import { fillFromPage } from './api/query-data.ts'
import { keepReturnAddress } from './identity/return-address.ts'
import { endRefusedSession, followTabs } from './identity/session.ts'
import { paths } from './paths.ts'
import { prefetchOnIntent } from './prefetch-on-intent.ts'
import { routes } from './routes.tsx'
import { Providers } from './shell/providers.tsx'
import type { RouteHandle } from './shell/route-handle.ts'
import { settingsOfPage } from './shell/settings.ts'
import { showToast } from './ui/toast.ts'

const root = document.getElementById('root') as HTMLElement

void start()

async function start() {
  fillFromPage(queryClient)
  await loadRenderedScreens()
  const router = createBrowserRouter(routes)

  onExpelled(() => {
    // Calls that are refused one after the other expel once more, from the login itself.
    if (location.pathname !== paths.login) keepReturnAddress(location.pathname + location.search)
    endRefusedSession()
    void router.navigate(paths.login)
    void showToast('Please, Login again', 'error')
  })
  followTabs(() => void showToast('You were logged out in another tab', 'error'))
  prefetchOnIntent(routes)

  startTransition(() => {
    hydrateRoot(
      root,
      <Providers client={queryClient} settings={settingsOfPage()}>
        <RouterProvider router={router} />
      </Providers>,
    )
  })
}

/** A public page was rendered whole, so its code must be here before React looks at it. */
async function loadRenderedScreens() {
  const matched = (matchRoutes(routes, location) ?? []).map(({ route }) => route)
  if (matched.some(({ handle }) => (handle as RouteHandle | undefined)?.private)) return
  for (const route of matched) {
    if (typeof route.lazy !== 'function') continue
    Object.assign(route, await route.lazy(), { lazy: undefined })
  }
}
