import type { Page } from '@playwright/test'
import { awake } from './awake.ts'
import { expect, type Part, test } from './shop.ts'

/** What a page says of itself, once it is awake: in the whole document, so that nothing is hidden. */
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

async function firstPart({ request }: Page): Promise<Part> {
  const [part] = await (await request.get('/parts?size=1')).json()
  return part
}

test('a page says the same of itself when it wakes', async ({ page, baseURL }) => {
  const part = await firstPart(page)
  for (const path of ['/', '/allParts', `/allParts/${part._id}`, '/blogs', '/login']) {
    const served = await (await page.request.get(path)).text()
    await page.goto(path)
    await awake(page)
    const head = await headOf(page)
    expect(head.canonical).toEqual([baseURL + path])
    for (const said of [head.titles, head.description, head.ogTitle, head.ogUrl, head.ogImage]) {
      expect(said).toHaveLength(1)
    }
    expect(head.robots).toEqual([])
    expect(served).toContain(`<link rel="canonical" href="${baseURL}${path}"/>`)
  }
})

test('what a page says of itself follows whoever walks through the shop', async ({
  page,
  baseURL,
}) => {
  await page.goto('/home')
  await awake(page)
  expect((await headOf(page)).canonical).toEqual([`${baseURL}/`])

  const main = page.getByRole('navigation', { name: 'Main' })
  const burger = page.getByRole('button', { name: 'Menu' })
  const goTo = async (name: string) => {
    if (await burger.isVisible()) await burger.click()
    await main.getByRole('link', { name }).click()
  }
  await goTo('Bicycle Parts')
  await expect(page).toHaveTitle('Bicycle Parts · Freehub')
  await expect.poll(async () => (await headOf(page)).canonical).toEqual([`${baseURL}/allParts`])

  const part = page.getByRole('main').getByRole('heading', { level: 2 }).getByRole('link').first()
  const name = await part.textContent()
  await part.click()
  await expect(page).toHaveURL(/\/allParts\/[0-9a-f-]{36}$/)
  await expect(page).toHaveTitle(`${name} · Freehub`)
  const { pathname } = new URL(page.url())
  await expect
    .poll(() => headOf(page))
    .toMatchObject({
      titles: [`${name} · Freehub`],
      canonical: [baseURL + pathname],
      ogUrl: [baseURL + pathname],
      ogTitle: [name],
      robots: [],
    })

  await goTo('Blogs')
  await expect(page).toHaveTitle('Blogs · Freehub')
  await expect.poll(async () => (await headOf(page)).canonical).toEqual([`${baseURL}/blogs`])
  await page.goBack()
  await expect(page).toHaveTitle(`${name} · Freehub`)
  await expect.poll(async () => (await headOf(page)).canonical).toEqual([baseURL + pathname])
})

test('the pictures and icons that the head names are there', async ({ page, baseURL }) => {
  const part = await firstPart(page)
  await page.goto(`/allParts/${part._id}`)
  const { ogImage } = await headOf(page)
  expect(ogImage[0]).toMatch(/\/pictures\/FH-[\d-]+\.png$/)
  const links = await page.evaluate(() =>
    [
      ...document.querySelectorAll('link[rel=icon],link[rel=apple-touch-icon],link[rel=manifest]'),
    ].map((link) => link.getAttribute('href') as string),
  )
  expect(links).toHaveLength(3)
  for (const path of [...links, ogImage[0] as string, '/favicon.ico']) {
    const answer = await page.request.get(new URL(path, baseURL).href)
    expect(answer.status(), path).toBe(200)
  }
  await page.goto(ogImage[0] as string)
  const size = await page.evaluate(() => {
    const { naturalWidth, naturalHeight } = document.images[0] as HTMLImageElement
    return [naturalWidth, naturalHeight]
  })
  expect(size).toEqual([1200, 630])
})

test('the sitemap leads to pages that are there', async ({ page }) => {
  const text = await (await page.request.get('/sitemap.xml')).text()
  const addresses = [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address)
  expect(addresses.length).toBeGreaterThan(100)
  // Those at the end may be other journeys' parts, which are taken away again.
  for (const address of [...addresses.slice(0, 5), addresses[100]]) {
    expect((await page.request.get(address as string)).status(), address).toBe(200)
  }
})
