import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { awake } from '../support/awake.ts'
import {
  arrive,
  book,
  expect,
  newcomer,
  type Part,
  signUp,
  staffHeaders,
  test,
} from '../support/shop.ts'

const chain = 'FH-10110-7'
const cassette = 'FH-11170-4'
const soldOut = 'FH-20348-4'
const tooFew = 'FH-54416-0'

test("a part's page says all of it before any script runs", async ({ request }) => {
  const part = await numbered(request, chain)
  const answer = await request.get(`/allParts/${part._id}`)
  expect(answer.status()).toBe(200)
  const html = (await answer.text()).replaceAll('<!-- -->', '')
  const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'))
  for (const words of [
    /<h1>.*?Holm chain,.*?<\/h1>/,
    />Roller chain 1\/2 x 3\/32/,
    /alt="Drawing: Holm chain, 6\/7\/8-speed, 116 links"/,
    /Minimum order quantity/,
    /From 300 pieces.*?\$2\.47.*?8%/,
    /Pitch.*?12\.7 mm/,
    /7315\.11/,
    /15\.25 kg net/,
    /This part offers <b>6-8/,
    /Similar parts.*?<li/,
    /href="\/allParts\?family=chains"[^>]*>Chains</,
  ]) {
    expect(main.search(words), `${words}`).toBeGreaterThan(-1)
  }
})

test('parts that fit lead to each other, to similar parts of the same family, and print as a data sheet', async ({
  page,
}) => {
  const part = await open(page, chain)
  const other = await numbered(page.request, cassette)
  const heading = page.getByRole('heading', { level: 1 })
  await expectAccessible(page)

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(heading).toHaveCSS('color', 'rgb(17, 24, 38)')
  await expect(rowOf(page, 'Dimensions', 'Pitch')).toBeVisible()
  for (const hidden of [page.getByRole('banner'), page.getByRole('contentinfo'), bookNow(page)]) {
    await expect(hidden).toHaveCount(0)
  }
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' })

  await fits(page).getByRole('link', { name: other.name }).click()
  await expect(page).toHaveURL(`/allParts/${other._id}`)
  await expect(heading).toHaveText(other.name)
  await expect(similar(page).getByRole('heading', { level: 3 }).first()).toContainText('cassette')
  await expect(similar(page).getByRole('heading', { name: other.name })).toHaveCount(0)
  await fits(page).getByRole('link', { name: part.name }).click()
  await expect(page).toHaveURL(`/allParts/${part._id}`)
  await expect(heading).toHaveText(part.name)
})

test('by keys a visitor gets from the top of the page, by way of the sign-up, to the purchase', async ({
  page,
}) => {
  const part = await open(page, chain)
  await awake(page)
  for (let tabs = 0; tabs < 20; tabs++) {
    await page.keyboard.press('Tab')
    if (await bookNow(page).evaluate((link) => link === document.activeElement)) break
  }
  await expect(bookNow(page)).toBeFocused()
  await expect(bookNow(page)).toHaveCSS('outline-style', 'solid')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/login')
  await signUp(page, newcomer())
  await expect(page).toHaveURL(`/purchase/${part._id}`)
  const where = page.getByRole('navigation', { name: 'Where you are' })
  await where.getByRole('link', { name: part.name }).click()
  await expect(page).toHaveURL(`/allParts/${part._id}`)
})

test('what is sold out, or left below the minimum, cannot be booked, and it is said why; long words fit a small screen', async ({
  page,
}) => {
  const main = page.getByRole('main')
  for (const [number, why] of [
    [soldOut, 'Out of stock. This part cannot be ordered now.'],
    [tooFew, 'Only 6 pieces are left, and the minimum order is 10.'],
  ] as const) {
    await open(page, number)
    await expect(main.getByRole('button', { name: 'Book Now', exact: true }).first()).toBeDisabled()
    await expect(main.getByText(why)).toBeVisible()
    await expect(bookNow(page)).toHaveCount(0)
    if (number === soldOut) {
      const dropout = fits(page).getByRole('listitem').filter({ hasText: 'Hub in frame or fork' })
      await expect(dropout).toContainText('This part needs thru axle 12 × 148')
      await expect(dropout).toContainText('The other side belongs to the frame')
      await expectAccessible(page)
    }
  }
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoWiderThan(page, 320)
  await open(page, 'FH-23137-4')
  await expectNoWiderThan(page, 320)
})

test.describe('of a part that is not there', () => {
  // The page itself answers 404, which the console says; nothing is asked for again.
  test.use({ expectedErrors: [/status of 404/] })

  test('the page says so, before and after it wakes, and an open page shows a booking and a deletion when the user returns to it', async ({
    page,
  }) => {
    const id = await add(page, { ...plain, availableQuantity: 40, minimumOrder: 10 })
    const customer = await arrive(page)
    await page.clock.install()
    const heading = page.locator('h1')

    await test.step('the page says so, before and after it wakes', async () => {
      const requested: string[] = []
      page.on('request', (request) => void requested.push(request.url()))
      const answer = await page.goto(`/allParts/${randomUUID()}`)
      expect(answer?.status()).toBe(404)
      expect(await answer?.text()).toContain('Part Not Found')
      await awake(page)
      await expect(heading).toHaveText('Part Not Found')
      expect(requested.filter((url) => /\/parts\//.test(url))).toEqual([])
    })

    await page.goto(`/allParts/${id}`)
    await awake(page)
    const stock = page.getByRole('definition').filter({ hasText: 'pieces' }).first()
    await expect(stock).toHaveText('40 pieces')
    await book(page, customer, { ...plain, _id: id, minimumOrder: 10 })
    await lookAgainUntil(page, stock, '30 pieces')
    await remove(page, id)
    await lookAgainUntil(page, heading, 'Part Not Found')
  })
})

test.describe('of a part that staff added', () => {
  // Its picture is nowhere.
  test.use({ expectedErrors: [/Failed to load resource/] })
  test.beforeEach(({ page }) => page.route('**/*?not-to-be-had', (route) => route.abort()))

  test('hostile words are words, on a small screen too', async ({ page }) => {
    const id = await add(page, hostile)
    const dialogs: string[] = []
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message())
      void dialog.dismiss()
    })
    await page.setViewportSize({ width: 320, height: 900 })
    await page.goto(`/allParts/${id}`)
    await awake(page)
    await expect(page.locator('h1')).toHaveText(hostile.name)
    await expect(page.locator('main').getByText(hostile.description).first()).toBeVisible()
    expect(await page.locator('img[src="x"], .hostile, [onerror]').count()).toBe(0)
    await expectNoWiderThan(page, 320)
    await expect(page).toHaveTitle(`${hostile.name} · Freehub`)
    const [{ '@graph': graph }] = await structuredData(page)
    expect(graph[0]).toMatchObject({ name: hostile.name, description: hostile.description })
    expect(dialogs).toEqual([])
    await remove(page, id)
  })
})

const plain: Omit<Part, '_id'> = {
  name: 'Dray cargo strap, 25 mm',
  description: 'Woven polyester with a cam buckle.\nFor front loads.',
  img: '/drawings/FH-10110-7.svg?not-to-be-had',
  price: 3.2,
  availableQuantity: 5000,
  minimumOrder: 10,
}

const hostile: Omit<Part, '_id'> = {
  ...plain,
  name: `</script><script>alert(1)</script> "><img src=x onerror=alert(1)> <!-- &lt; \u202eRTL\u202c 😀`,
  description: `</title><b class="hostile">bold</b> <!--<script>alert(1) one\u2028two ${'W'.repeat(200)} עברית`,
}

/** A part of the sample catalogue by its number. */
async function numbered(request: APIRequestContext, number: string): Promise<Part> {
  for (let path = '/parts?size=100'; ; ) {
    const parts: Part[] = await (await request.get(path)).json()
    const found = parts.find(({ img }) => img === `/drawings/${number}.svg`)
    if (found) return found
    path = `/parts?size=100&after=${parts.at(-1)?._id}`
  }
}

async function open(page: Page, number: string): Promise<Part> {
  const part = await numbered(page.request, number)
  await page.goto(`/allParts/${part._id}`)
  return part
}

const bookNow = (page: Page) =>
  page.getByRole('main').getByRole('link', { name: 'Book Now', exact: true })

const fits = (page: Page) => page.getByRole('region', { name: 'Fits' })
const similar = (page: Page) => page.getByRole('region', { name: 'Similar parts' })

const rowOf = (page: Page, table: string, caption: string) =>
  page.getByRole('region', { name: table }).locator('tr').filter({ hasText: caption })

async function structuredData(page: Page) {
  const blocks = await page.locator('script[type="application/ld+json"]').allTextContents()
  return blocks.map((json) => JSON.parse(json))
}

async function expectNoWiderThan(page: Page, width: number) {
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth)
  await expect.poll(wide, page.url()).toBeLessThanOrEqual(width)
}

/** Returns to the tab a minute later, again and again, until an element has the given text. */
async function lookAgainUntil(page: Page, element: Locator, text: string) {
  await expect(async () => {
    await page.clock.fastForward(60_000)
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    await expect(element).toHaveText(text, { timeout: 1000 })
  }).toPass()
}

async function add({ request }: Page, data: Omit<Part, '_id'>): Promise<string> {
  const answer = await request.post('/parts', { data, headers: await staffHeaders() })
  expect(answer.status(), await answer.text()).toBe(201)
  return (await answer.json()).insertedId
}

async function remove({ request }: Page, id: string) {
  await request.delete(`/part/${id}`, { headers: await staffHeaders() })
}
