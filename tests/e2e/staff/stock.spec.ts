import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectAccessible, expectTableFrom560 } from '../support/accessibility.ts'
import { doubleClick, holdRequests } from '../support/intercept-requests.ts'
import { expect, test } from '../support/test.ts'
import { expectToast } from '../support/toasts.ts'
import {
  findPartFromEnd,
  getStaffHeaders,
  type Part,
  payOrder,
  placeOrder,
  signInAsStaff,
  signUpCustomer,
  waitForHydration,
} from '../support/users-and-orders.ts'

/** The name of this test's own product. No other test orders it. */
let name: string
let part: Part
let headers: { authorization: string }

test.beforeEach(async ({ page }) => {
  headers = await getStaffHeaders()
  name = `Stock trial ${randomUUID()}`
  const data = {
    name,
    sku: `ST-${randomUUID()}`,
    price: 4.2,
    minimumOrder: 10,
    availableQuantity: 100,
    description: 'For trials of the stock.',
    img: '/drawings/FH-10110-7.svg',
  }
  const { insertedId } = await (await page.request.post('/parts', { data, headers })).json()
  part = { _id: insertedId, ...data }
})

test.afterEach(async ({ page }) => {
  await page.request.delete(`/part/${part._id}`, { headers })
})

test.describe('staff who change stock concurrently', () => {
  test.use({ expectedErrors: [/status of 4(0[049]|22)|ERR_FAILED|^CallError/] })

  test('find a product and change its price and minimum order in the table', async ({ page }) => {
    await signInAsStaff(page)
    await page.goto('/dashboard/manageProducts?search=FH-10110-7')
    await expect(page.getByRole('row')).toHaveCount(2)
    await page.getByRole('searchbox', { name: 'Search products' }).fill('nothing like this at all')
    await expect(page.getByText('No products match “nothing like this at all”.')).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search products' }).fill('casette')
    await page.getByRole('link', { name: 'Search for “cassette”' }).click()
    await expect(page.getByRole('searchbox', { name: 'Search products' })).toHaveValue('cassette')
    await expect(page.getByRole('row').filter({ hasText: 'cassette' }).first()).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search products' }).fill(name)
    await expect(page).toHaveURL(/search=Stock/)
    const row = page.getByRole('row').filter({ hasText: name })
    await expect(row).toHaveCount(1)
    await expectTableFrom560(page, row, 'grid')

    const price = row.getByRole('textbox', { name: 'Price' })
    await row.getByRole('button', { name: 'Price $4.20, change' }).press('Enter')
    await expect(price).toBeFocused()
    await page.keyboard.type('cheap')
    await page.keyboard.press('Enter')
    await expect(row).toContainText(
      'Enter an amount up to $999,999.99 with at most two decimals, such as 4.50.',
    )
    await price.fill('0')
    await page.keyboard.press('Enter')
    await expect(row).toContainText('The minimum amount is $0.01.')
    await row.getByRole('button', { name: /^Available/ }).click()
    await page.keyboard.press('Enter')
    await expect(
      page.getByText('Enter a number up to 1,000,000,000, such as 120, +20 or −5.'),
    ).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await price.focus()
    await page.keyboard.press('Escape')
    await expect(row.getByRole('button', { name: 'Price $4.20, change' })).toBeFocused()

    await page.keyboard.press('Enter')
    await page.keyboard.type('4,50')
    await page.keyboard.press('Enter')
    await expectToast(page, `Price saved: $4.50 · ${name}`)
    await expect(row.getByRole('button', { name: 'Price $4.50, change' })).toBeFocused()
    expect(await readPart(page)).toMatchObject({ price: 4.5, minimumOrder: 10 })

    const minimum = row.getByRole('textbox', { name: 'Minimum order' })
    await row.getByRole('button', { name: 'Minimum order 10 pcs, change' }).click()
    const change = { data: { minimumOrder: 15 }, headers }
    await page.request.patch(`/api/parts/${part._id}`, change)
    await minimum.fill('20')
    await row.getByRole('button', { name: 'Save' }).click()
    await expect(row).toContainText('Another user has changed this product')
    await expect(row).toContainText('its minimum order 15')
    await expect(minimum).toHaveValue('20')
    await minimum.press('Enter')
    await expectToast(page, `Minimum order saved: 20 pcs · ${name}`)
    expect(await readPart(page)).toMatchObject({ price: 4.5, minimumOrder: 20 })

    await test.step('Tab saves a price and opens that of the next product, which keeps the focus', async () => {
      const twin = {
        ...part,
        _id: undefined,
        sku: undefined,
        name: name.replace('Stock trial', 'Twin'),
      }
      const { insertedId } = await (
        await page.request.post('/parts', { data: twin, headers })
      ).json()
      await page.goto(`/dashboard/manageProducts?search=${name.split(' ').at(-1)}`)
      const [first, second] = [page.getByRole('row').nth(1), page.getByRole('row').nth(2)]
      await first.getByRole('button', { name: /^Price/ }).click()
      await page.keyboard.type('5.10')
      const release = await holdRequests(page, /\/api\/parts\/[^/]+$/)
      await page.keyboard.press('Enter')
      await page.keyboard.press('Tab')
      const secondPrice = second.getByRole('textbox', { name: 'Price' })
      await expect(secondPrice).toBeFocused()
      await page.keyboard.type('none')
      release()
      await expect(first.getByRole('button', { name: 'Price $5.10, change' })).toBeVisible()
      await expect(secondPrice).toBeFocused()
      await page.keyboard.press('Shift+Tab')
      await expect(second).toContainText('Enter an amount up to')
      await page.keyboard.press('Control+a')
      await page.keyboard.type('5.20')
      await page.keyboard.press('Shift+Tab')
      await expect(first.getByRole('textbox', { name: 'Price' })).toBeFocused()
      await expect(second.getByRole('button', { name: 'Price $5.20, change' })).toBeVisible()
      await page.request.delete(`/part/${insertedId}`, { headers })
      await page.goto(`/dashboard/manageProducts?search=${encodeURIComponent(name)}`)
    })

    await row.getByRole('link', { name: 'Stock', exact: true }).click()
    const changes = page.getByRole('table', { name: 'Other changes' })
    await expect(changes.getByRole('row')).toHaveText([
      /Change/,
      /Price from \$4\.50 to \$5\.[12]0/,
      /Minimum order from 15 pcs to 20 pcs/,
      /Minimum order from 10 pcs to 15 pcs/,
      /Price from \$4\.20 to \$4\.50/,
    ])
  })

  test('open another product without the input and messages of the previous one', async ({
    page,
  }) => {
    const other = await findPartFromEnd(page, 3)
    await signInAsStaff(page)
    await openBoth(page, 'stock', other)
    const onHand = page.getByRole('textbox', { name: 'On hand' })
    await onHand.fill('+500')
    await openRecentScreen(page, `Stock: ${name}`)
    await expect(page).toHaveURL(`/dashboard/stock/${part._id}`)
    await expect(onHand).toHaveValue('')

    await openBoth(page, 'editProduct', other)
    await page.route(`**/part/${other._id}`, (route) => route.fulfill({ status: 409 }))
    await page.getByRole('button', { name: /^(Delete|Archive)$/ }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByRole('button', { name: /^(Delete|Archive)$/ }).click()
    const refusal = page.getByText(/^The product was not (deleted|archived)\./)
    await expect(refusal).toBeVisible()
    await openRecentScreen(page, `Edit ${name}`)
    await expect(page).toHaveURL(`/dashboard/editProduct/${part._id}`)
    await expect(refusal).toHaveCount(0)
  })

  test('delete a product once, although the list of products loads slowly', async ({ page }) => {
    await signInAsStaff(page)
    await page.goto('/dashboard')
    await page.goto(`/dashboard/editProduct/${part._id}`)
    const dialog = page.getByRole('alertdialog')
    await page.getByRole('button', { name: 'Delete' }).click()
    const release = await holdRequests(page, /manage-products-page|parts/)
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expectToast(page, 'Deleted Successfully')
    await expect(dialog).toHaveCount(0)
    release()
    await expect(page).toHaveURL('/dashboard/manageProducts')
    await page.goBack()
    await expect(page).toHaveURL('/dashboard')
  })

  test('change the stock with a reason, but not below the reserved quantity', async ({
    page,
    context,
  }) => {
    const customer = await signUpCustomer(page)
    const order = await placeOrder(page, customer, part)
    await payOrder(page, customer, order)
    await signInAsStaff(page)
    await page.goto(`/dashboard/manageProducts?search=${encodeURIComponent(name)}`)
    const row = page.getByRole('row').filter({ hasText: name })
    const form = page.getByRole('form', { name: `Change the stock of ${name}` })
    const onHand = form.getByRole('textbox', { name: 'On hand' })
    const reason = form.getByRole('textbox', { name: 'Reason' })
    await row.getByRole('button', { name: 'Available 90 pcs, change' }).press('Enter')
    await expect(onHand).toBeFocused()
    await expect(form).toContainText('100 on hand, 10 reserved for orders, 90 available.')
    const otherTab = await context.newPage()
    await otherTab.goto(`/dashboard/stock/${part._id}`)
    await expect(otherTab.getByRole('definition').first()).toHaveText('90 pcs')
    await page.keyboard.type('+20')
    await expect(form).toContainText('+20 pieces, 110 available.')
    await page.keyboard.press('Enter')
    await expect(form).toContainText('Enter a reason.')
    await expect(reason).toBeFocused()
    await form.getByRole('button', { name: 'Delivery' }).click()
    await expect(reason).toHaveValue('Delivery')
    await page.keyboard.press('Enter')
    await expectToast(page, `Stock saved: +20 pieces, 110 available · ${name}`)
    await expect(form).toHaveCount(0)
    await expect(otherTab.getByRole('definition').first()).toHaveText('110 pcs')
    await otherTab.close()
    await expect(row.getByRole('button', { name: 'Available 110 pcs, change' })).toBeFocused()

    await page.keyboard.press('Enter')
    await expect(form).toContainText('120 on hand')
    await page.keyboard.type('-111')
    await reason.fill('Lost in the flood')
    await page.keyboard.press('Enter')
    await expect(form).toContainText(
      'You can remove at most 110 pieces: 10 of 120 are reserved for orders.',
    )
    await expect(onHand).toBeFocused()

    // Another user changes the stock while the form is open. The form reports it and accepts the next attempt.
    // A count includes the 10 reserved pieces.
    await onHand.fill('110')
    await expect(form).toContainText('−10 pieces, 100 available.')
    const returned = { data: { pieces: 5, reason: 'Return' }, headers }
    await page.request.post(`/api/parts/${part._id}/stock`, returned)
    await page.keyboard.press('Enter')
    await expect(form).toContainText('The stock changed from 120 to 125 pieces.')
    await expect(form).toContainText('−15 pieces, 100 available.')
    await page.keyboard.press('Enter')
    await expectToast(page, `Stock saved: −15 pieces, 100 available · ${name}`)
    await row.getByRole('button', { name: 'Available 100 pcs, change' }).click()
    await page.keyboard.press('Escape')
    await expect(form).toHaveCount(0)

    await test.step('the stock page links to the orders that reserve the part', async () => {
      const unpaid = await placeOrder(page, customer, part)
      await signInAsStaff(page)
      for (const [link, orderId] of [
        ['unpaid orders', unpaid],
        ['orders to ship', order],
      ] as const) {
        await page.goto(`/dashboard/stock/${part._id}`)
        await page.getByRole('link', { name: link }).click()
        await expect(page.locator('tr[data-order]')).toHaveCount(1)
        await expect(page.locator(`[id="order-${orderId}"]`)).toBeVisible()
        await expect(page).toHaveURL(new RegExp(`part=${part._id}`))
      }
      const allProducts = page.getByRole('button', { name: 'Show orders of all products' })
      await expect(allProducts.locator('..')).toHaveText(name)
      await allProducts.press('Enter')
      await expect(page).toHaveURL('/dashboard/manageOrders?status=Paid')
      await expect(page.getByRole('searchbox', { name: 'Search orders' })).toBeFocused()
      await page.request.delete(`/booking/${unpaid}?client=${customer.email}`, {
        headers,
      })
      await page.goto(`/dashboard/manageProducts?search=${encodeURIComponent(name)}`)
    })

    const shipped = await page.request.patch(`/shipped/${order}`, { headers })
    expect(await shipped.json()).toEqual({ modifiedCount: 1 })
    await row.getByRole('link', { name: 'Stock', exact: true }).click()
    await expect(page).toHaveURL(`/dashboard/stock/${part._id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Stock')
    const movements = page.getByRole('table', { name: 'Stock movements' }).getByRole('row')
    await expect(movements).toHaveText([
      /Movement/,
      /Shipped for order FH-.*−10.*100.*Freehub Staff/,
      /Lost in the flood.*−15.*110.*Freehub Staff/,
      /Return.*\+5.*125.*Freehub Staff/,
      /Delivery.*\+20.*120.*Freehub Staff/,
      /Initial stock.*\+100.*100.*Freehub Staff/,
    ])
    await expect(page.getByRole('definition')).toHaveText(['100 pcs', '0 pcs', '100 pcs'])
    await expect(page.getByText('No other changes yet.')).toBeVisible()
    await expectAccessible(page)
    const shipment = movements.getByRole('link', { name: /^Shipped for order FH-/ })
    await expect(shipment).toHaveAttribute('href', `/dashboard/order/${order}`)

    const stockForm = page.getByRole('form', { name: 'Change the stock' })
    await expect(stockForm).toContainText('Enter a number and a reason first.')
    await stockForm.getByRole('textbox', { name: 'On hand' }).fill('1,000')
    await stockForm.getByRole('textbox', { name: 'Reason' }).fill('Count')
    await expect(stockForm).not.toContainText('Enter a number and a reason first.')
    await doubleClick(
      stockForm.getByRole('button', { name: 'Save Stock' }),
      /\/api\/parts\/[^/]+\/stock$/,
    )
    await expect(movements.nth(1)).toHaveText(/Count.*\+900.*1,000/)
    await expect(movements).toHaveCount(7)

    await test.step('an edited repeat of a change without response is not saved in addition', async () => {
      const url = `**/api/parts/${part._id}/stock`
      await page.route(url, async (route) => {
        await route.fetch()
        await route.abort()
      })
      await stockForm.getByRole('textbox', { name: 'On hand' }).fill('+7')
      await stockForm.getByRole('textbox', { name: 'Reason' }).fill('Delivery')
      const save = stockForm.getByRole('button', { name: 'Save Stock' })
      await save.click()
      await expect(stockForm.getByRole('alert')).toBeVisible()
      await page.unroute(url)
      await stockForm.getByRole('textbox', { name: 'Reason' }).fill('Delivery of Monday')
      await save.click()
      await expect(stockForm).toContainText('Your earlier request was processed')
      await expect(movements).toHaveCount(8)
    })

    await test.step('the same count is repeated after lost responses', async () => {
      const url = `**/api/parts/${part._id}/stock`
      await page.route(url, async (route) => {
        await route.fetch()
        await route.abort()
      })
      await stockForm.getByRole('textbox', { name: 'On hand' }).fill('1,010')
      const save = stockForm.getByRole('button', { name: 'Save Stock' })
      await save.click()
      await expect(stockForm.getByRole('alert')).toContainText('cannot be reached')
      await page.unroute(url)
      await save.click()
      await expectToast(page, 'Stock saved: +3 pieces')
      await expect(movements).toHaveCount(9)
    })
  })
})

/** Opens the screen of this test's product, then that of the other product. */
async function openBoth(page: Page, screen: 'stock' | 'editProduct', other: Part) {
  await page.goto(`/dashboard/${screen}/${part._id}`)
  await expect(page).toHaveTitle(new RegExp(name))
  await page.goto(`/dashboard/${screen}/${other._id}`)
  await expect(page).toHaveTitle(new RegExp(other.name))
}

/** Opens a screen from the palette, without a reload of the page. */
async function openRecentScreen(page: Page, title: string) {
  await waitForHydration(page)
  await page.keyboard.press('Control+k')
  await page.locator('dialog.palette').getByRole('option', { name: title }).click()
}

async function readPart({ request }: Page): Promise<Part> {
  return (await request.get(`/parts/${part._id}`)).json()
}
