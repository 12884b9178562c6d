import type { Locator, Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from '../support/accessibility.ts'
import { matchPath } from '../support/intercept-requests.ts'
import { expect, test } from '../support/test.ts'
import { keepToastsOpen } from '../support/toasts.ts'
import {
  type Customer,
  findPartFromEnd,
  generateNewUser,
  getQuantity,
  getStaffHeaders,
  type Part,
  signInOnPage,
  signUp,
  signUpCustomer,
  waitForHydration,
} from '../support/users-and-orders.ts'

// The console reports lost responses and refused changes.
test.use({ expectedErrors: [/ERR_FAILED|status of 409/] })

test('a visitor’s cart survives a reload, and is merged once although the first response is lost', async ({
  page,
}) => {
  const chain = await findPartFromEnd(page, 30)
  await page.goto(`/allParts/${chain._id}`)
  await waitForHydration(page)
  await keepToastsOpen(page)
  await page.getByLabel('Order Quantity').fill(String(chain.minimumOrder + 5))
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText(
    `Added to cart: ${chain.minimumOrder + 5} × ${chain.name}.`,
  )
  await page.getByRole('link', { name: 'View cart' }).click()
  await expect(page).toHaveURL('/cart')
  await page.reload()
  await expect(getQuantity(page, chain)).toHaveValue(String(chain.minimumOrder + 5))
  await expectNoSidewaysScroll(page)

  // The response to the first merge is lost.
  let merges = 0
  await page.route(matchPath('/api/cart/merge'), async (route) => {
    merges += 1
    if (merges > 1) return route.continue()
    await route.fetch()
    await route.abort()
  })
  await page.locator('#links').getByRole('link', { name: 'Login' }).click()
  await signUp(page, generateNewUser())
  await expect(page).not.toHaveURL('/login')
  await expect(getCartLink(page, 1)).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('visitorCart'))).toBeNull()
  await page.unroute(matchPath('/api/cart/merge'))
  await page.goto('/cart')
  await expect(getRows(page)).toHaveCount(1)
  await expect(getQuantity(page, chain)).toHaveValue(String(chain.minimumOrder + 5))
  await expect(page.getByRole('status', { name: 'Carts merged' })).toContainText(chain.name)
})

test('a notice states what the sign-in has merged, survives a reload, and can undo the merge', async ({
  page,
}) => {
  const [chain, hub] = [await findPartFromEnd(page, 30), await findPartFromEnd(page, 31)]
  const customer = await signUpCustomer(page)
  await addToCart(page, customer, hub, hub.minimumOrder + 1)
  await page.context().clearCookies()
  await page.goto('/blogs')
  await fillVisitorCart(page, [chain, hub])
  await page.goto('/login')
  await Promise.all([page.waitForResponse('/api/cart/merge'), signInOnPage(page, customer)])
  await expect.poll(() => page.evaluate(() => localStorage.getItem('visitorCart'))).toBeNull()
  await page.goto('/cart')
  const notice = page.getByRole('status', { name: 'Carts merged' })
  await expect(notice).toHaveText(
    new RegExp(`^Carts merged1 line from this browser was added to your cart: ${chain.name}\\.`),
  )
  await page.reload()
  await expect(notice).toBeVisible()
  await Promise.all([
    page.waitForResponse((response) => response.request().method() === 'PATCH'),
    notice.getByRole('button', { name: 'Undo' }).click(),
  ])
  await expect(notice).toBeHidden()
  await expect(page.getByText(`${chain.name} removed`)).toBeVisible()
  await page.reload()
  await expect(getQuantity(page, hub)).toHaveValue(String(hub.minimumOrder + 1))
  await expect(getRows(page)).toHaveCount(1)
})

test('Clear Cart removes all lines, and Undo restores them on the server too', async ({ page }) => {
  const [chain, hub] = [await findPartFromEnd(page, 30), await findPartFromEnd(page, 31)]
  const customer = await signUpCustomer(page)
  await addToCart(page, customer, chain, chain.minimumOrder)
  await addToCart(page, customer, hub, hub.minimumOrder)
  await page.goto('/cart')
  const waitForSave = () =>
    page.waitForResponse((response) => response.request().method() === 'PATCH')
  await Promise.all([
    waitForSave(),
    page.getByRole('button', { name: 'Clear Cart' }).press('Enter'),
  ])
  const message = page.getByRole('status').filter({ hasText: '2 lines removed' })
  await expect(message).toBeFocused()
  await expect(page.getByText('Your cart is empty')).toBeVisible()
  await expect(getRows(page)).toHaveCount(0)
  await expectAccessible(page)
  await Promise.all([waitForSave(), message.getByRole('button', { name: 'Undo' }).press('Enter')])
  await expect(page.getByRole('main')).toBeFocused()
  await page.reload()
  await expect(getRows(page)).toHaveCount(2)
  await expect(getQuantity(page, chain)).toHaveValue(String(chain.minimumOrder))
  await expect(getQuantity(page, hub)).toHaveValue(String(hub.minimumOrder))
})

test('the next user of a tab does not see what the previous user has merged', async ({ page }) => {
  const part = await findPartFromEnd(page, 30)
  await page.goto('/login')
  await fillVisitorCart(page, [part])
  await Promise.all([page.waitForResponse('/api/cart/merge'), signUp(page, generateNewUser())])
  await page.goto('/cart')
  const notice = page.getByRole('status', { name: 'Carts merged' })
  await expect(notice).toContainText(part.name)
  await notice.getByRole('button', { name: 'OK' }).press('Enter')
  await expect(notice).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  await signUp(page, generateNewUser())
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await page.goto('/cart')
  await expect(page.getByText('Your cart is empty')).toBeVisible()
  await expect(notice).toBeHidden()
})

test('two tabs show each other’s changes; a line that another device has changed shows the new quantity', async ({
  page,
  context,
}) => {
  const [chain, hub] = [await findPartFromEnd(page, 30), await findPartFromEnd(page, 31)]
  const customer = await signUpCustomer(page)
  await addToCart(page, customer, chain, chain.minimumOrder)
  await page.goto('/cart')
  const tab = await context.newPage()
  await tab.goto('/cart')
  await getQuantity(page, chain).fill(String(chain.minimumOrder + 1))
  await expect(getQuantity(tab, chain)).toHaveValue(String(chain.minimumOrder + 1))

  // Another device changes the line while this tab edits it.
  await page.route(matchPath('/api/cart'), (route) =>
    route.request().method() === 'GET' ? route.abort() : route.continue(),
  )
  await addToCart(page, customer, chain, 9)
  await getQuantity(page, chain).fill(String(chain.minimumOrder + 2))
  await expect(page.getByText('has changed in another window')).toBeVisible()
  await expect(getQuantity(page, chain)).toHaveValue(String(chain.minimumOrder + 10))
  await page.unroute(matchPath('/api/cart'))

  await tab.goto(`/allParts/${hub._id}`)
  await waitForHydration(tab)
  await tab.getByRole('button', { name: 'Add to Cart', exact: true }).click()
  await expect(getRows(page)).toHaveCount(2)
  await expect(getCartLink(page, 2)).toBeVisible()
  await tab.close()
})

test('lists problems first and offers a fix for each: too little stock, a deleted part, a new price, an invalid quantity', async ({
  page,
}) => {
  const headers = await getStaffHeaders()
  const add = (name: string) => addPart(page, headers, name)
  const [short, deleted, dearer] = [await add('Short'), await add('Deleted'), await add('Dearer')]
  const [low, lower, higher] = [await add('Low'), await add('Lower'), await add('Higher')]
  const { request } = page
  const change = async ({ _id }: Part, data: object) =>
    expect((await request.patch(`/api/parts/${_id}`, { data, headers })).ok()).toBe(true)
  await change(low, { minimumOrder: 20 })
  for (const part of [lower, higher]) await change(part, { minimumOrder: 8, orderMultiple: 4 })
  const customer = await signUpCustomer(page)
  for (const part of [short, deleted]) await addToCart(page, customer, part, 30)
  await addToCart(page, customer, low, 5)
  for (const part of [lower, higher]) await addToCart(page, customer, part, 10)
  const sell = { pieces: -75, reason: 'Sold at the fair' }
  await request.post(`/api/parts/${short._id}/stock`, { data: sell, headers })
  await request.delete(`/part/${deleted._id}`, { headers })

  await page.goto('/cart')
  await expect(page.getByText('Fix the problems in your lines before you check out.')).toBeVisible()
  await addToCart(page, customer, dearer, 30)
  await change(dearer, { price: 3 })
  await showAgain(page)
  const summary = page.getByRole('region', { name: /lines need your attention/ })
  await expect(summary).toContainText('6 lines need your attention')
  await expectAccessible(page)
  await summary.getByRole('link', { name: short.name }).click()
  await expect(getRow(page, short)).toBeFocused()
  for (const [part, quantity] of [
    [short, 25],
    [low, 20],
    [lower, 8],
    [higher, 12],
  ] as const) {
    await getRow(page, part)
      .getByRole('button', { name: `Take ${quantity}: ${part.name}` })
      .click()
    await expect(getQuantity(page, part)).toHaveValue(String(quantity))
  }
  await getRow(page, deleted)
    .getByRole('button', { name: `Remove: ${deleted.name}` })
    .click()
  await expect(page.getByText(`${deleted.name} removed`)).toBeVisible()
  const saved = page.waitForResponse((response) =>
    Boolean(response.request().postData()?.includes(`${dearer._id}","set"`)),
  )
  await getRow(page, dearer)
    .getByRole('button', { name: `OK: ${dearer.name}` })
    .click()
  await expect(page.getByRole('region', { name: /your attention/ })).toBeHidden()
  await saved
  await page.reload()
  await expect(getRows(page)).toHaveCount(5)
  await expect(summary).toBeHidden()
  await page.getByRole('link', { name: 'Checkout' }).click()
  await expect(page.getByRole('region', { name: 'Summary' })).toContainText('5 lines, 95 pieces')
})

test('an empty cart links to parts and orders, shows changes of another device, and refuses checkout of an invalid quantity', async ({
  page,
}) => {
  const [chain, hub] = [await findPartFromEnd(page, 30), await findPartFromEnd(page, 31)]
  const customer = await signUpCustomer(page)
  await page.goto('/checkout')
  const main = page.getByRole('main')
  await expect(main.getByText('Your cart is empty', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await main.getByRole('link', { name: 'Cart', exact: true }).click()
  await expect(page).toHaveURL('/cart')
  await expect(main).toContainText('Your cart is empty')
  await expect(main.getByRole('link', { name: 'Bicycle Parts' })).toBeVisible()
  await expect(main.getByRole('link', { name: 'My Orders' })).toBeVisible()
  await expectAccessible(page)

  await addToCart(page, customer, chain, chain.minimumOrder)
  await showAgain(page)
  await expect(getQuantity(page, chain)).toHaveValue(String(chain.minimumOrder))
  await expect(getCartLink(page, 1)).toBeVisible()
  await addToCart(page, customer, chain, 5)
  await addToCart(page, customer, hub, hub.minimumOrder)
  await showAgain(page)
  await expect(getQuantity(page, chain)).toHaveValue(String(chain.minimumOrder + 5))
  await expect(getRows(page)).toHaveCount(2)
  await expect(getCartLink(page, 2)).toBeVisible()

  const quantity = getQuantity(page, chain)
  const checkout = page.getByRole('link', { name: 'Checkout' })
  for (const [text, message] of [
    ['1.500', 'Enter a whole number of pieces.'],
    ['0', 'Enter a quantity of at least 1.'],
    ['10000000000', 'Enter at most 1,000,000,000 pieces.'],
  ] as const) {
    await quantity.fill(text)
    await checkout.click()
    await expect(quantity).toBeFocused()
    await expect(quantity).toHaveAccessibleDescription(message)
    await expect(quantity).toHaveValue(text)
    await expect(page).toHaveURL('/cart')
  }
  await expectAccessible(page)
  await test.step('the second click of a double click does not undo the removal', async () => {
    await page.getByRole('button', { name: `Remove: ${hub.name}` }).dblclick()
    await expect(page.getByText(`${hub.name} removed`)).toBeVisible()
  })
  await quantity.fill(String(chain.minimumOrder + 1))
  await checkout.click()
  await expect(page).toHaveURL('/checkout')
  await expect(page.getByRole('region', { name: 'Summary' })).toContainText(
    `${chain.minimumOrder + 1} × `,
  )
})

const getCartLink = (page: Page, lines: number) =>
  page.getByRole('link', { name: `Cart, ${lines} ${lines === 1 ? 'line' : 'lines'}`, exact: true })

const getRows = (page: Page) => page.getByRole('list', { name: /^Lines / }).locator('> li')

const getRow = (page: Page, { _id }: Part): Locator => page.locator(`#line-${_id}`)

/** Reports that the user returned to the page. */
const showAgain = (page: Page) => page.evaluate(() => dispatchEvent(new Event('visibilitychange')))

async function addToCart(
  { request }: Page,
  { headers }: Customer,
  part: Part,
  quantity: number,
): Promise<void> {
  const changes = [{ productId: part._id, add: quantity }]
  const response = await request.patch('/api/cart', { data: { changes }, headers })
  expect(response.ok(), await response.text()).toBe(true)
}

function fillVisitorCart(page: Page, parts: Part[]): Promise<void> {
  const lines = parts.map(({ _id, minimumOrder }) => ({ productId: _id, quantity: minimumOrder }))
  return page.evaluate((cart) => localStorage.setItem('visitorCart', JSON.stringify(cart)), {
    id: crypto.randomUUID(),
    lines,
  })
}

/** Adds a part with 100 pieces in stock and a minimum order of 10. */
async function addPart(
  { request }: Page,
  headers: Awaited<ReturnType<typeof getStaffHeaders>>,
  name: string,
): Promise<Part> {
  const data = {
    name: `${name} ${crypto.randomUUID()}`,
    description: 'A part of a test.',
    img: '/drawings/FH-10110-7.svg',
    price: 2,
    minimumOrder: 10,
    availableQuantity: 100,
  }
  const response = await request.post('/parts', { data, headers })
  expect(response.ok(), await response.text()).toBe(true)
  const { insertedId } = await response.json()
  return (await request.get(`/parts/${insertedId}`)).json()
}
