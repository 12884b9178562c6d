import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { holdRequests } from '../support/intercept-requests.ts'
import { expect, test } from '../support/test.ts'
import { expectToast } from '../support/toasts.ts'
import {
  admin,
  findPartFromEnd,
  generateNewUser,
  placeOrder,
  signInAsStaff,
  signUpCustomer,
  waitForHydration,
} from '../support/users-and-orders.ts'

test('a customer opens a part, a screen and a recent entry by keyboard', async ({ page }) => {
  const part = await findPartFromEnd(page, 18)
  const orderId = await placeOrder(page, await signUpCustomer(page), part)
  await page.goto('/blogs')
  await waitForHydration(page)
  const link = page.getByRole('link', { name: 'Bicycle Parts' }).first()
  await link.focus()
  await openByShortcut(page)
  await expect(getField(page)).toBeFocused()
  await page.keyboard.type('no such')
  await page.keyboard.press('Escape')
  await expect(getField(page)).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(getPalette(page)).toHaveCount(0)
  await expect(link).toBeFocused()
  await openByShortcut(page)
  await page.keyboard.press('Control+k')
  await expect(getPalette(page)).toHaveCount(0)
  await expect(link).toBeFocused()

  await openByShortcut(page)
  await page.keyboard.insertText(part.name)
  await expect(
    getGroup(page, 'Parts').getByRole('option', { name: part.name }).first(),
  ).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/allParts\/[0-9a-f-]{36}$/)
  await expect(getPalette(page)).toHaveCount(0)
  await expect(page.getByRole('heading', { name: part.name, level: 1 })).toBeVisible()
  const partUrl = page.url()

  await openByShortcut(page)
  await page.keyboard.type('add rev')
  await expect(getSelectedOption(page)).toHaveText('Add A Review')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard/addReview')

  await page.getByRole('button', { name: /^Find/ }).click()
  const recent = getGroup(page, 'Recent').getByRole('option')
  await expect(recent.first()).toContainText(part.name)
  await expect(getSelectedOption(page)).toContainText(part.name)
  const newTab = page.waitForEvent('popup')
  await page.keyboard.press('Control+Enter')
  await (await newTab).close()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(partUrl)

  await test.step('the palette finds the customer’s order, but no people and no staff screens', async () => {
    await openByShortcut(page)
    await page.keyboard.insertText(orderId)
    const found = getGroup(page, 'Exact match').getByRole('option')
    await expect(found).toHaveText(/^FH-\d+Pending ·\s/)
    await expect(found).toContainText(part.name)
    for (const search of [admin.email, 'manage', 'make admin']) {
      await getField(page).fill(search)
      await expect(getPalette(page).getByText(`Nothing found for “${search}”.`)).toBeVisible()
    }
  })
  await test.step('a part is added to the cart with its minimum order', async () => {
    await getField(page).fill(`add ${part.name}`)
    const add = getPalette(page)
      .getByRole('option', { name: `Add to Cart ${part.name}` })
      .first()
    await add.click()
    await expect(getPalette(page)).toHaveCount(0)
    await expectToast(page, `Added to cart: ${part.minimumOrder} × ${part.name}.`)
    await expect(page.locator('header').getByRole('link', { name: 'Cart, 1 line' })).toBeVisible()
    await openByShortcut(page)
  })
  await page.goBack()
  await expect(page).toHaveURL('/dashboard/addReview')
  await expect(getPalette(page)).toHaveCount(0)

  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('recentVisits'))).toBeNull()
  await openByShortcut(page)
  await page.keyboard.type('order pad')
  await expect(getSelectedOption(page)).toHaveText('Order Pad')
  await getField(page).fill('FH-1011')
  await expect(getGroup(page, 'Parts').getByRole('option').first()).toContainText('Holm chain')
  await getField(page).fill('add FH-20348-4')
  await expect(getSelectedOption(page)).toContainText('Add to Cart')
  await page.keyboard.press('Enter')
  await expectToast(page, / is out of stock\.$/)
})

test('staff find orders of all customers, people and staff screens', async ({ page }) => {
  const part = await findPartFromEnd(page, 20)
  const customer = await signUpCustomer(page, { ...generateNewUser(), name: 'Wheeler Dealer' })
  await placeOrder(page, customer, part)
  const headers = await signInAsStaff(page)
  await page.goto('/dashboard')
  await waitForHydration(page)

  await test.step('the palette keeps the typed text while its code loads', async () => {
    const release = await openWithoutCode(page)
    await page.keyboard.type('bam')
    await page.keyboard.press('Backspace')
    await page.keyboard.type('n wheeler')
    release()
    await expect(getField(page)).toHaveValue('ban wheeler')
    await expect(getSelectedOption(page)).toHaveText(/^Ban User /)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(getPalette(page)).toHaveCount(0)
  })
  await test.step('keys reach the page after the palette was closed before the actions of staff had loaded', async () => {
    await page.reload()
    await waitForHydration(page)
    const release = await holdRequests(page, /\/staff-actions-[^/]*\.js$/)
    await page.keyboard.press('Control+k')
    await expect(getPalette(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(getPalette(page)).toHaveCount(0)
    const link = page.getByRole('link', { name: 'Bicycle Parts' }).first()
    await link.focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/allParts/)
    release()
  })
  await openByShortcut(page)
  await page.keyboard.insertText(customer.email)
  const found = getGroup(page, 'Orders').getByRole('option')
  await expect(found).toHaveText(/^FH-\d+Pending ·\sWheeler Dealer ·\s/)
  await expect(found).toContainText(part.name)
  const orderNumber = /^FH-\d+/.exec((await found.textContent()) ?? '')?.[0] ?? ''
  const people = getGroup(page, 'People').getByRole('option')
  await expect(people).toHaveText(`${customer.email}Wheeler Dealer`)
  await people.click()
  await expect(page).toHaveURL(`/dashboard/people/${encodeURIComponent(customer.email)}`)

  await test.step('the page of a user, opened by ID, offers the actions on this user', async () => {
    const response = await page.request.get(`/api/people/${customer.email}`, { headers })
    const { user } = await response.json()
    await page.goto(`/dashboard/people/${user._id}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Wheeler Dealer' })).toBeVisible()
    await openByShortcut(page)
    await expect(
      getGroup(page, customer.email).getByRole('option', { name: /^(Ban|New Order|Orders)/ }),
    ).toHaveCount(3)
    await page.keyboard.press('Escape')
    await expect(getPalette(page)).toHaveCount(0)
  })
  await test.step('another action on the same target replaces the action', async () => {
    await openByShortcut(page)
    await getField(page).fill(`delivery ${orderNumber}`)
    await expect(getSelectedOption(page)).toContainText(`Edit Delivery of ${orderNumber}`)
    await getField(page).fill(`note ${orderNumber}`)
    await expect(getSelectedOption(page)).toContainText(`Add Note to ${orderNumber}`)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(getPalette(page)).toHaveCount(0)
  })
  await test.step('an action with a number opens its dialog', async () => {
    await openByShortcut(page)
    await page.keyboard.insertText(`cancel ${orderNumber.slice(3)}`)
    await expect(getSelectedOption(page)).toContainText(`Cancel Order ${orderNumber}`)
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toContainText(`Order ${orderNumber}`)
    await expect(page).toHaveURL(/\/dashboard\/order\/[0-9a-f-]+$/)
    await dialog.getByRole('button', { name: 'No' }).click()
    await openByShortcut(page)
    await expect(
      getPalette(page).getByRole('option', { name: 'Open Customer Wheeler Dealer' }),
    ).toBeVisible()
    await page.keyboard.insertText('add note')
    await expect(getSelectedOption(page)).toContainText(`Add Note to ${orderNumber}`)
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Add a note')).toBeFocused()
    await expect(page).toHaveURL(/\/dashboard\/order\/[0-9a-f-]+$/)
    await openByShortcut(page)
    await expect(getSelectedOption(page)).toHaveText('Edit Delivery')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alertdialog', { name: 'Edit delivery' })).toBeVisible()
    await page.keyboard.press('Escape')
  })
  await test.step('an action opens the price steps of a product', async () => {
    await openByShortcut(page)
    await page.keyboard.insertText(`prices ${part.name}`)
    await expect(getSelectedOption(page)).toContainText(`Change Prices of ${part.name}`)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/dashboard\/editProduct\/[0-9a-f-]+#prices$/)
    const section = page.locator('summary', { hasText: 'Volume pricing' })
    await expect(section).toBeFocused()
    await expect(section).toBeInViewport({ ratio: 1 })
  })
  await test.step('Cancel leaves a product that the palette has opened twice', async () => {
    await openByShortcut(page)
    await page.keyboard.insertText(`prices ${part.name}`)
    await expect(getSelectedOption(page)).toContainText(`Change Prices of ${part.name}`)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page).toHaveURL('/dashboard/manageProducts')
  })
  await page.goto('/dashboard')
  await openByShortcut(page)
  await page.keyboard.type('man prod')
  await expect(getSelectedOption(page)).toHaveText('Manage Products')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard/manageProducts')

  await test.step('the palette keeps Enter while its code loads', async () => {
    await page.reload()
    await waitForHydration(page)
    const release = await openWithoutCode(page)
    await page.keyboard.type('over')
    await page.keyboard.press('Enter')
    await page.keyboard.type('x')
    release()
    await expect(page).toHaveURL('/dashboard/overview')
  })
})

test.describe('a shop whose code fails to load', () => {
  test.use({ expectedErrors: [/ERR_FAILED|CallError/] })

  test('reloads the page by keyboard if the actions of staff fail to load', async ({ page }) => {
    await signInAsStaff(page)
    await page.goto('/dashboard')
    await waitForHydration(page)
    await page.route(/\/staff-actions-[^/]*\.js$/, (route) => route.abort())
    await page.keyboard.press('Control+k')
    const retryButton = getPalette(page).getByRole('button', { name: 'Try Again' })
    await retryButton.focus()
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')])
    await expect(getPalette(page)).toHaveCount(0)
  })
})

test.describe('a shop whose calls fail', () => {
  test.use({ expectedErrors: [/status of 409|ERR_INTERNET_DISCONNECTED|CallError/] })

  test('reports the error in the palette, ignores late responses and still opens screens', async ({
    page,
  }) => {
    const part = await findPartFromEnd(page, 21)
    await placeOrder(page, await signUpCustomer(page), part)
    await page.setViewportSize({ width: 375, height: 700 })
    await page.goto('/dashboard/myOrders')

    await test.step('the palette does not open over dialogs', async () => {
      await page.getByRole('button', { name: 'Cancel Order' }).click()
      await page.keyboard.press('Control+k')
      await page.getByRole('button', { name: 'No', exact: true }).click()
      await expect(getPalette(page)).toHaveCount(0)
    })

    await test.step('the palette reports the failed search and still opens screens', async () => {
      await openByShortcut(page)
      await page.route('**/api/palette*', (route) => route.fulfill({ status: 409, body: '{}' }))
      await page.keyboard.type('my')
      const retryButton = getPalette(page).getByRole('button', { name: 'Try Again' })
      await expect(retryButton).toBeVisible()
      await expect(getGroup(page, 'Screens').getByRole('option')).toHaveText([
        'My Profile',
        'My Orders',
        'My Part Numbers',
        'My Bikes',
      ])
      await page.unroute('**/api/palette*')
      await retryButton.click()
      await expect(getPalette(page).getByText(/^\d+ results?$/)).toBeVisible()
      await expectAccessible(page, 'dialog[open]')
      // Offline, the palette reports the error instead of an empty result.
      await page.context().setOffline(true)
      await getField(page).fill('chain')
      await expect(getPalette(page).getByText('The shop cannot be reached.')).toBeVisible()
      await page.context().setOffline(false)
      await getPalette(page).getByRole('button', { name: 'Close' }).click()
      await expect(getPalette(page)).toHaveCount(0)
    })

    await test.step('the palette ignores late responses of earlier searches, and Enter waits for the results', async () => {
      const releases = await holdSearches(page, part._id)
      await openByShortcut(page)
      await page.keyboard.type('first')
      await expect.poll(() => releases.has('first')).toBe(true)
      await getField(page).fill('second')
      await expect.poll(() => releases.has('second')).toBe(true)
      releases.get('second')?.()
      await expect(getGroup(page, 'Parts').getByRole('option')).toHaveText('About second')
      releases.get('first')?.()
      await getField(page).fill('third')
      await expect.poll(() => releases.has('third')).toBe(true)
      await page.keyboard.press('Enter')
      await expect(getPalette(page).getByText('Searching …')).toBeVisible()
      await expect(getGroup(page, 'Parts').getByRole('option')).toHaveText('About second')
      releases.get('third')?.()
      await expect(page).toHaveURL(`/allParts/${part._id}`)
    })
  })
})

/** Mocks the palette search: one part per search. Returns functions that release the response, by search text. */
async function holdSearches(page: Page, _id: string) {
  const releases = new Map<string, () => void>()
  await page.route('**/api/palette*', async (route) => {
    const search = new URL(route.request().url()).searchParams.get('search') ?? ''
    await new Promise<void>((release) => releases.set(search, release))
    const parts = [{ _id, name: `About ${search}`, sku: null }]
    // The page aborts outdated requests.
    await route.fulfill({ json: { parts, orders: [], people: [] } }).catch(() => {})
  })
  return releases
}

const getPalette = (page: Page) => page.locator('dialog.palette')
const getField = (page: Page) => getPalette(page).locator('input')
const getGroup = (page: Page, name: string) => getPalette(page).getByRole('group', { name })
const getSelectedOption = (page: Page) =>
  getPalette(page).locator('[role=option][aria-selected=true]')

/** Presses the shortcut and holds the palette's code until the returned function is called. */
async function openWithoutCode(page: Page) {
  const code = /\/palette-[^/]*\.js$/
  const release = await holdRequests(page, code)
  await Promise.all([page.waitForRequest(code), page.keyboard.press('Control+k')])
  return release
}

/** Opens the palette by its shortcut when the page is hydrated and no dialog is open. */
async function openByShortcut(page: Page) {
  await waitForHydration(page)
  await expect(page.locator('dialog:modal')).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await expect(getField(page)).toBeFocused()
}
