import type { Locator, Page } from '@playwright/test'
import { awake } from '../support/awake.ts'
import { arrive, book, expect, type Part, staffHeaders, test } from '../support/shop.ts'

// A picture that cannot be had is told by the console too.
test.use({ expectedErrors: [/Failed to load resource/] })

// Other journeys meet the part in the shop's lists, and can have its picture.
const nowhere = '/drawings/FH-10110-7.svg?not-to-be-had'
const longName = `😀 ${'N'.repeat(110)}`
const odd: Omit<Part, '_id'> = {
  name: longName,
  description: 'D'.repeat(300),
  img: nowhere,
  price: 8.4,
  availableQuantity: 5000,
  minimumOrder: 1,
}

test.beforeEach(({ page }) => page.route('**/*?not-to-be-had', (route) => route.abort()))

test('a part with one long word for a name widens no screen, and a phantom stands for its picture', async ({
  page,
}) => {
  const part = { ...odd, _id: await addPart(page, odd) }
  const customer = await arrive(page)
  const order = await book(page, customer, part)
  await openPartsWith(page, part)
  await page.locator('#links').getByRole('link', { name: 'Dashboard' }).click()
  const menu = page.getByRole('navigation', { name: 'Dashboard' })
  await menu.getByRole('link', { name: 'My Orders' }).click()
  await expectNarrow(page, 'My Orders')
  await expectPhantomIn(page.locator('main .table'))
  await page.locator('main').getByText(longName).click()
  await expect(page).toHaveURL(`/dashboard/order/${order}`)
  await expectNarrow(page, 'the order')
  await page.getByRole('link', { name: 'Pay Now' }).click()
  await expect(page).toHaveURL(`/dashboard/payment/${order}`)
  await expectNarrow(page, 'the payment')
  await page.goto(`/purchase/${part._id}`)
  await expectNarrow(page, 'the purchase')
  await expectPhantom(page.getByRole('main').locator('img').first())
})

test('a picture that failed before the page woke is replaced all the same', async ({ page }) => {
  await page.route('**/drawings/FH-*', (route) => route.abort())
  const wake = await holdScripts(page)
  await page.goto('/allParts?search=hanger', { waitUntil: 'commit' })
  const picture = page.locator('.cell img').first()
  const failed = () =>
    picture.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth === 0)
  await expect.poll(failed).toBe(true)
  wake()
  await expectPhantom(picture)
})

/** Adds a part without the screens, and gives its id. */
async function addPart({ request }: Page, data: Omit<Part, '_id'>): Promise<string> {
  const headers = await staffHeaders()
  return (await (await request.post('/parts', { data, headers })).json()).insertedId
}

/** Goes through the public lists as if the part were the only one in them. */
async function openPartsWith(page: Page, part: Part) {
  await page.goto('/blogs')
  await awake(page)
  await page.route(isParts, (route) =>
    route.fulfill({ json: [part], headers: { 'X-Total-Count': '1' } }),
  )
  for (const name of ['Home', 'Bicycle Parts']) {
    await page.locator('#links').getByRole('link', { name }).click()
    await expectNarrow(page, name)
    await expectPhantomIn(page.locator('.cell'))
  }
  await page.unroute(isParts)
}

async function expectNarrow(page: Page, where: string) {
  await expect(page.getByText(longName).first(), where).toBeVisible()
  const beyond = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(beyond, where).toBe(0)
  }
}

async function expectPhantomIn(list: Locator) {
  const img = list.locator('img')
  // The one that scrolls may just be taken away, for the phantom or for the next page.
  await expect(() => img.scrollIntoViewIfNeeded({ timeout: 1000 })).toPass()
  await expectPhantom(img)
}

async function expectPhantom(img: Locator) {
  await expect(img).toHaveAttribute('src', /\/phantom-/)
  await expect
    .poll(() => img.evaluate((it: HTMLImageElement) => it.naturalWidth))
    .toBeGreaterThan(0)
}

/** Keeps the page from waking until what it gives is called. */
async function holdScripts(page: Page): Promise<() => void> {
  let wake = () => {}
  const woken = new Promise<void>((resolve) => {
    wake = resolve
  })
  await page.route('**/assets/entry-client*.js', async (route) => {
    await woken
    await route.continue()
  })
  return wake
}

function isParts(url: URL) {
  return url.pathname === '/parts'
}
