import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { awake } from './awake.ts'
import { arrive, book, enterAsStaff, expect, type Part, staffHeaders, test } from './shop.ts'

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
  browser,
}) => {
  test.slow()
  const staff = await (await browser.newContext()).newPage()
  await enterAsStaff(staff)
  const part = { ...odd, _id: await addPart(staff, odd) }
  const customer = await arrive(page)
  const order = await book(page, customer, part)
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await staff.setViewportSize({ width, height: 900 })
    await openPartsWith(page, part)
    for (const path of [
      `/purchase/${part._id}`,
      '/dashboard/myOrders',
      `/dashboard/order/${order}`,
      `/dashboard/payment/${order}`,
    ]) {
      await page.goto(path)
      await expectNarrow(page, path)
    }
    await staff.goto(`/dashboard/manageOrders?search=${encodeURIComponent(customer.email)}`)
    await expectNarrow(staff, 'manageOrders')
  }
  await page.goto('/dashboard/myOrders')
  await expectPhantomIn(page, 'row')
  await page.goto(`/purchase/${part._id}`)
  await expectPhantom(page.getByRole('main').locator('img').first())
  await staff.context().close()
})

test('a picture that failed before the page woke is replaced all the same', async ({ page }) => {
  await page.route('**/drawings/FH-*', (route) => route.abort())
  const wake = await holdScripts(page)
  await page.goto('/allParts', { waitUntil: 'commit' })
  const picture = page.getByRole('listitem').filter({ hasText: 'Book Now' }).locator('img').first()
  const failed = () =>
    picture.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth === 0)
  await expect.poll(failed).toBe(true)
  wake()
  await expectPhantom(picture)
})

test('a catalogue without parts says so, and counts nothing', async ({ page }) => {
  await page.goto('/blogs')
  await awake(page)
  await page.route(isParts, (route) =>
    route.fulfill({ json: [], headers: { 'X-Total-Count': '0' } }),
  )
  await openAllParts(page)
  await expect(page.getByText('There are no parts in the catalogue yet.')).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText(/\b0\b/)
})

test('one part is one part', async ({ page }) => {
  await page.goto('/blogs')
  await awake(page)
  const only = { ...odd, _id: randomUUID(), img: '/drawings/FH-10110-7.svg' }
  await page.route(isParts, (route) =>
    route.fulfill({ json: [only], headers: { 'X-Total-Count': '1' } }),
  )
  await openAllParts(page)
  await expect(page.getByText('1 part', { exact: true }).first()).toBeVisible()
})

test('of a picture that cannot be loaded, and of a stock below the minimum, the staff are warned only', async ({
  page,
}) => {
  await enterAsStaff(page)
  await page.goto('/dashboard/addProduct')
  await page.getByLabel('Minimum Order Quantity').fill('50')
  await page.getByLabel('Available Quantity').fill('49')
  await page.getByLabel('Image URL').fill(nowhere)
  await expect(page.getByText(/out of stock from the start/)).toBeVisible()
  await expect(page.getByText('This picture cannot be loaded. Check its address.')).toBeVisible()
  for (const label of ['Available Quantity', 'Image URL']) {
    await expect(page.getByLabel(label)).toHaveAttribute('aria-invalid', 'false')
  }
  await page.getByLabel('Available Quantity').fill('50')
  await expect(page.getByText(/out of stock from the start/)).toHaveCount(0)
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
    await openFromBar(page, name)
    await expectNarrow(page, name)
    await expectPhantomIn(page, 'listitem')
  }
  await page.unroute(isParts)
}

async function expectNarrow(page: Page, where: string) {
  await expect(page.getByText(longName).first(), where).toBeVisible()
  const beyond = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(beyond, where).toBe(0)
}

async function expectPhantomIn(page: Page, role: 'listitem' | 'row') {
  const img = page.getByRole(role).filter({ hasText: longName }).locator('img')
  // The one that scrolls may just be taken away, for the phantom or for the next page.
  await expect(() => img.scrollIntoViewIfNeeded({ timeout: 1000 })).toPass()
  await expectPhantom(img)
}

async function expectPhantom(img: ReturnType<Page['locator']>) {
  await expect(img).toHaveAttribute('src', /\/phantom-/)
  await expect
    .poll(() => img.evaluate((it: HTMLImageElement) => it.naturalWidth))
    .toBeGreaterThan(0)
}

const openAllParts = (page: Page) => openFromBar(page, 'Bicycle Parts')

async function openFromBar(page: Page, name: string) {
  const menu = page.getByRole('button', { name: 'Menu' })
  if (await menu.isVisible()) await menu.click()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click()
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
