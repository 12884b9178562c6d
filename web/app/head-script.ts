// Runs in the head before the first paint. It must not import anything.

// Applies the user's theme. top-bar.tsx uses the same key.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'freehub-light' || theme === 'freehub-dark') {
    document.documentElement.dataset.theme = theme
  }
} catch {
  // Storage is blocked: use the system's theme.
}

// The block keeps these declarations out of the global scope, because this script is not a module.
{
  /** The last click or submit before hydration, replayed afterwards. */
  let replay: (() => void) | undefined
  let isHydrated = false

  const captureSubmit = (event: SubmitEvent) => {
    const form = event.target as HTMLFormElement
    // Forms with an action work without scripts.
    if (isHydrated || form.hasAttribute('action')) return
    event.preventDefault()
    replay = () => form.requestSubmit(event.submitter)
  }

  const captureClick = ({ target }: Event) => {
    const button = (target as Element).closest<HTMLButtonElement>('button[type=button]')
    if (!isHydrated && button && !button.popoverTargetElement) replay = () => button.click()
  }

  addEventListener('submit', captureSubmit, true)
  addEventListener('click', captureClick, true)
  addEventListener('hydrated', () => {
    isHydrated = true
    replay?.()
  })

  /** In development there is no `data-modules`; the page loads its modules itself. */
  const modules = document.currentScript?.dataset.modules?.split(' ')
  let isStarted = false

  /** Runs each module in its own task, in import order, so that the page stays responsive. */
  const runModules = async (hrefs: string[]) => {
    for (const href of hrefs) {
      await import(/* @vite-ignore */ href)
      await new Promise((resolve) => setTimeout(resolve))
    }
  }

  /** Preloads the page's modules in parallel, then runs them to hydrate the page. */
  const hydrate = () => {
    if (!modules || isStarted) return
    isStarted = true
    for (const href of modules) {
      const link = document.createElement('link')
      link.rel = 'modulepreload'
      link.href = href
      document.head.append(link)
    }
    runModules(modules).catch(() => {
      // Without its code the page works as plain HTML, so stop capturing input.
      isHydrated = true
    })
  }

  // The page is complete HTML, so it loads and paints before its scripts. Hydration starts after load
  // and paint, at most a second after the first paint, or at once on user input. Background tabs
  // paint nothing: there it starts soon after load.
  const loaded = new Promise((resolve) => {
    addEventListener('load', () => {
      requestAnimationFrame(resolve)
      setTimeout(hydrate, 200)
    })
  })
  // Not every browser supports it.
  if ('PerformanceObserver' in window) {
    new PerformanceObserver(() => {
      loaded.then(() => setTimeout(hydrate))
      setTimeout(hydrate, 1000)
    }).observe({ type: 'paint', buffered: true })
  }
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, hydrate, true)
}
