// This script runs in the head before the first paint. It must not import anything.

// Applies the user's theme. top-bar.tsx uses the same key.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'freehub-light' || theme === 'freehub-dark') {
    document.documentElement.dataset.theme = theme
  }
} catch {
  // The storage is blocked: use the system's theme.
}

// The back button may change the URL before hydration. entry-client.tsx compares this path with the URL.
document.documentElement.dataset.path = location.pathname + location.search

// The block keeps these declarations out of the global scope, because this script is not a module.
{
  /** The last click of each button and the last submit of each form before hydration, in order. */
  const replays = new Map<Element, () => void>()
  const RELOAD = 'could not be loaded completely. Check your connection, then reload the page.'
  let state: 'loading' | 'hydrated' | 'failed' = 'loading'

  const nextTask = () => new Promise((resolve) => setTimeout(resolve))

  const captureSubmit = (event: SubmitEvent) => {
    const form = event.target as HTMLFormElement
    // Forms with an action work without scripts.
    if (state === 'hydrated' || form.hasAttribute('action')) return
    event.preventDefault()
    storeReplay(form, () => form.requestSubmit(event.submitter))
    if (state === 'failed') explainFailure(form)
  }

  const captureClick = ({ target }: Event) => {
    const button = (target as Element).closest<HTMLButtonElement>('button[type=button]')
    // Buttons that open a popover work without scripts.
    if (state === 'loading' && button && !button.popoverTargetElement)
      storeReplay(button, () => button.click())
  }

  const storeReplay = (target: Element, replay: () => void) => {
    replays.delete(target)
    replays.set(target, replay)
  }

  const handleFailure = () => {
    state = 'failed'
    for (const target of replays.keys())
      if (target instanceof HTMLFormElement) explainFailure(target)
    for (const screen of document.querySelectorAll('.loading-screen'))
      screen.textContent = `This page ${RELOAD}`
  }

  /** Appends to the form a message that the form was not sent. */
  const explainFailure = (form: HTMLFormElement) => {
    form.querySelector('.scripts-failed')?.remove()
    const note = document.createElement('p')
    note.className = 'scripts-failed field-error'
    note.role = 'alert'
    note.textContent = `The form was not sent, because this page ${RELOAD}`
    form.append(note)
  }

  addEventListener('submit', captureSubmit, true)
  addEventListener('click', captureClick, true)
  addEventListener('hydration-failed', handleFailure)
  addEventListener('hydrated', async () => {
    state = 'hydrated'
    for (const replay of replays.values()) {
      replay()
      // The page renders the result of a click before the next click is replayed.
      await nextTask()
    }
  })

  /** The modules to run. Undefined in development, where the page loads its modules itself. */
  const modules = document.currentScript?.dataset.modules?.split(' ')
  const PRELOADS_PER_TASK = 4
  let isStarted = false

  /** Starts to load all modules. Does so in several tasks, because each request takes milliseconds on a phone. */
  const preloadModules = async (hrefs: string[]) => {
    for (const [index, href] of hrefs.entries()) {
      const link = document.createElement('link')
      link.rel = 'modulepreload'
      link.href = href
      document.head.append(link)
      if (index % PRELOADS_PER_TASK === 0) await nextTask()
    }
  }

  /** Runs each module in its own task, in import order. */
  const runModules = async (hrefs: string[]) => {
    for (const href of hrefs) {
      await import(/* @vite-ignore */ href)
      await nextTask()
    }
  }

  /** Preloads the page's modules in parallel, then runs them to hydrate the page. */
  const hydrate = () => {
    if (!modules || isStarted) return
    isStarted = true
    // Without its code, the page works as plain HTML.
    preloadModules(modules)
      .then(() => runModules(modules))
      .catch(handleFailure)
  }

  // Hydration starts at user input, or after load and the first paint, but at most 1 s after that paint.
  // Background tabs do not paint, so hydration also starts 200 ms after load.
  const loaded = new Promise((resolve) => {
    addEventListener('load', () => {
      requestAnimationFrame(resolve)
      setTimeout(hydrate, 200)
    })
  })
  if ('PerformanceObserver' in window) {
    new PerformanceObserver(() => {
      loaded.then(() => setTimeout(hydrate))
      setTimeout(hydrate, 1000)
    }).observe({ type: 'paint', buffered: true })
  }
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, hydrate, true)
}
