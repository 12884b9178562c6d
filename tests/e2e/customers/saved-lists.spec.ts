import { expectAccessible } from '../support/accessibility.ts'
import { holdRequests } from '../support/hold-requests.ts'
import {
  expect,
  fillCart,
  findPartsFromEnd,
  getQuantity,
  signUpCustomer,
  test,
} from '../support/shop.ts'

// The console reports the refusal of a line that another window has changed.
test.use({ expectedErrors: [/status of 409/] })

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
  await page.getByRole('button', { name: 'Save as list' }).click()
  await page.getByRole('button', { name: 'Save list' }).click()
  await expect(page.getByText('Enter a name.')).toBeVisible()
  await page.getByLabel('Name of the list').fill('Spring')
  await test.step('a list is not saved while a field contains no quantity', async () => {
    await getQuantity(page, chain).fill('1x0')
    await page.getByRole('button', { name: 'Save list' }).click()
    await expect(getQuantity(page, chain)).toBeFocused()
    await getQuantity(page, chain).fill(String(chain.minimumOrder))
  })
  await page.getByRole('button', { name: 'Save list' }).dblclick()
  await page.getByRole('link', { name: 'Spring' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Spring' })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await page.getByRole('button', { name: 'Rename' }).click()
  await page.getByLabel('Name of the list').fill('Autumn')
  await page.getByRole('button', { name: 'Save name' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Autumn' })).toBeVisible()
  await page.getByRole('button', { name: `Remove: ${hub.name}` }).click()
  await test.step('the list is not added to the cart if another window has changed a line', async () => {
    const change = { productId: chain._id, set: chain.minimumOrder + 3, seen: chain.minimumOrder }
    const path = `/api/lists/${page.url().split('/').at(-1)}`
    await page.request.patch(path, { headers: customer.headers, data: { changes: [change] } })
    const release = await holdRequests(page, path)
    await getQuantity(page, chain).fill(String(chain.minimumOrder + 4))
    await page.getByRole('button', { name: 'Add to cart' }).click()
    release()
    await expect(page.getByText('has changed in another window')).toBeVisible()
  })
  await getQuantity(page, chain).fill(String(chain.minimumOrder + 5))
  // Pending changes are saved first.
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await expect(page).toHaveURL('/cart')
  await expect(page.getByText('1 line of the list “Autumn” is in your cart.')).toBeVisible()
  await expect(getQuantity(page, chain)).toHaveValue(String(chain.minimumOrder + 5))

  await page.goto('/dashboard/savedLists')
  const row = page.getByRole('row', { name: /Autumn/ })
  await expect(row).toContainText('1')
  await expectAccessible(page)
  await row.getByRole('button', { name: 'Delete: Autumn' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('“Autumn” has 1 line.')
  await page.getByRole('button', { name: 'Delete List' }).click()
  await expect(page.getByText('You have no saved lists')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})
