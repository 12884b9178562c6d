/** A browser without a window: keeps cookies by their paths, and stops at every redirect. */
export function openVisitor() {
  const jar = new Map<string, { path: string; value: string }>()

  return {
    get: (address: string) => visit(address),
    /** Posts a form as a page of the same origin does. */
    post: (address: string, fields: Record<string, string>) =>
      visit(address, {
        method: 'POST',
        body: new URLSearchParams(fields),
        headers: { origin: new URL(address).origin },
      }),
    /** Follows redirects for as long as they stay on this origin; answers where it ended. */
    async follow(address: string) {
      let answer = await visit(address)
      while (answer.leadsTo?.startsWith(new URL(address).origin)) {
        answer = await visit(answer.leadsTo)
      }
      return answer
    },
    forget: () => jar.clear(),
  }

  async function visit(address: string, init: RequestInit = {}) {
    const { pathname } = new URL(address)
    const cookie = [...jar]
      .filter(([, { path }]) => pathname.startsWith(path))
      .map(([name, { value }]) => `${name.split(' ')[0]}=${value}`)
      .join('; ')
    const headers = { ...init.headers, cookie, accept: 'text/html' }
    const answer = await fetch(address, { ...init, headers, redirect: 'manual' })
    for (const line of answer.headers.getSetCookie()) keep(line)
    const location = answer.headers.get('location')
    return {
      address,
      status: answer.status,
      headers: answer.headers,
      text: await answer.text(),
      leadsTo: location && new URL(location, address).href,
    }
  }

  function keep(line: string) {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    const path = /path=([^;]+)/i.exec(line)?.[1] ?? '/'
    if (name && value !== undefined) jar.set(`${name} ${path}`, { path, value })
  }
}
