import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { formatCount } from '../../../contract/money.ts'
import { expectAccessible, expectFitsLargeFont } from '../support/accessibility.ts'
import { holdRequests } from '../support/intercept-requests.ts'
import { expect, test } from '../support/test.ts'
import { expectToast } from '../support/toasts.ts'
import {
  admin,
  findPartFromEnd,
  findPartsFromEnd,
  getStaffHeaders,
  type Part,
  payOrder,
  placeOrder,
  placeOrderOfLines,
  signInAsStaff,
  signUpCustomer,
  waitForHydration,
} from '../support/users-and-orders.ts'

test.use({ expectedErrors: [/status of 409|ERR_INTERNET_DISCONNECTED|^CallError/] })

test('staff search, filter, sort, export and page through all orders', async ({ page }) => {
  const customer = await signUpCustomer(page)
  const parts: Part[] = []
  for (const position of [15, 16, 18]) {
    const part = await findPartFromEnd(page, position)
    await placeOrder(page, customer, part)
    parts.push(part)
  }
  await signInAsStaff(page)
  await page.goto('/dashboard/manageOrders?search=nothing-like-this')
  const rows = page.locator('tr[data-order]')
  const search = page.getByRole('searchbox', { name: 'Search orders' })
  await expect(search).toHaveValue('nothing-like-this')

  await search.fill(customer.email)
  await expect(page).toHaveURL(new RegExp(`search=${encodeURIComponent(customer.email)}`))
  await expect(rows).toHaveCount(3)
  await expect(page.getByText('3 orders', { exact: true })).toBeVisible()

  const byTotal = [...parts].sort((one, other) => computeTotal(other) - computeTotal(one))
  const sort = page.getByLabel('Sort')
  for (const [option, order] of [
    ['Total: high to low', byTotal],
    ['Total: low to high', [...byTotal].reverse()],
    ['Newest first', [...parts].reverse()],
  ] as const) {
    await sort.selectOption(option)
    await expect(rows.locator('.product-cell')).toHaveText(order.map(({ name }) => name))
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
  await expect(rows.locator('.product-cell')).toHaveText(
    [...byTotal].reverse().map(({ name }) => name),
  )

  await limitPageToTwo(page)
  await sort.selectOption('Oldest first')
  const pagination = page.getByRole('navigation', { name: 'Pages of orders' })
  const getPageLink = (name: string) => pagination.getByRole('link', { name: `${name} page` })
  await expect(rows.locator('.product-cell')).toHaveText(parts.slice(0, 2).map(({ name }) => name))
  const first = await listShownOrders(page)
  await expect(page.getByText('3 orders', { exact: true })).toBeVisible()
  await expect(getPageLink('Previous')).toHaveCount(0)
  await expect(getPageLink('First')).toHaveCount(0)
  await expect(pagination).toContainText('1–2 of 3')

  await getPageLink('Next').click()
  await expect(page).toHaveURL(/sort=oldest&after=/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  const second = await listShownOrders(page)
  expect(second).toHaveLength(1)
  expect(first).not.toContain(second[0])
  await expect(getPageLink('Next')).toHaveCount(0)
  await expect(getPageLink('Last')).toHaveCount(0)
  await expect(pagination).toContainText('3 of 3')

  await getPageLink('Previous').click()
  await expect(page).toHaveURL(/before=/)
  await expect.poll(() => listShownOrders(page)).toEqual(first)
  await page.goBack()
  await expect(page).toHaveURL(/after=/)
  await expect.poll(() => listShownOrders(page)).toEqual(second)

  await getPageLink('First').click()
  await expect(page).toHaveURL(/sort=oldest$/)
  await expect.poll(() => listShownOrders(page)).toEqual(first)
  await getPageLink('Last').click()
  await expect(page).toHaveURL(/last=true/)
  await expect.poll(() => listShownOrders(page)).toEqual([first[1], second[0]])

  await page.getByRole('combobox', { name: 'Date' }).selectOption('From … to …')
  await getPageLink('Next').click()
  await expect(page).toHaveURL(/after=/)
  await page.getByLabel('From', { exact: true }).fill('2020-02-29')
  await expect(page).toHaveURL(/from=2020-02-29$/)
})

test('staff open orders beside the list, and ship five with seven key presses', async ({
  page,
  context,
}) => {
  const customer = await signUpCustomer(page)
  const parts = await findPartsFromEnd(page, 48, 3)
  const orders = [(await placeOrderOfLines(page, customer, parts)).orderId]
  const contents = new Map<number, string>()
  for (const position of [22, 19, 22, 19, 22, 19, 22, 19]) {
    const part = await findPartFromEnd(page, position)
    contents.set(position, `${formatCount(part.minimumOrder)} × ${part.name}`)
    orders.unshift(await placeOrder(page, customer, part))
  }
  const note = 'Use the back door.'
  const { headers: customerHeaders } = customer
  for (const order of [orders[0], orders.at(-1)])
    await page.request.patch(`/api/orders/${order}`, { data: { note }, headers: customerHeaders })
  for (const order of orders) await payOrder(page, customer, order)
  await page.setViewportSize({ width: 1344, height: 768 })
  const staffHeaders = await signInAsStaff(page)
  for (const order of [orders[0], orders.at(-1)])
    await page.request.put(`/api/notes/${randomUUID()}`, {
      data: { order, text: 'Do not ship' },
      headers: staffHeaders,
    })
  await page.goto(`/dashboard/manageOrders?search=${customer.email}`)
  const rows = page.locator('tr[data-order]')
  await expect(rows).toHaveCount(9)
  await expect(rows.last().locator('.quantity-cell').getByText('3 lines')).toBeVisible()

  // A text that the user selects, for example to copy it, opens no order.
  const panel = page.getByRole('complementary')
  const box = await rows.nth(1).getByText(customer.name).boundingBox()
  const { x = 0, y = 0, width = 0, height = 0 } = box ?? {}
  await page.mouse.move(x + 1, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + width - 1, y + height / 2)
  await page.mouse.up()
  expect(await page.evaluate(() => String(getSelection()))).not.toBe('')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`open=${orders[0]}`))
  await expect(panel.getByRole('heading', { name: 'Timeline' })).toBeVisible()
  await page.goBack()
  await expect(panel).toHaveCount(0)
  await expect(rows).toHaveCount(9)
  await page.goForward()
  await expect(panel).toHaveCount(1)
  await page.keyboard.press('j')
  await expect(page).toHaveURL(new RegExp(`open=${orders[1]}`))
  await expect(rows.nth(1)).toHaveAttribute('aria-current', 'true')
  await panel.getByRole('button', { name: 'Close the order' }).focus()
  await page.keyboard.press('j')
  await expect(page).toHaveURL(new RegExp(`open=${orders[2]}`))
  await expect(rows.nth(2)).toHaveAttribute('aria-current', 'true')
  const next = panel.getByRole('button', { name: 'Next order' })
  await next.press('Enter')
  await expect(page).toHaveURL(new RegExp(`open=${orders[3]}`))
  await expect(next).toBeFocused()
  // Escape closes the third order before React has rendered it.
  await panel.getByRole('button', { name: 'Previous order' }).evaluate((button: HTMLElement) => {
    button.click()
    button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  })
  await expect(panel).toHaveCount(0)
  await expect(rows.nth(2).locator('a[id^="order-"]')).toBeFocused()

  for (const key of ['k', 'k', 'x', 'x', 's']) await page.keyboard.press(key)
  const dialog = page.getByRole('alertdialog', { name: 'Ship 2 orders?' })
  await expect(dialog.getByLabel('Carrier')).toBeFocused()
  await expect(dialog.locator('label', { hasText: 'FH-' })).toContainText(
    [19, 22].map((position) => `${contents.get(position)} to Werftstrasse 8, Hamburg`),
  )
  await expect(dialog.getByText(`Note: ${note}`, { exact: true })).toHaveCount(1)
  await expect(dialog.getByRole('link')).toHaveText(['1 staff note'])
  await expectAccessible(page, 'dialog[open]')
  const trackingNumber = dialog.getByLabel(/^Tracking number/).first()
  expect((await trackingNumber.boundingBox())?.width).toBe(280)
  await page.setViewportSize({ width: 375, height: 800 })
  expect((await trackingNumber.boundingBox())?.width).toBeGreaterThan(280)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.keyboard.type('DHL')
  const number = `JD${Date.now()}`
  // A scanner sends Enter after the number.
  await dialog
    .getByLabel(/^Tracking number/)
    .first()
    .fill('JD0')
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel(/^Tracking number/).last()).toBeFocused()
  await dialog
    .getByLabel(/^Tracking number/)
    .first()
    .evaluate((input, text) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text', text)
      input.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      )
    }, `${number}1\n${number}2`)
  await expect(dialog.getByLabel(/^Tracking number/).last()).toHaveValue(`${number}2`)
  await context.setOffline(true)
  await page.keyboard.press('Enter')
  await expect(page.getByText(/1 more order was not shipped/)).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Ship 2 Orders' }).click()
  await expect(dialog.getByLabel(/^Tracking number/).first()).toHaveValue(`${number}1`)
  await expect(dialog.getByLabel(/^Tracking number/).last()).toHaveValue(`${number}2`)
  const shipOrders = await holdRequests(page, /\/shipped\//)
  await dialog.getByRole('button', { name: 'Ship 2 Orders' }).click()
  await expect(dialog.getByRole('button', { name: 'Shipping 1 of 2 …' })).toBeVisible()
  for (let press = 0; press < 5; press++) await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  shipOrders()
  await expectToast(page, '2 orders shipped')
  await expect(rows.getByText('Shipped', { exact: true })).toHaveCount(2)

  // Slips of shipped orders would be packed again.
  const selectOrder = (index: number) => rows.nth(index).getByRole('checkbox').check()
  await selectOrder(0)
  await selectOrder(1)
  await expect(page.getByRole('button', { name: '2 Packing Slips' })).toBeVisible()
  await expect(page.getByText('2 selected, none can ship')).toBeVisible()
  await selectOrder(2)
  await expect(page.getByRole('button', { name: '1 Packing Slip' })).toBeVisible()
  await expect(page.getByText('3 selected, 1 can ship ($')).toBeVisible()
  await page.getByRole('button', { name: 'Ship 1 Order' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Ship this order?' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Clear Selection' }).click()
  await expect(page.getByRole('checkbox', { name: /^Select all orders/ })).toBeFocused()

  // Each dialog suggests the carrier of the last shipment.
  await rows.last().getByRole('button', { name: 'Ship Order' }).click()
  const lastDialog = page.getByRole('alertdialog', { name: 'Ship this order?' })
  await expect(lastDialog.getByLabel('Carrier')).toHaveValue('DHL')
  await expect(lastDialog).toContainText(`Note: ${note}`)
  await expect(lastDialog.getByRole('link', { name: '1 staff note' })).toHaveAttribute(
    'href',
    `/dashboard/order/${orders.at(-1)}`,
  )
  await lastDialog.getByLabel('Carrier').fill('UPS')
  // Another user ships the order, which removes the button from its row.
  const headers = await getStaffHeaders()
  await page.request.patch(`/shipped/${orders.at(-1)}`, { headers, data: {} })
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await expect(rows.getByText('Shipped', { exact: true })).toHaveCount(3)
  await lastDialog.getByRole('button', { name: 'Ship Order' }).click()
  await expect(page.getByText('This order was already shipped.')).toBeVisible()

  await page.getByRole('link', { name: /^Paid \d/ }).click()
  await expect(rows).toHaveCount(6)
  // The next paid order has the focus when the shipped one leaves the tab.
  for (const press of ['j', 'j', 's', 'Enter']) await page.keyboard.press(press)
  await expect(rows).toHaveCount(5)
  await expect(rows.nth(1).locator('a[id^="order-"]')).toBeFocused()
  await page.keyboard.press('k')
  const presses = ['x', 'x', 'x', 'x', 'x', 's', 'Enter']
  for (const press of presses) await page.keyboard.press(press)
  await expectToast(page, '5 orders shipped')
  await expect(rows).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  for (const order of orders.slice(2, 8)) {
    const { headers } = customer
    const shipped = await (await page.request.get(`/api/orders/${order}`, { headers })).json()
    expect(shipped.carrier, 'the carrier of the last shipment').toBe('UPS')
  }

  await page.getByRole('link', { name: /^All \d/ }).click()
  await expect(rows).toHaveCount(9)
  await page.getByRole('searchbox', { name: 'Search orders' }).fill(`${number}2`)
  await expect(rows).toHaveCount(1)
  await expect(rows).toHaveAttribute('data-order', orders[1] as string)
  // Another tab saves a filter.
  const filters = JSON.stringify([{ name: 'To ship', query: '?status=Paid' }])
  await page.evaluate(({ key, filters }) => localStorage.setItem(key, filters), {
    key: `orderFilters:${admin.email}`,
    filters,
  })
  const saveFilter = page.getByRole('button', { name: 'Save Filter' })
  const filterName = page.getByLabel('Name of the filter')
  const search = page.getByRole('searchbox', { name: 'Search orders' })
  await saveFilter.click()
  await search.fill('')
  await expect(filterName).toHaveCount(0)
  await search.fill(`${number}2`)
  await expect(saveFilter).toBeVisible()
  await saveFilter.click()
  await filterName.fill('Parcel')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Parcel' })).toBeFocused()
  await expect(page).toHaveURL(new RegExp(`search=${number}2`))
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await search.fill('')
  await expect(page.getByRole('link', { name: 'To ship' })).toBeVisible()
  await page.getByRole('link', { name: 'Parcel' }).click()
  await expect(search).toHaveValue(`${number}2`)
  await page.clock.resume()
  await expect(rows).toHaveCount(1)

  await page
    .getByRole('row')
    .getByRole('checkbox', { name: /^Select order/ })
    .check()
  const downloaded = page.waitForEvent('download')
  await page.getByRole('button', { name: '1 Packing Slip' }).click()
  expect((await downloaded).suggestedFilename()).toBe('packing-slips.pdf')
  await search.fill('')
  await expect(rows).not.toHaveCount(1)
  for (const name of ['To ship', 'Parcel'])
    await page.getByRole('button', { name: `Remove the filter ${name}` }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  await page.setViewportSize({ width: 720, height: 720 })
  await page.goto(`/dashboard/manageOrders?open=${orders.at(-1)}`)
  await expect(page).toHaveURL(`/dashboard/order/${orders.at(-1)}`)
  await expect(page.getByRole('main')).toContainText(/Shipped.*Do not ship.*3 lines/s)
  await page.goto(`/dashboard/order/${orders.at(-1)}?action=note`)
  await expect(page.getByLabel('Add a note')).toBeFocused()
})

test('an order opens above the list where it does not fit beside it, with the same keys', async ({
  page,
}) => {
  const customer = await signUpCustomer(page)
  const part = await findPartFromEnd(page, 19)
  const orders = [await placeOrder(page, customer, part), await placeOrder(page, customer, part)]
  const [newest = '', oldest = ''] = orders.reverse()
  await signInAsStaff(page)
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.goto(`/dashboard/manageOrders?search=${customer.email}`)
  const link = page.locator(`[id="order-${newest}"]`)
  await expect(link).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Client' })).toHaveCSS('position', 'sticky')
  const readTop = async (name: string) =>
    (await page.getByRole('button', { name }).boundingBox())?.y
  expect(await readTop('Save Filter')).toBe(await readTop('Export CSV'))

  await page.keyboard.press('?')
  const help = page.getByText('Previous order')
  await expect(help).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()

  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const panel = page.getByRole('complementary')
  await expect(panel.getByRole('heading', { name: 'Timeline' })).toBeVisible()
  await expect(panel).toBeFocused()
  const box = await panel.boundingBox()
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBe(1024)
  await expect(panel).toContainText(/Total Price.*Address.*Staff notes/s)
  await expectAccessible(page)
  await page.keyboard.press('j')
  await expect(page).toHaveURL(new RegExp(`open=${oldest}`))
  await expect(panel).toBeFocused()
  await page.keyboard.press('k')
  await expect(page).toHaveURL(new RegExp(`open=${newest}`))
  await expect(panel).toBeFocused()
  await page.goBack()
  await expect(panel).toHaveCount(0)
  await expect(link).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(panel).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(link).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(panel.getByLabel('Add a note')).toHaveCount(0)
  await panel.getByRole('button', { name: 'Add Note' }).click()
  await expect(panel.getByLabel('Add a note')).toBeFocused()
  await panel.getByLabel('Add a note').fill('Hold until Monday')
  await panel.getByRole('button', { name: 'Save Note' }).click()
  await expectToast(page, 'Note added')
  await page.reload()
  await expect(panel).toContainText(/payment.*Hold until Monday.*Cancel Order.*Total Price/s)

  // The open order is not on the page.
  await page.setViewportSize({ width: 1440, height: 768 })
  const otherOrder = await placeOrder(page, await signUpCustomer(page), part)
  await signInAsStaff(page)
  await page.goto(`/dashboard/manageOrders?search=${customer.email}&open=${otherOrder}`)
  await expect(link).toBeVisible()
  await expect(panel).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Action' })).toHaveCount(0)

  await panel.getByRole('button', { name: 'Close the order' }).click()
  await expect(panel).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  // While the list of another filter loads, keys change nothing in the rows that are about to disappear.
  const release = await holdRequests(page, '/allOrders')
  await page.getByRole('link', { name: /^Pending/ }).click()
  await expect(page.getByRole('table', { name: 'Orders' })).toHaveAttribute('aria-busy', 'true')
  for (const key of ['x', 'j']) await page.keyboard.press(key)
  await expect(page.getByText('1 selected')).toHaveCount(0)
  await expect(link).not.toBeFocused()
  release()
  await expect(page.getByRole('table', { name: 'Orders' })).toHaveAttribute('aria-busy', 'false')
  await page.keyboard.press('j')
  await expect(link).toBeFocused()
  await page.keyboard.press('s')
  await expectToast(page, 'Select paid orders that are not shipped yet.')
  await expect(link).toBeFocused()

  await expectFitsLargeFont(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await page.getByRole('button', { name: 'Dashboard' }).click()
  await expect(page.getByRole('dialog', { name: 'Dashboard' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1440, height: 768 })
  await page.emulateMedia({ media: 'print' })
  const controls = page.locator('main :is(button, input, select, [role=navigation], .btn):visible')
  await expect(controls).toHaveCount(0)
})

test('a reload and Back return to the same position in a long list', async ({ page }) => {
  await signInAsStaff(page)
  // Two pages of 20 rows are high enough to scroll, and faster to render than two of 50.
  await page.route(/\/managed-parts\?.*size=50/, (route) =>
    route.continue({ url: route.request().url().replace('size=50', 'size=20') }),
  )
  await page.goto('/dashboard/manageProducts')
  // Locators by role would compute the names of hundreds of elements.
  const rows = page.locator('tbody tr')
  await expect(rows).toHaveCount(20)
  await page.getByRole('button', { name: 'More Products' }).click()
  await expect(rows).toHaveCount(40)
  await rows.nth(35).scrollIntoViewIfNeeded()
  const position = await page.evaluate(() => window.scrollY)
  expect(position).toBeGreaterThan(1000)
  const expectPosition = async () => {
    await expect(rows).toHaveCount(40)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(position)
  }
  await page.reload()
  await expectPosition()
  await page.getByTitle('Edit', { exact: true }).nth(35).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Edit ./ })).toBeVisible()
  await page.reload()
  await waitForHydration(page)
  await page.goBack()
  await expectPosition()

  const more = page.getByRole('button', { name: 'More Products' })
  await test.step('a loaded page does not take the focus from the search field', async () => {
    await page.goto('/dashboard/manageProducts')
    const search = page.getByRole('searchbox', { name: 'Search products' })
    await page.route(
      /\/managed-parts\?.*after=/,
      async (route) => {
        await search.focus()
        await route.fallback()
      },
      { times: 1 },
    )
    await more.click()
    await expect(rows).toHaveCount(40)
    await expect(search).toBeFocused()
  })

  await test.step('the focus moves to the first row of the last page', async () => {
    await page.route(/\/managed-parts\?.*after=/, async (route) => {
      const response = await route.fetch()
      const { link: _, ...headers } = response.headers()
      await route.fulfill({ response, headers })
    })
    await more.press('Enter')
    await expect(more).toHaveCount(0)
    await expect(rows.nth(40)).toBeFocused()
    await expect(page.getByRole('status').filter({ hasText: /^\d+ of \d+$/ })).toBeVisible()
  })
})

/** Limits a page to two orders, so that three orders need two pages. */
async function limitPageToTwo(page: Page) {
  await page.route(/\/allOrders\?/, (route) =>
    route.continue({ url: route.request().url().replace('size=50', 'size=2') }),
  )
}

/** Returns the URLs of the listed orders, once they have loaded. */
async function listShownOrders(page: Page): Promise<string[]> {
  await expect(page.locator('table[aria-busy=false]')).toBeVisible()
  return page
    .locator('tbody a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
}

function computeTotal({ price, minimumOrder }: Part): number {
  return price * minimumOrder
}

test('staff correct the delivery of a paid order on its page and beside the list', async ({
  page,
}) => {
  const customer = await signUpCustomer(page)
  const order = await placeOrder(page, customer, await findPartFromEnd(page, 22))
  await payOrder(page, customer, order)
  const headers = await signInAsStaff(page)
  await page.goto(`/dashboard/order/${order}`)
  const dialog = page.getByRole('alertdialog', { name: 'Edit delivery' })
  const address = dialog.getByLabel('Address')
  const edit = page.getByRole('button', { name: 'Edit Delivery' })
  const save = dialog.getByRole('button', { name: 'Save' })

  await edit.click()
  await expect(address).toBeFocused()
  await expect(dialog).toContainText(/Order FH-\d+: /)
  await expect(dialog).toContainText('The invoice keeps the earlier address and phone.')
  await expectAccessible(page, 'dialog[open]')
  await page.keyboard.press('Escape')
  await expect(edit).toBeFocused()
  await edit.click()
  await address.fill(' ')
  await dialog.getByLabel('Phone').fill('')
  await save.click()
  await expect(dialog.getByText('Enter an address.')).toBeVisible()
  await expect(address).toBeFocused()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('Werftstrasse 9, Hamburg')
  await save.click()
  await expect(dialog.getByLabel('Phone')).toBeFocused()
  await page.keyboard.type('+49 40 5550 120')
  // Another member of staff corrects the phone while the dialog is open.
  const seen = { address: 'Werftstrasse 8, Hamburg', phone: '+49 40 5550 120' }
  const data = { ...seen, phone: '+49 40 5550 121', seen }
  await page.request.put(`/api/orders/${order}/delivery`, { data, headers })
  await save.click()
  await expect(page.getByText('The delivery was not saved.')).toBeVisible()
  await expect(page.getByText('+49 40 5550 121')).toBeVisible()
  await expectFitsLargeFont(page)

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/dashboard/manageOrders?search=${customer.email}&open=${order}`)
  await edit.click()
  // The other change stays, and so does the address that was not saved.
  await expect(dialog).toContainText('These are your edits from before.')
  await expect(address).toHaveValue('Werftstrasse 9, Hamburg')
  await expect(dialog.getByLabel('Phone')).toHaveValue('+49 40 5550 121')
  await dialog.getByLabel('Phone').press('Enter')
  await expectToast(page, 'Delivery saved')
  const panel = page.getByRole('complementary')
  await expect(panel.getByText('Werftstrasse 9, Hamburg')).toHaveCSS('text-align', 'left')
  await expect(panel.getByText('Details changed')).toHaveCount(2)
})

test('packing slips leave out an order refunded elsewhere after a refusal names it', async ({
  page,
}) => {
  const customer = await signUpCustomer(page)
  const part = await findPartFromEnd(page, 15)
  const orders = [
    await placeOrder(page, customer, part),
    await placeOrder(page, customer, part),
  ] as const
  for (const order of orders) await payOrder(page, customer, order)
  await signInAsStaff(page)
  await page.goto(`/dashboard/manageOrders?status=Paid&search=${customer.email}`)
  const orderBoxes = page.getByRole('checkbox', { name: /^Select order/ })
  await expect(orderBoxes).toHaveCount(2)
  for (const box of await orderBoxes.all()) await box.check()
  const headers = await getStaffHeaders()
  await page.request.post(`/api/orders/${orders[0]}/refund`, { headers })
  await page.getByRole('button', { name: '2 Packing Slips' }).click()
  await expect(page.getByText(/were not downloaded\. Order FH-\d+ was refunded\./)).toBeVisible()
  const downloaded = page.waitForEvent('download')
  await page.getByRole('button', { name: '1 Packing Slip' }).click()
  expect((await downloaded).suggestedFilename()).toBe('packing-slips.pdf')

  await test.step('the list states that a disputed order must not be shipped', async () => {
    await page.route('**/allOrders?*', async (route) => {
      const response = await route.fetch()
      const json = (await response.json()).map((order: object) => ({
        ...order,
        isShippable: false,
      }))
      await route.fulfill({ response, json })
    })
    await page.reload()
    await expect(page.getByRole('row')).toHaveCount(2)
    await expect(page.getByRole('row').last()).toContainText('Do not ship')
    await orderBoxes.check()
    await page.keyboard.press('s')
    await expectToast(page, 'None of the selected orders can be shipped.')
  })
})
