/** What search engines need not look at: screens for who is signed in, and calls. */
const CLOSED = ['/dashboard', '/purchase/', '/api/']

export function robots(origin: string): string {
  const closed = CLOSED.map((path) => `Disallow: ${path}`)
  return `${['User-agent: *', ...closed, '', `Sitemap: ${origin}/sitemap.xml`].join('\n')}\n`
}
