import { tryStorage } from '../../api/storage.ts'

const KEY = 'returnPath'

/** Saves the path to return to after the sign-in. It belongs to the tab and survives a reload. */
export function saveReturnPath(path: string): void {
  tryStorage(() => sessionStorage.setItem(KEY, path))
}

export function clearReturnPath(): void {
  tryStorage(() => sessionStorage.removeItem(KEY))
}

/** Returns and clears the saved path. Returns `/` if there is no valid path. */
export function consumeReturnPath(): string {
  const saved = tryStorage(() => sessionStorage.getItem(KEY)) ?? null
  clearReturnPath()
  return sanitizeReturnPath(saved)
}

/** Returns the path if it is a page of this shop and not part of the login. Otherwise returns `/`. */
export function sanitizeReturnPath(path: string | null): string {
  if (!path?.startsWith('/')) return '/'
  const base = 'https://shop.invalid'
  if (!URL.canParse(path, base)) return '/'
  const url = new URL(path, base)
  if (url.origin !== base || url.pathname.startsWith('//')) return '/'
  if (isLoginPath(url.pathname)) return '/'
  return url.pathname + url.search + url.hash
}

/** True for the path of the login page and for all paths below it. */
export function isLoginPath(pathname: string): boolean {
  return /^\/login(\/|$)/i.test(pathname)
}
