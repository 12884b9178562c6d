import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/test.ts'
import {
  getStaffHeaders,
  origin,
  type Part,
  placeOrder,
  signUpCustomer,
  waitForHydration,
} from '../support/users-and-orders.ts'

const chain = 'FH-10110-7'
const cassette = 'FH-11170-4'
const soldOut = 'FH-20348-4'
const belowMinimum = 'FH-54416-0'

test('the server-rendered part page contains all data of the part', async ({ request }) => {
  const part = await findPartByNumber(request, chain)
  const response = await request.get(`/allParts/${part._id}`)
  expect(response.status()).toBe(200)
  const html = (await response.text()).replaceAll('<!-- -->', '')
  const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'))
  for (const pattern of [
    /<h1>.*?Holm chain,.*?<\/h1>/,
    />Roller chain 1\/2 x 3\/32/,
    /alt="Drawing: Holm chain, 6\/7\/8-speed, 116 links"/,
    /Minimum order</,
    /From 300 pieces.*?\$2\.47.*?8%/,
    /Pitch.*?12\.7 mm/,
    /7315\.11/,
    /15\.25 kg net/,
    /This chain is 6-, 7- or 8-speed\./,
    /Similar parts.*?<li/,
    /href="\/allParts\?family=chains"[^>]*>Chains</,
  ]) {
    expect(main.search(pattern), `${pattern}`).toBeGreaterThan(-1)
  }
})

test('a part page links to compatible and similar parts and prints as a data sheet', async ({
  page,
}) => {
  const part = await openPart(page, chain)
  const other = await findPartByNumber(page.request, cassette)
  const heading = page.getByRole('heading', { level: 1 })
  await expectAccessible(page)
  const drawing = page.getByRole('img', { name: `Drawing: ${part.name}` })
  const readFile = () => drawing.evaluate((img: HTMLImageElement) => img.currentSrc)
  for (const [width, file] of [
    [768, /\d\.svg$/],
    [1024, /-sheet\.svg$/],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(readFile).toMatch(file)
  }
  await page.setViewportSize({ width: 1280, height: 720 })

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(heading).toHaveCSS('color', 'rgb(17, 24, 38)')
  await expect(getTableRow(page, 'Dimensions', 'Pitch')).toBeVisible()
  for (const hidden of [
    page.getByRole('banner'),
    page.getByRole('contentinfo'),
    page.getByRole('navigation', { name: 'Breadcrumb' }),
    getBookNow(page),
  ]) {
    await expect(hidden).toHaveCount(0)
  }
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' })

  await getFits(page).getByRole('link', { name: other.name }).click()
  await expect(page).toHaveURL(`/allParts/${other._id}`)
  await expect(heading).toHaveText(other.name)
  await expect(getSimilarParts(page).getByRole('heading', { level: 3 }).first()).toContainText(
    'cassette',
  )
  await expect(getSimilarParts(page).getByRole('heading', { name: other.name })).toHaveCount(0)
  await getFits(page).getByRole('link', { name: part.name }).click()
  await expect(page).toHaveURL(`/allParts/${part._id}`)
  await expect(heading).toHaveText(part.name)

  await test.step('Back shows only the dimensions of the previous part', async () => {
    const hub = await openPart(page, 'FH-20170-6')
    const light = await findPartByNumber(page.request, 'FH-72140-9')
    await waitForHydration(page)
    const rows = page.getByRole('region', { name: 'Dimensions' }).getByRole('row')
    const texts = await rows.allTextContents()
    await getFits(page).getByRole('link', { name: light.name }).click()
    await expect(heading).toHaveText(light.name)
    await page.goBack()
    await expect(heading).toHaveText(hub.name)
    await expect(rows).toHaveText(texts)
  })
})

test('a part that is out of stock cannot be booked and shows why', async ({ page }) => {
  const main = page.getByRole('main')
  for (const [number, reason] of [
    [soldOut, 'Out of stock. This part cannot be ordered now.'],
    [belowMinimum, 'Only 6 pieces are left, and the minimum order is 10.'],
  ] as const) {
    await openPart(page, number)
    await expect(main.getByRole('button', { name: 'Book Now', exact: true }).first()).toBeDisabled()
    await expect(main.getByText(reason)).toBeVisible()
    await expect(getBookNow(page)).toHaveCount(0)
    await expect(main.locator('.price-tiers [aria-current]')).toHaveCount(0)
    if (number === soldOut) {
      const dropout = getFits(page)
        .getByRole('listitem')
        .filter({ hasText: 'Hub in frame or fork' })
      await expect(dropout).toContainText('This hub needs 12 x 148 mm thru-axle dropouts.')
      await expect(dropout).toContainText('This connects to the frame')
      await expectAccessible(page)
    }
  }
  await main.getByRole('link', { name: 'Find Alternatives' }).click()
  await expect(page).toHaveURL(/\/allParts\?family=[a-z-]+&attribute=[^&]+&available=true$/)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectMaxWidth(page, 320)
  await openPart(page, 'FH-23137-4')
  await expectMaxWidth(page, 320)
  await page.setViewportSize({ width: 768, height: 1024 })
  const drawing = main.getByRole('img').first()
  await expect(drawing, 'few, large figures').toHaveJSProperty(
    'currentSrc',
    `${origin}/drawings/FH-23137-4.svg`,
  )
  expect((await drawing.boundingBox())?.height, 'name and price in view').toBeLessThan(361)
  await main.getByRole('link', { name: 'Open large drawing' }).click()
  await expect(page).toHaveURL('/drawings/FH-23137-4-sheet.svg')
})

test.describe('the page of a missing or deleted part', () => {
  // The page itself responds with 404, and so do the details of a part that is deleted while its page is open.
  test.use({ expectedErrors: [/status of 404|^CallError: This part does not exist/] })

  test('shows Part Not Found, also after hydration', async ({ page }) => {
    const requested: string[] = []
    page.on('request', (request) => void requested.push(request.url()))
    const response = await page.goto(`/allParts/${randomUUID()}`)
    expect(response?.status()).toBe(404)
    expect(await response?.text()).toContain('Part Not Found')
    await waitForHydration(page)
    await expect(page.locator('h1')).toHaveText('Part Not Found')
    expect(requested.filter((url) => /\/parts\//.test(url))).toEqual([])
  })

  test('shows new stock, and then its deletion, when the visitor returns to its tab', async ({
    page,
  }) => {
    const id = await addPart(page, { ...plainPart, availableQuantity: 40, minimumOrder: 10 })
    const customer = await signUpCustomer(page)
    // At a fixed time, the page fetches the part only when the test returns to the tab.
    await page.clock.setFixedTime(new Date())
    await page.goto(`/allParts/${id}`)
    await waitForHydration(page)
    const stock = page.getByRole('definition').filter({ hasText: 'pieces' }).first()
    await expect(stock).toHaveText('40 pieces')
    await placeOrder(page, customer, { ...plainPart, _id: id, minimumOrder: 10 })
    await returnToTab(page)
    await expect(stock).toHaveText('30 pieces')
    await deletePart(page, id)
    await returnToTab(page)
    await expect(page.locator('h1')).toHaveText('Part Not Found')
  })
})

test.describe('a part with hostile text', () => {
  // The picture of the part does not load.
  test.use({ expectedErrors: [/Failed to load resource/] })
  test.beforeEach(({ page }) => page.route('**/*?blocked', (route) => route.abort()))

  test('is shown as text, also on a small screen', async ({ page }) => {
    const id = await addPart(page, hostilePart)
    const dialogs: string[] = []
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message())
      void dialog.dismiss()
    })
    await page.setViewportSize({ width: 320, height: 900 })
    await page.goto(`/allParts/${id}`)
    await waitForHydration(page)
    await expect(page.locator('h1')).toHaveText(hostilePart.name)
    await expect(page.locator('main').getByText(hostilePart.description).first()).toBeVisible()
    expect(await page.locator('img[src="x"], .hostile, [onerror]').count()).toBe(0)
    await expectMaxWidth(page, 320)
    await expect(page).toHaveTitle(`${hostilePart.name} · Freehub`)
    const [{ '@graph': graph }] = await readStructuredData(page)
    expect(graph[0]).toMatchObject({ name: hostilePart.name, description: hostilePart.description })
    expect(dialogs).toEqual([])
    await deletePart(page, id)
  })
})

const plainPart: Omit<Part, '_id'> = {
  name: 'Dray cargo strap, 25 mm',
  description: 'Woven polyester with a cam buckle.\nFor front loads.',
  img: '/drawings/FH-10110-7.svg?blocked',
  price: 3.2,
  availableQuantity: 5000,
  minimumOrder: 10,
}

const hostilePart: Omit<Part, '_id'> = {
  ...plainPart,
  name: `</script><script>alert(1)</script> "><img src=x onerror=alert(1)> <!-- &lt; 😀`,
  description: `</title><b class="hostile">bold</b> <!--<script>alert(1) one\u2028two \u202eRTL\u202c ${'W'.repeat(200)} עברית`,
}

/** Finds a part of the sample catalog by its part number. */
async function findPartByNumber(request: APIRequestContext, number: string): Promise<Part> {
  for (let path = '/parts?size=100'; ; ) {
    const parts: Part[] = await (await request.get(path)).json()
    const found = parts.find(({ img }) => img === `/drawings/${number}.svg`)
    if (found) return found
    path = `/parts?size=100&after=${parts.at(-1)?._id}`
  }
}

async function openPart(page: Page, number: string): Promise<Part> {
  const part = await findPartByNumber(page.request, number)
  await page.goto(`/allParts/${part._id}`)
  return part
}

const getBookNow = (page: Page) =>
  page.getByRole('main').getByRole('link', { name: 'Book Now', exact: true })

const getFits = (page: Page) => page.getByRole('region', { name: 'Fits' })
const getSimilarParts = (page: Page) => page.getByRole('region', { name: 'Similar parts' })

const getTableRow = (page: Page, table: string, caption: string) =>
  page.getByRole('region', { name: table }).locator('tr').filter({ hasText: caption })

async function readStructuredData(page: Page) {
  const blocks = await page.locator('script[type="application/ld+json"]').allTextContents()
  return blocks.map((json) => JSON.parse(json))
}

async function expectMaxWidth(page: Page, width: number) {
  const readWidth = () => page.evaluate(() => document.documentElement.scrollWidth)
  await expect.poll(readWidth, page.url()).toBeLessThanOrEqual(width)
}

/** Returns to the tab a minute later. */
async function returnToTab(page: Page) {
  await page.clock.setFixedTime((await page.evaluate(() => Date.now())) + 60_000)
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
}

async function addPart({ request }: Page, data: Omit<Part, '_id'>): Promise<string> {
  const response = await request.post('/parts', { data, headers: await getStaffHeaders() })
  expect(response.status(), await response.text()).toBe(201)
  return (await response.json()).insertedId
}

async function deletePart({ request }: Page, id: string) {
  await request.delete(`/part/${id}`, { headers: await getStaffHeaders() })
}
