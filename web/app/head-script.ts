// Runs in the head before anything is painted, and stands alone: it imports nothing.

// The colours that the visitor chose; shell/theme.ts knows the same key.
try {
  const kept = localStorage.getItem('theme')
  if (kept === 'freehub-light' || kept === 'freehub-dark') {
    document.documentElement.dataset.theme = kept
  }
} catch {
  // Storage may be forbidden; then the system decides.
}

// A block of its own: what a script that is no module declares outside of one, all others would see.
{
  /** Presses of a page that sleeps are kept, the last of them, and count once it is awake. */
  let press: (() => void) | undefined
  let asleep = true

  const keepSubmit = (event: SubmitEvent) => {
    const form = event.target as HTMLFormElement
    // A form with an address works without scripts.
    if (!asleep || form.hasAttribute('action')) return
    event.preventDefault()
    press = () => form.requestSubmit(event.submitter)
  }

  const keepClick = ({ target }: Event) => {
    const button = (target as Element).closest<HTMLButtonElement>('button[type=button]')
    if (asleep && button && !button.popoverTargetElement) press = () => button.click()
  }

  addEventListener('submit', keepSubmit, true)
  addEventListener('click', keepClick, true)
  addEventListener('awake', () => {
    asleep = false
    press?.()
  })

  /** Without `data-modules` the page loads them itself: while it is being worked on. */
  const modules = document.currentScript?.dataset.modules?.split(' ')
  let called = false

  /** Each module runs in a task of its own, after what it imports, so that the page can answer in between. */
  const runInTurn = async (hrefs: string[]) => {
    for (const href of hrefs) {
      await import(/* @vite-ignore */ href)
      await new Promise((resolve) => setTimeout(resolve))
    }
  }

  /** Loads the page's modules, all at once, and wakes it. */
  const wake = () => {
    if (!modules || called) return
    called = true
    for (const href of modules) {
      const link = document.createElement('link')
      link.rel = 'modulepreload'
      link.href = href
      document.head.append(link)
    }
    runInTurn(modules).catch(() => {
      asleep = false
    })
  }

  // The page is whole as it comes, so what is looked at is loaded and painted first, and only then
  // its scripts: at the latest a second after the first paint, at once for who presses something, and
  // in a tab that nobody sees, where nothing is painted, soon after everything is loaded.
  let loaded = false
  let painted = false
  const wakeWhenSeen = () => {
    if (loaded && painted) setTimeout(wake)
  }
  addEventListener('load', () => {
    requestAnimationFrame(() => {
      loaded = true
      wakeWhenSeen()
    })
    setTimeout(wake, 200)
  })
  // Some browsers hide it from pages.
  if ('PerformanceObserver' in window) {
    new PerformanceObserver(() => {
      painted = true
      wakeWhenSeen()
      setTimeout(wake, 1000)
    }).observe({ type: 'paint', buffered: true })
  }
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, wake, true)
}
