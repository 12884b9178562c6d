const KEY = 'returnAddress'

/** Remembers where a visitor was when he had to sign in. Kept for the tab, so a reload does not lose it. */
export function keepReturnAddress(path: string): void {
  try {
    sessionStorage.setItem(KEY, path)
  } catch {
    // Storage is forbidden: signing in leads home.
  }
}

export function dropReturnAddress(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // As above.
  }
}

/** Where to go after signing in: once, and home if nothing fit was kept. */
export function takeReturnAddress(): string {
  const kept = keptReturnAddress()
  dropReturnAddress()
  return safeReturnAddress(kept)
}

function keptReturnAddress(): string | null {
  try {
    return sessionStorage.getItem(KEY)
  } catch {
    return null
  }
}

/** The path itself if it leads to a page of this shop other than the login and its steps, else home. */
export function safeReturnAddress(path: string | null): string {
  if (!path?.startsWith('/')) return '/'
  const here = 'https://shop.invalid'
  if (!URL.canParse(path, here)) return '/'
  const url = new URL(path, here)
  if (url.origin !== here || url.pathname.startsWith('//')) return '/'
  if (isWayIn(url.pathname)) return '/'
  return url.pathname + url.search + url.hash
}

/** Whether one is signing in there: no place to come back to afterwards. */
export function isWayIn(pathname: string): boolean {
  return /^\/login(\/|$)/i.test(pathname)
}
