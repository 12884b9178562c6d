const KEY = 'theme'

type Theme = 'freehub-light' | 'freehub-dark'

/** Turns light to dark and back. A choice that is the system's own is not kept, so it follows it again. */
export function switchTheme(): void {
  const root = document.documentElement
  const wished = themeOfSystem()
  const shown = root.dataset.theme ?? wished
  const next: Theme = shown === 'freehub-dark' ? 'freehub-light' : 'freehub-dark'
  if (next === wished) delete root.dataset.theme
  else root.dataset.theme = next
  keep(next === wished ? null : next)
}

function keep(theme: Theme | null): void {
  try {
    if (theme) localStorage.setItem(KEY, theme)
    else localStorage.removeItem(KEY)
  } catch {
    // Storage is forbidden: the choice lasts as long as the page.
  }
}

function themeOfSystem(): Theme {
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'freehub-dark' : 'freehub-light'
}
