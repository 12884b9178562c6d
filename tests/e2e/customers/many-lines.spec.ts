import type { Locator, Page } from '@playwright/test'
import { matchPath } from '../support/intercept-requests.ts'
import { expect, test } from '../support/test.ts'
import {
  fillCart,
  findPartFromEnd,
  placeOrder,
  signUpCustomer,
} from '../support/users-and-orders.ts'

/** The maximum number of lines of a cart and an order. */
const LINES = 500

test.use({
  context: async ({ playwright, launchOptions }, use) => {
    // As with a screen reader, the accessibility tree then contains the lines outside the window.
    const args = [...(launchOptions.args ?? []), '--force-renderer-accessibility']
    const browser = await playwright.chromium.launch({ ...launchOptions, args })
    await use(await browser.newContext())
    await browser.close()
  },
})

test('a cart, a checkout and an order of 500 lines work with find-in-page and screen readers, and the cart works by keyboard', async ({
  page,
}) => {
  const customer = await signUpCustomer(page)
  const part = await findPartFromEnd(page, 30)
  await fillCart(page, customer, [part])
  await repeatFirstLine(page, '/api/cart')
  await page.goto('/cart')
  // Locators by role would compute the names of thousands of elements.
  const rows = page.locator('.cart-row')
  await expect(rows).toHaveCount(LINES)
  await expectFound(page, rows.last(), rows.last().locator('.cart-number'))
  await expect.poll(() => countItems(page, /^Lines \d+ to \d+ of the cart$/)).toEqual([25, LINES])

  await rows.nth(19).getByRole('textbox').focus()
  await page.keyboard.press('Enter')
  await expect(rows.nth(20).getByRole('textbox')).toBeFocused()
  await expect(rows.nth(20)).toBeInViewport()
  await page.keyboard.press('Tab')
  await expect(rows.nth(20).getByRole('button', { name: /^Remove/ })).toBeFocused()
  await page.getByRole('link', { name: 'Skip to total' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Total' })).toBeFocused()

  await page.goto('/checkout')
  const lines = page.locator('.checkout-lines > li')
  await expect(lines).toHaveCount(LINES)
  await expectFound(page, lines.last(), lines.last().locator('.secondary').last())
  await expect.poll(() => countItems(page, /^Lines of the order$/)).toEqual([1, LINES])

  const order = await placeOrder(page, customer, part)
  await repeatFirstLine(page, `/api/orders/${order}`)
  await page.goto(`/dashboard/order/${order}`)
  const orderLines = page.locator('.order-lines tbody tr')
  await expect(orderLines).toHaveCount(LINES)
  await expectFound(page, orderLines.last(), orderLines.last().locator('.num').first())
  const countNumbers = async () => {
    const texts = (await readNodes(page)).filter(({ role }) => role === 'StaticText')
    return texts.filter(({ name }) => /^\d+ · LINE-\d+$/.test(name)).length
  }
  await expect.poll(countNumbers).toBe(LINES)
})

/** Repeats the first line in the responses to a path, because the catalog of these tests has too few parts. */
async function repeatFirstLine(page: Page, path: string) {
  await page.route(matchPath(path), async (route) => {
    const response = await route.fetch()
    const json = await response.json()
    const lines = Array.from({ length: LINES }, (_, index) => ({
      ...json.lines[0],
      line: index + 1,
      sku: `LINE-${index + 1}`,
      productId: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    }))
    await route.fulfill({ response, json: { ...json, lines } })
  })
}

/** Finds a text like the browser's find-in-page, and expects that the browser scrolls to the row. */
async function expectFound(page: Page, row: Locator, element: Locator) {
  await expect(row).not.toBeInViewport()
  const text = await element.textContent()
  const isFound = await page.evaluate((sought) => {
    const { find } = window as unknown as { find: (text: string) => boolean }
    return find.call(window, sought)
  }, text as string)
  expect(isFound).toBe(true)
  await expect(row).toBeInViewport()
}

/** Counts the lists with a matching name, and their items, as a screen reader sees them. */
async function countItems(page: Page, pattern: RegExp): Promise<[lists: number, items: number]> {
  const nodes = await readNodes(page)
  const lists = nodes.filter(({ role, name }) => role === 'list' && pattern.test(name))
  const ids = new Set(lists.map(({ id }) => id))
  const items = nodes.filter(({ role, parentId }) => role === 'listitem' && ids.has(parentId ?? ''))
  return [lists.length, items.length]
}

/** Reads the browser's accessibility tree. */
async function readNodes(page: Page) {
  const devTools = await page.context().newCDPSession(page)
  const { nodes } = await devTools.send('Accessibility.getFullAXTree')
  await devTools.detach()
  return nodes
    .filter(({ ignored }) => !ignored)
    .map(({ nodeId, parentId, role, name }) => ({
      id: nodeId,
      parentId,
      role: role?.value as string,
      name: (name?.value ?? '') as string,
    }))
}
