import { randomUUID } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import {
  arrive,
  book,
  type Customer,
  enterAsStaff,
  expect,
  newcomer,
  type Part,
  partFromTheEnd,
  test,
} from './shop.ts'

/** As many as three customers need to have more than a page; one may have twenty unpaid. */
const ORDERS_EACH = 17
const ROWS_ON_A_PAGE = 50

test('the staff search, filter and sort all orders, and the way back leads through what they wanted', async ({
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
  test.slow()
  const dealers = `dealers-${randomUUID()}`
  await bookPageAndMore(page, browser, dealers)
  const staff = await staffPage(browser)
  await staff.goto(`/dashboard/manageOrders?search=${dealers}&sort=oldest`)
  const pages = staff.getByRole('navigation', { name: 'Pages of orders' })
  const turn = (name: string) => pages.getByRole('link', { name: `${name} page` })
  const first = await shown(staff)
  expect(first).toHaveLength(ROWS_ON_A_PAGE)
  await expect(staff.getByText('51 orders', { exact: true })).toBeVisible()
  await expect(turn('Previous')).toHaveCount(0)
  await expect(turn('First')).toHaveCount(0)

  await turn('Next').click()
  await expect(staff).toHaveURL(/sort=oldest&after=/)
  await expect(staff.getByRole('heading', { level: 1 })).toBeFocused()
  const second = await shown(staff)
  expect(new Set([...first, ...second]).size).toBe(3 * ORDERS_EACH)
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
  await expect.poll(() => shown(staff)).toEqual(expect.arrayContaining(second))
  await staff.context().close()
})

test('an address that makes no sense shows the first page of all orders', async ({ browser }) => {
  const staff = await staffPage(browser)
  await staff.goto('/dashboard/manageOrders?status=Lost&sort=best&after=7&last=yes')
  const current = staff.getByRole('navigation', { name: 'Orders by status' })
  await expect(current.getByRole('link', { name: /^All/ })).toHaveAttribute('aria-current', 'page')
  await expect(staff.getByRole('alert')).toHaveCount(0)
  await staff.context().close()
})

/** Fifty-one orders of three customers, who are found together by what their e-mails begin with. */
async function bookPageAndMore({ request }: Page, browser: Browser, dealers: string) {
  const all: Part[] = await (await request.get('/parts?size=100')).json()
  const plenty = all.filter((part) => part.availableQuantity > 20 * part.minimumOrder)
  for (const which of [1, 2, 3]) {
    const page = await (await browser.newContext()).newPage()
    const who = { ...newcomer(), email: `${dealers}-${which}@dealer.example` }
    const customer = await arrive(page, who)
    const parts = plenty.slice(-20 - ORDERS_EACH, -20)
    await Promise.all(parts.map((part) => book(page, customer, part)))
    await page.context().close()
  }
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
