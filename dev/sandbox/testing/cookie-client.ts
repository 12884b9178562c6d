/** Creates an HTTP client that stores cookies by path. Only `follow` follows redirects. */
export function createCookieClient() {
  const jar = new Map<string, { path: string; value: string }>()

  return {
    get: (url: string) => send(url),
    /** Posts a same-origin form. */
    post: (url: string, fields: Record<string, string>) =>
      send(url, {
        method: 'POST',
        body: new URLSearchParams(fields),
        headers: { origin: new URL(url).origin },
      }),
    /** Follows redirects within the origin. Returns the last response. */
    async follow(url: string) {
      let response = await send(url)
      while (response.redirectUrl?.startsWith(new URL(url).origin)) {
        response = await send(response.redirectUrl)
      }
      return response
    },
    clearCookies: () => jar.clear(),
  }

  async function send(url: string, init: RequestInit = {}) {
    const { pathname } = new URL(url)
    const cookie = [...jar]
      .filter(([, { path }]) => pathname.startsWith(path))
      .map(([name, { value }]) => `${name.split(' ')[0]}=${value}`)
      .join('; ')
    const headers = { ...init.headers, cookie, accept: 'text/html' }
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) storeCookie(line)
    const location = response.headers.get('location')
    return {
      url,
      status: response.status,
      headers: response.headers,
      text: await response.text(),
      redirectUrl: location && new URL(location, url).href,
    }
  }

  function storeCookie(line: string) {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    const path = /path=([^;]+)/i.exec(line)?.[1] ?? '/'
    if (name && value !== undefined) jar.set(`${name} ${path}`, { path, value })
  }
}
