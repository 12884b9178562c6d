// Enables React's hot reload in development. Empty in a build.
import '@vitejs/plugin-react/preamble'
import '../style/frame/main.css'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { hydrateQueryCache, queryClient } from '../api/query-client.ts'
import { syncWithTabs } from '../features/identity/session.ts'
import { readPageSettings } from '../page-settings.ts'
import { showToast } from '../ui/dialogs/toast.ts'
import { App, Providers } from './app.tsx'
import { getRouteHandles, matchScreen } from './routes.tsx'

const root = document.getElementById('root') as HTMLElement

// If the code cannot be loaded, the head script explains the failure at each form that the user sends.
// A timeout makes the start a task of its own, after the task that runs the modules.
setTimeout(() =>
  start().catch((error) => {
    console.error(error)
    dispatchEvent(new Event('hydration-failed'))
  }),
)

async function start() {
  hydrateQueryCache(queryClient)
  await loadScreens()
  syncWithTabs(() => void showToast('You were signed out in another tab', 'error'))
  prefetchOnIntent()

  startTransition(() => {
    const app = (
      <Providers client={queryClient} settings={readPageSettings()}>
        <BrowserRouter>
          <App />
        </BrowserRouter>
      </Providers>
    )
    // If the user has gone back or forward before hydration, the server's HTML belongs to another URL.
    if (document.documentElement.dataset.path === location.pathname + location.search)
      hydrateRoot(root, app)
    else createRoot(root).render(app)
  })
}

/**
 * Loads the code of the current URL's screens. Waits for the code of public screens, because hydration
 * needs it. A private screen shows a fallback until its code has loaded, or the error if it fails to load.
 */
async function loadScreens() {
  const handles = getRouteHandles(matchScreen(location.pathname))
  const loading = Promise.all(handles.map(({ load }) => load?.()))
  if (handles.some((handle) => handle.isBrowserOnly)) loading.catch(() => {})
  else await loading
}

/** Time after which a hover counts as the intent to click. */
const HOVER_DELAY_MS = 65

/** Loads a screen's code when the pointer has stayed on a link to the screen, or when the link gets the focus. */
function prefetchOnIntent(): void {
  let timer: ReturnType<typeof setTimeout> | undefined

  document.addEventListener('pointerover', (event) => {
    clearTimeout(timer)
    const link = findLink(event)
    if (link) timer = setTimeout(load, HOVER_DELAY_MS, link)
  })
  document.addEventListener('focusin', (event) => load(findLink(event)))

  function load(link: HTMLAnchorElement | null) {
    if (link?.origin !== location.origin) return
    for (const handle of getRouteHandles(matchScreen(link.pathname))) {
      // A click on the link tries again and shows the error.
      handle.load?.().catch(() => {})
    }
  }
}

function findLink(event: Event): HTMLAnchorElement | null {
  return event.target instanceof Element ? event.target.closest('a') : null
}
