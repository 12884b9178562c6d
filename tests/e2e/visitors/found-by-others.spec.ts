import type { Page } from '@playwright/test'
import { awake } from '../support/awake.ts'
import { origin } from '../support/origin.ts'
import { expect, type Part, test } from '../support/shop.ts'

test('title, description and structured data survive hydration and follow navigation', async ({
  page,
}) => {
  const [part] = (await (await page.request.get('/parts?size=1')).json()) as [Part]
  const path = `/allParts/${part._id}`
  const ofPart = {
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
  await awake(page)
  expect(await headOf(page)).toEqual(ofPart)

  await expectPage(page, 'Blogs', 'Blogs · Freehub', '/blogs')
  await expectPage(page, 'Login', 'Login · Freehub', '/login')
  for (let steps = 0; steps < 2; steps++) await page.goBack()
  await expect.poll(() => headOf(page)).toEqual(ofPart)
})

test('the pictures and icons that the head names are there, and the pages of the sitemap', async ({
  request,
}) => {
  const [part] = (await (await request.get('/parts?size=1')).json()) as [Part]
  const html = await (await request.get(`/allParts/${part._id}`)).text()
  const tags = html.match(/<link rel="(?:icon|apple-touch-icon|manifest)"[^>]*>/g) ?? []
  const links = tags.map((tag) => /href="([^"]*)"/.exec(tag)?.[1] ?? '')
  expect(links).toHaveLength(3)
  const picture = /<meta property="og:image" content="([^"]*)"/.exec(html)?.[1] ?? ''
  const sitemap = await (await request.get('/sitemap.xml')).text()
  const pages = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => address)
  expect(pages.length).toBeGreaterThan(100)
  // Those at the end may be other journeys' parts, which are taken away again.
  const some = [...pages.slice(0, 5), pages[100] ?? '']
  for (const address of [picture, ...links, '/favicon.ico', ...some]) {
    expect((await request.get(address)).status(), address).toBe(200)
  }
})

/** Goes by the bar to a page, which then says its own title and address, and each once. */
async function expectPage(page: Page, name: string, title: string, path: string) {
  const bar = page.getByRole('navigation', { name: 'Main' })
  await bar.getByRole('link', { name, exact: true }).click()
  await expect
    .poll(() => headOf(page))
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

/** What a page says of itself in the whole document, so that nothing is hidden. */
function headOf(page: Page) {
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
