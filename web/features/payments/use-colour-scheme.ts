import { useSyncExternalStore } from 'react'

const dark = '(prefers-color-scheme: dark)'

/** Whether the page is light or dark now: by the visitor's own choice, else by the system's. */
export function useColourScheme(): 'light' | 'dark' {
  return useSyncExternalStore(watch, readScheme)
}

function readScheme(): 'light' | 'dark' {
  const { theme } = document.documentElement.dataset
  const isDark = theme ? theme === 'freehub-dark' : matchMedia(dark).matches
  return isDark ? 'dark' : 'light'
}

function watch(changed: () => void): () => void {
  const choice = new MutationObserver(changed)
  choice.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  const system = matchMedia(dark)
  system.addEventListener('change', changed)
  return () => {
    choice.disconnect()
    system.removeEventListener('change', changed)
  }
}
