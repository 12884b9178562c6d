import { useSyncExternalStore } from 'react'

const DARK_QUERY = '(prefers-color-scheme: dark)'

/** The current colour scheme: the visitor's choice, or the system's. */
export function useColourScheme(): 'light' | 'dark' {
  return useSyncExternalStore(subscribe, readScheme)
}

function readScheme(): 'light' | 'dark' {
  const { theme } = document.documentElement.dataset
  const isDark = theme ? theme === 'freehub-dark' : matchMedia(DARK_QUERY).matches
  return isDark ? 'dark' : 'light'
}

function subscribe(onChange: () => void): () => void {
  const themeObserver = new MutationObserver(onChange)
  themeObserver.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  const systemScheme = matchMedia(DARK_QUERY)
  systemScheme.addEventListener('change', onChange)
  return () => {
    themeObserver.disconnect()
    systemScheme.removeEventListener('change', onChange)
  }
}
