const KEY = 'returnAddress'

/** Saves the path to return to after signing in. It belongs to the tab and survives a reload. */
export function saveReturnPath(path: string): void {
  try {
    sessionStorage.setItem(KEY, path)
  } catch {
    // Storage is blocked: signing in leads to the home page.
  }
}

export function clearReturnPath(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Storage is blocked, so there is nothing to clear.
  }
}

/** Returns and clears the saved path, or `/` if there is no valid one. */
export function consumeReturnPath(): string {
  const saved = readReturnPath()
  clearReturnPath()
  return sanitizeReturnPath(saved)
}

function readReturnPath(): string | null {
  try {
    return sessionStorage.getItem(KEY)
  } catch {
    return null
  }
}

/** Returns the path if it is a page of this shop and not part of the login, else `/`. */
export function sanitizeReturnPath(path: string | null): string {
  if (!path?.startsWith('/')) return '/'
  const base = 'https://shop.invalid'
  if (!URL.canParse(path, base)) return '/'
  const url = new URL(path, base)
  if (url.origin !== base || url.pathname.startsWith('//')) return '/'
  if (isLoginPath(url.pathname)) return '/'
  return url.pathname + url.search + url.hash
}

/** Returns true for the login and its steps. */
export function isLoginPath(pathname: string): boolean {
  return /^\/login(\/|$)/i.test(pathname)
}
