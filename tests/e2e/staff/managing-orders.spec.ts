import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import {
  arrive,
  book,
  enterAsStaff,
  expect,
  type Part,
  partFromTheEnd,
  test,
} from '../support/shop.ts'

test('the staff search, filter, sort, export and page through all orders, and Back returns to the former filters', async ({
  page,
}) => {
  const customer = await arrive(page)
  const parts: Part[] = []
  for (const place of [15, 16, 18]) {
    const part = await partFromTheEnd(page, place)
    await book(page, customer, part)
    parts.push(part)
  }
  await enterAsStaff(page)
  await page.goto('/dashboard/manageOrders?search=nothing-like-this')
  const rows = page.getByRole('row').filter({ hasText: customer.email })
  const search = page.getByRole('searchbox', { name: 'Search orders' })
  await expect(search).toHaveValue('nothing-like-this')

  await search.fill(customer.email)
  await expect(page).toHaveURL(new RegExp(`search=${encodeURIComponent(customer.email)}`))
  await expect(rows).toHaveCount(3)
  await expect(page.getByText('3 orders', { exact: true })).toBeVisible()

  const dearest = [...parts].sort((one, other) => totalOf(other) - totalOf(one))
  const sort = page.getByLabel('Sort')
  for (const [by, order] of [
    ['Total: high to low', dearest],
    ['Total: low to high', [...dearest].reverse()],
    ['Newest first', [...parts].reverse()],
  ] as const) {
    await sort.selectOption(by)
    await expect(rows.getByRole('link')).toHaveText(order.map(({ name }) => name))
  }

  const downloaded = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await downloaded
  expect(file.suggestedFilename()).toMatch(/^freehub-orders-/)
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines[0]).toMatch(/^\ufeffid,placedAt,status,email,/)
  expect(lines).toHaveLength(4)

  const tabs = page.getByRole('navigation', { name: 'Orders by status' })
  await tabs.getByRole('link', { name: /^Paid/ }).click()
  await expect(page).toHaveURL(/status=Paid/)
  await expect(page.getByText(`No paid orders match “${customer.email}”.`)).toBeVisible()
  await tabs.getByRole('link', { name: /^Pending/ }).click()
  await expect(rows).toHaveCount(3)

  await page.goBack()
  await expect(page).toHaveURL(/status=Paid/)
  await page.goBack()
  await expect(page).not.toHaveURL(/status=/)
  await page.goBack()
  await expect(sort).toHaveValue('cheapest')
  await expect(rows.getByRole('link')).toHaveText([...dearest].reverse().map(({ name }) => name))

  await showTwoAtOnce(page)
  await sort.selectOption('Oldest first')
  const pages = page.getByRole('navigation', { name: 'Pages of orders' })
  const turn = (name: string) => pages.getByRole('link', { name: `${name} page` })
  await expect(rows.getByRole('link')).toHaveText(parts.slice(0, 2).map(({ name }) => name))
  const first = await shown(page)
  await expect(page.getByText('3 orders', { exact: true })).toBeVisible()
  await expect(turn('Previous')).toHaveCount(0)
  await expect(turn('First')).toHaveCount(0)

  await turn('Next').click()
  await expect(page).toHaveURL(/sort=oldest&after=/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  const second = await shown(page)
  expect(second).toHaveLength(1)
  expect(first).not.toContain(second[0])
  await expect(turn('Next')).toHaveCount(0)
  await expect(turn('Last')).toHaveCount(0)

  await turn('Previous').click()
  await expect(page).toHaveURL(/before=/)
  await expect.poll(() => shown(page)).toEqual(first)
  await page.goBack()
  await expect(page).toHaveURL(/after=/)
  await expect.poll(() => shown(page)).toEqual(second)

  await turn('First').click()
  await expect(page).toHaveURL(/sort=oldest$/)
  await expect.poll(() => shown(page)).toEqual(first)
  await turn('Last').click()
  await expect(page).toHaveURL(/last=true/)
  await expect.poll(() => shown(page)).toEqual([first[1], second[0]])
})

/** Three orders are more than a page then. */
async function showTwoAtOnce(page: Page) {
  await page.route(/\/allOrders\?/, (route) =>
    route.continue({ url: route.request().url().replace('size=50', 'size=2') }),
  )
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
