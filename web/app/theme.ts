const KEY = 'theme'

type Theme = 'freehub-light' | 'freehub-dark'

/** Toggles between light and dark. A choice equal to the system's theme is not stored, so the page follows the system. */
export function toggleTheme(): void {
  const root = document.documentElement
  const systemTheme = getSystemTheme()
  const currentTheme = root.dataset.theme ?? systemTheme
  const next: Theme = currentTheme === 'freehub-dark' ? 'freehub-light' : 'freehub-dark'
  if (next === systemTheme) delete root.dataset.theme
  else root.dataset.theme = next
  storeTheme(next === systemTheme ? null : next)
}

function storeTheme(theme: Theme | null): void {
  try {
    if (theme) localStorage.setItem(KEY, theme)
    else localStorage.removeItem(KEY)
  } catch {
    // Storage is blocked: the choice lasts until the next page load.
  }
}

function getSystemTheme(): Theme {
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'freehub-dark' : 'freehub-light'
}
