const BASE = '/api/auth'
const DECODINGS = 3

/**
 * What a request asks the identity provider for, however it is spelt: without the query, in small
 * letters, each slash once, nothing percent-encoded. Such as `/sign-in/email`.
 */
export function normalPath(url: string): string {
  const { pathname } = new URL(url.replace(/^\/+/, '/'), 'http://shop')
  const plain = decoded(pathname, DECODINGS).toLowerCase().replaceAll('\\', '/')
  const path = plain.replace(/\/{2,}/g, '/').replace(/\/$/, '')
  return path.startsWith(BASE) ? path.slice(BASE.length) : path
}

/** More than once, for what is encoded twice may be decoded twice on its way. */
function decoded(path: string, times: number): string {
  if (times === 0) return path
  try {
    const next = decodeURIComponent(path)
    return next === path ? path : decoded(next, times - 1)
  } catch {
    return path
  }
}
