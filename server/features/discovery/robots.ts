/** Paths that crawlers should skip: screens that require sign-in, and calls. */
const DISALLOWED_PATHS = ['/dashboard', '/purchase/', '/api/']

export function renderRobots(origin: string): string {
  const disallowed = DISALLOWED_PATHS.map((path) => `Disallow: ${path}`)
  return `${['User-agent: *', ...disallowed, '', `Sitemap: ${origin}/sitemap.xml`].join('\n')}\n`
}
