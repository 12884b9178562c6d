import type { Page } from '@playwright/test'
import { expect, test } from '../support/test.ts'
import { origin, type Part, waitForHydration } from '../support/users-and-orders.ts'

test('title, description and structured data stay after hydration and change on navigation', async ({
  page,
}) => {
  const [part] = (await (await page.request.get('/parts?size=1')).json()) as [Part]
  const path = `/allParts/${part._id}`
  const partHead = {
    titles: [`${part.name} · Freehub`],
    canonical: [origin + path],
    ogUrl: [origin + path],
    ogTitle: [part.name],
    ogImage: [expect.stringMatching(/\/pictures\/FH-[\d-]+\.png$/)],
    description: [expect.stringContaining(part.name)],
    robots: [],
  }
  const served = await page.request.get(path)
  expect(await served.text()).toContain(`<link rel="canonical" href="${origin}${path}"/>`)
  await page.goto(path)
  await waitForHydration(page)
  expect(await readHead(page)).toEqual(partHead)

  await expectMetadata(page, 'Blogs', 'Blogs · Freehub', '/blogs')
  await expectMetadata(page, 'Login', 'Login · Freehub', '/login')
  for (let steps = 0; steps < 2; steps++) await page.goBack()
  await expect.poll(() => readHead(page)).toEqual(partHead)
})

test('the icons and pictures in the head and the pages of the sitemap exist', async ({
  request,
}) => {
  const [part] = (await (await request.get('/parts?size=1')).json()) as [Part]
  const html = await (await request.get(`/allParts/${part._id}`)).text()
  const tags = html.match(/<link rel="(?:icon|apple-touch-icon|manifest)"[^>]*>/g) ?? []
  const links = tags.map((tag) => /href="([^"]*)"/.exec(tag)?.[1] ?? '')
  expect(links).toHaveLength(3)
  const picture = /<meta property="og:image" content="([^"]*)"/.exec(html)?.[1] ?? ''
  const sitemap = await (await request.get('/sitemap.xml')).text()
  const pages = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) => url)
  expect(pages.length).toBeGreaterThan(100)
  // Pages at the end may be parts that other tests delete.
  const sample = [...pages.slice(0, 5), pages[100] ?? '']
  for (const url of [picture, ...links, '/favicon.ico', ...sample]) {
    expect((await request.get(url)).status(), url).toBe(200)
  }
})

/** Opens a page from the bar and expects its own metadata, each tag once. */
async function expectMetadata(page: Page, name: string, title: string, path: string) {
  const bar = page.getByRole('navigation', { name: 'Main' })
  await bar.getByRole('link', { name, exact: true }).click()
  await expect
    .poll(() => readHead(page))
    .toEqual({
      titles: [title],
      canonical: [origin + path],
      ogUrl: [origin + path],
      ogTitle: [title.replace(' · Freehub', '')],
      ogImage: [expect.stringMatching(/\.png$/)],
      description: [expect.any(String)],
      robots: [],
    })
}

/** Returns the metadata of the page, from the whole document to find duplicates. */
function readHead(page: Page) {
  return page.evaluate(() => {
    const contents = (selector: string, attribute: string) =>
      [...document.querySelectorAll(selector)].map((tag) => tag.getAttribute(attribute))
    return {
      titles: [...document.head.querySelectorAll('title')].map((title) => title.textContent),
      canonical: contents('link[rel=canonical]', 'href'),
      robots: contents('meta[name=robots]', 'content'),
      description: contents('meta[name=description]', 'content'),
      ogTitle: contents('meta[property="og:title"]', 'content'),
      ogUrl: contents('meta[property="og:url"]', 'content'),
      ogImage: contents('meta[property="og:image"]', 'content'),
    }
  })
}
