import { readFile } from 'node:fs/promises'
import type { Browser, Page } from '@playwright/test'
import {
  arrive,
  book,
  type Customer,
  enterAsStaff,
  expect,
  type Part,
  partFromTheEnd,
  test,
} from './shop.ts'

test('the staff search, filter, sort and export all orders, and the way back leads through what they wanted', async ({
  page,
  browser,
}) => {
  const customer = await arrive(page)
  const parts = [await partFromTheEnd(page, 15), await partFromTheEnd(page, 16)]
  for (const part of parts) await book(page, customer, part)
  const staff = await staffPage(browser)
  const rows = rowsOf(staff, customer)

  await staff.getByRole('searchbox', { name: 'Search orders' }).fill(customer.email)
  await expect(staff).toHaveURL(new RegExp(`search=${encodeURIComponent(customer.email)}`))
  await expect(rows).toHaveCount(2)
  await expect(staff.getByText('2 orders', { exact: true })).toBeVisible()

  const dearest = [...parts].sort((one, other) => totalOf(other) - totalOf(one))
  const sort = staff.getByLabel('Sort')
  for (const [by, order] of [
    ['Total: high to low', dearest],
    ['Total: low to high', [...dearest].reverse()],
    ['Oldest first', parts],
    ['Newest first', [...parts].reverse()],
  ] as const) {
    await sort.selectOption(by)
    await expect(rows.getByRole('link')).toHaveText(order.map(({ name }) => name))
  }

  const downloaded = staff.waitForEvent('download')
  await staff.getByRole('button', { name: 'Export CSV' }).click()
  const file = await downloaded
  expect(file.suggestedFilename()).toMatch(/^freehub-orders-/)
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines[0]).toMatch(/^\ufeffid,placedAt,status,email,/)
  expect(lines).toHaveLength(3)

  const tabs = staff.getByRole('navigation', { name: 'Orders by status' })
  await tabs.getByRole('link', { name: /^Paid/ }).click()
  await expect(staff).toHaveURL(/status=Paid/)
  await expect(staff.getByText(`No paid orders match “${customer.email}”.`)).toBeVisible()
  await tabs.getByRole('link', { name: /^Pending/ }).click()
  await expect(rows).toHaveCount(2)

  await staff.reload()
  await expect(rows).toHaveCount(2)
  await expect(staff.getByRole('searchbox', { name: 'Search orders' })).toHaveValue(customer.email)
  await staff.goBack()
  await expect(staff).toHaveURL(/status=Paid/)
  await staff.goBack()
  await expect(staff).not.toHaveURL(/status=/)
  await staff.goBack()
  await expect(sort).toHaveValue('oldest')
  await expect(rows.getByRole('link')).toHaveText(parts.map(({ name }) => name))
  await staff.context().close()
})

test('the staff turn the pages of all orders forward, back, to the last and to the first', async ({
  page,
  browser,
}) => {
  const customer = await arrive(page)
  for (const place of [15, 16, 18]) await book(page, customer, await partFromTheEnd(page, place))
  const staff = await (await browser.newContext()).newPage()
  await enterAsStaff(staff)
  await showTwoAtOnce(staff)
  const search = encodeURIComponent(customer.email)
  await staff.goto(`/dashboard/manageOrders?search=${search}&sort=oldest`)
  const pages = staff.getByRole('navigation', { name: 'Pages of orders' })
  const turn = (name: string) => pages.getByRole('link', { name: `${name} page` })
  const first = await shown(staff)
  expect(first).toHaveLength(2)
  await expect(staff.getByText('3 orders', { exact: true })).toBeVisible()
  await expect(turn('Previous')).toHaveCount(0)
  await expect(turn('First')).toHaveCount(0)

  await turn('Next').click()
  await expect(staff).toHaveURL(/sort=oldest&after=/)
  await expect(staff.getByRole('heading', { level: 1 })).toBeFocused()
  const second = await shown(staff)
  expect(second).toHaveLength(1)
  expect(first).not.toContain(second[0])
  await expect(turn('Next')).toHaveCount(0)
  await expect(turn('Last')).toHaveCount(0)

  await turn('Previous').click()
  await expect(staff).toHaveURL(/before=/)
  await expect.poll(() => shown(staff)).toEqual(first)
  await staff.goBack()
  await expect(staff).toHaveURL(/after=/)
  await expect.poll(() => shown(staff)).toEqual(second)

  await turn('First').click()
  await expect(staff).toHaveURL(/sort=oldest$/)
  await expect.poll(() => shown(staff)).toEqual(first)
  await turn('Last').click()
  await expect(staff).toHaveURL(/last=true/)
  await expect.poll(() => shown(staff)).toEqual([first[1], second[0]])
  await staff.context().close()
})

/** Three orders are more than a page then. */
async function showTwoAtOnce(page: Page) {
  await page.route(/\/allOrders\?/, (route) =>
    route.continue({ url: route.request().url().replace('size=50', 'size=2') }),
  )
}

async function staffPage(browser: Browser) {
  const page = await (await browser.newContext()).newPage()
  await enterAsStaff(page)
  await page.goto('/dashboard/manageOrders')
  return page
}

function rowsOf(page: Page, { email }: Customer) {
  return page.getByRole('row').filter({ hasText: email })
}

/** The addresses of the orders that are shown, once those that are wanted are here. */
async function shown(page: Page): Promise<string[]> {
  await expect(page.locator('table[aria-busy=false]')).toBeVisible()
  return page
    .locator('tbody a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
}

function totalOf({ price, minimumOrder }: Part): number {
  return price * minimumOrder
}
