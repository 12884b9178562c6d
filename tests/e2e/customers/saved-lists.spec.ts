import { parseDrawingUrl } from '../../../web/ui/drawing-url.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { doubleClick, holdRequests, loseResponse } from '../support/intercept-requests.ts'
import { expect, test } from '../support/test.ts'
import { expectToast } from '../support/toasts.ts'
import {
  fillCart,
  findPartsFromEnd,
  getQuantity,
  type Part,
  signUpCustomer,
  waitForHydration,
} from '../support/users-and-orders.ts'

// The console reports unknown numbers, lost responses, and the refusal of a line that another window has changed.
test.use({
  expectedErrors: [
    /status of 409|ERR_FAILED|No part has this number|already in this list|in another window/,
  ],
})

test('a cart is saved as a list, and the list is renamed, edited, added to the cart and deleted', async ({
  page,
}) => {
  const parts = await findPartsFromEnd(page, 31, 2)
  const [chain, hub] = parts as [(typeof parts)[0], (typeof parts)[0]]
  const customer = await signUpCustomer(page)
  await page.goto('/dashboard/savedLists')
  await expect(page.getByText('You have no saved lists')).toBeVisible()
  await expectAccessible(page)
  await fillCart(page, customer, [chain, hub])
  await page.locator('header').getByRole('link', { name: /^Cart/ }).click()
  await page.getByRole('button', { name: 'Save as List' }).click()
  await page.getByRole('button', { name: 'Save List' }).click()
  await expect(page.getByText('Enter a name.')).toBeVisible()
  await page.getByLabel('Name of the list').fill('Spring')
  await test.step('a list is not saved while a field contains no quantity', async () => {
    await getQuantity(page, chain).fill('1x0')
    await page.getByRole('button', { name: 'Save List' }).click()
    await expect(getQuantity(page, chain)).toBeFocused()
    await getQuantity(page, chain).fill(String(chain.minimumOrder))
  })
  await test.step('a quantity keeps the focus if the list is saved meanwhile', async () => {
    const release = await holdRequests(page, '/api/lists')
    await page.getByRole('button', { name: 'Save List' }).dblclick()
    await getQuantity(page, chain).focus()
    release()
    await expect(page.getByRole('button', { name: 'Save as List' })).toBeVisible()
    await expect(getQuantity(page, chain)).toBeFocused()
  })
  await page.getByRole('link', { name: 'Spring' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Spring' })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await page.getByRole('button', { name: 'Rename' }).click()
  await page.getByLabel('Name of the list').fill('Autumn')
  await page.getByRole('button', { name: 'Save Name' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Autumn' })).toBeVisible()
  await page.getByRole('button', { name: `Remove: ${hub.name}` }).click()
  await test.step('the list is not added to the cart if another window has changed a line', async () => {
    const change = { productId: chain._id, set: chain.minimumOrder + 3, seen: chain.minimumOrder }
    const path = `/api/lists/${page.url().split('/').at(-1)}`
    await page.request.patch(path, { headers: customer.headers, data: { changes: [change] } })
    const release = await holdRequests(page, path)
    await getQuantity(page, chain).fill(String(chain.minimumOrder + 4))
    await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
    release()
    await expect(page.getByText('has changed in another window')).toBeVisible()
  })
  await getQuantity(page, chain).fill(String(chain.minimumOrder + 5))
  // Pending changes are saved first.
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
  await expect(page).toHaveURL('/cart')
  await expect(page.getByText('1 line of the list “Autumn” is in your cart.')).toBeVisible()
  await expect(getQuantity(page, chain)).toHaveValue(String(chain.minimumOrder + 5))

  await page.goto('/dashboard/savedLists')
  const row = page.getByRole('row', { name: /Autumn/ })
  await expect(row.getByRole('cell').nth(2)).toHaveText(String(chain.minimumOrder + 5))
  await expect(row.getByRole('cell').nth(3)).toHaveText(/^\$\d/)
  await expectAccessible(page)
  await row.getByRole('button', { name: 'Delete: Autumn' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('“Autumn” has 1 line.')
  await page.getByRole('button', { name: 'Delete List' }).click()
  await expect(page.getByText('You have no saved lists')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('an empty list is created, and parts are added to it with a quantity', async ({ page }) => {
  const [chain] = (await findPartsFromEnd(page, 31, 1)) as [Part]
  await signUpCustomer(page)
  await page.goto('/dashboard/savedLists')
  await page.getByRole('button', { name: 'New List' }).click()
  const name = page.getByLabel('Name of the list')
  await page.getByRole('button', { name: 'Create List' }).click()
  await expect(page.getByText('Enter a name.')).toBeVisible()
  await expect(name).toBeFocused()
  await name.fill('Summer '.repeat(12))
  await expect(page.getByText('Enter at most 80 characters.')).toBeVisible()
  await name.fill('Summer')
  await expect(page.getByText(/^Enter /)).toHaveCount(0)
  await test.step('the form stays open while the list is created', async () => {
    const release = await holdRequests(page, '/api/lists')
    await page.getByRole('button', { name: 'Create List' }).dblclick()
    await name.press('Escape')
    await page.getByRole('button', { name: 'Cancel' }).press('Enter')
    await expect(name).toHaveValue('Summer')
    release()
  })
  await expect(page.getByRole('heading', { level: 1, name: 'Summer' })).toBeVisible()
  await expect(page.getByText('This list is empty')).toBeVisible()
  await page.getByLabel('Part number').fill(parseDrawingUrl(chain.img) ?? '')
  const quantity = page.getByLabel('Quantity', { exact: true })
  await quantity.fill('0')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('Enter a quantity of at least 1.')).toBeVisible()
  await expect(quantity).toBeFocused()
  await quantity.fill(String(chain.minimumOrder + 1))
  await quantity.press('Enter')
  await expect(getQuantity(page, chain)).toHaveValue(String(chain.minimumOrder + 1))
  await expect(quantity).toHaveValue('')
  await page.goto('/dashboard/savedLists')
  await expect(page.getByRole('row', { name: /Summer/ })).toHaveCount(1)
})

test('a part is added to a saved list by its number, once, with its minimum order', async ({
  page,
}) => {
  const [chain, hub, rim] = (await findPartsFromEnd(page, 31, 3)) as [Part, Part, Part]
  const { headers } = await signUpCustomer(page)
  const lines = [{ productId: chain._id, quantity: chain.minimumOrder }]
  const list = { name: 'Monthly', lines }
  const { _id } = await (await page.request.post('/api/lists', { headers, data: list })).json()
  const path = `/api/lists/${_id}`
  const getSku = ({ img }: Part) => parseDrawingUrl(img) ?? ''
  await page.goto(`/dashboard/savedList/${_id}`)
  await waitForHydration(page)
  const number = page.getByLabel('Part number')
  const add = page.getByRole('button', { name: 'Add', exact: true })

  await test.step('states why a number cannot be added, and keeps the focus', async () => {
    await add.click()
    await expect(page.getByText('Enter a part number.')).toBeVisible()
    await number.fill('XX-0')
    await number.press('Enter')
    await expect(page.getByText('No part has this number.')).toBeVisible()
    await number.fill(getSku(chain))
    await add.click()
    await expect(page.getByText(`${chain.name} is already in this list.`)).toBeVisible()
    await expect(number).toBeFocused()
    await expectAccessible(page)
  })

  await number.fill(getSku(hub))
  await doubleClick(add, /order-pad/)
  await expectToast(page, `Added to the list: ${hub.minimumOrder} × ${hub.name}.`)
  await expect(getQuantity(page, hub)).toHaveValue(String(hub.minimumOrder))
  await expect(number).toHaveValue('')
  await expect(number).toBeFocused()

  await test.step('restores a removed line', async () => {
    await page.getByRole('button', { name: `Remove: ${hub.name}` }).click()
    await number.fill(getSku(hub))
    await page.getByLabel('Quantity', { exact: true }).fill('1')
    await number.press('Enter')
    const added = `Added to the list: ${hub.minimumOrder} × ${hub.name}.`
    await expectToast(page, `${added} The minimum order is ${hub.minimumOrder}.`)
    await expect(getQuantity(page, hub)).toHaveValue(String(hub.minimumOrder))
  })

  await test.step('counts only the lines that can be ordered', async () => {
    await getQuantity(page, hub).fill('9999999')
    await expect(page.getByText(/^1 of 2 lines, /)).toBeVisible()
    await getQuantity(page, hub).fill(String(hub.minimumOrder))
    await expect(page.getByText(/^2 lines, /)).toBeVisible()
  })

  await test.step('a lost response adds no second line, and another window’s line is not changed', async () => {
    await loseResponse(page, 'PATCH', path)
    // The list shows the line before the change is sent again.
    const lookUps = '**/api/order-pad/rows'
    let count = 0
    await page.route(lookUps, async (route) => {
      count += 1
      if (count === 2) {
        await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
        await expect(getQuantity(page, rim)).toHaveValue(String(rim.minimumOrder))
      }
      await route.continue()
    })
    await number.fill(getSku(rim))
    await number.press('Enter')
    await expectToast(page, `Added to the list: ${rim.minimumOrder} × ${rim.name}.`)
    await page.unroute(lookUps)
    // The list does not reload any more, so it does not show the line of the other window.
    await page.reload()
    await waitForHydration(page)
    await expect(getQuantity(page, rim)).toHaveValue(String(rim.minimumOrder))
    const [other] = (await findPartsFromEnd(page, 27, 1)) as [Part]
    const changes = [{ productId: other._id, add: 3 * other.minimumOrder }]
    await page.request.patch(path, { headers, data: { changes } })
    await number.fill(getSku(other))
    await number.press('Enter')
    await expect(page.getByRole('form').getByRole('alert')).toContainText('in another window')
    await expect(getQuantity(page, other)).toHaveValue(String(3 * other.minimumOrder))
  })
})
