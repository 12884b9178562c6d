import type { Page } from '@playwright/test'
import { expectAccessible, expectFitsLargeFont } from '../support/accessibility.ts'
import { holdRequests } from '../support/intercept-requests.ts'
import { expect, test } from '../support/test.ts'
import { keepToastsOpen } from '../support/toasts.ts'
import { signUpCustomer } from '../support/users-and-orders.ts'

test('saves the profile, keeps the values of empty fields and confirms with a toast', async ({
  page,
}) => {
  const customer = await signUpCustomer(page)
  const main = page.getByRole('main')
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Profile')
  await expect(main.getByRole('heading', { name: customer.name })).toBeVisible()
  await expect(main.getByText(customer.email)).toBeVisible()
  await expect(main.getByRole('img', { name: 'No photo' })).toBeVisible()
  await expectData(page, Array(4).fill('Not provided'))
  await expectAccessible(page)
  await expectFitsLargeFont(page)
  await page.getByRole('link', { name: 'Overview' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overview')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'My Profile' }).click()

  await main.getByRole('link', { name: 'Update' }).click()
  await expect(page).toHaveURL('/dashboard/profileUpdate')
  await page.getByLabel('Education').fill('Two-wheel mechanic')
  await page.getByLabel('Phone').fill('+234 1 555 0100')
  await page.getByLabel('LinkedIn').fill('https://www.linkedin.com/in/ada-dealer')
  await page.getByLabel('Location').fill('12 Allen Avenue, Lagos')
  await expectAccessible(page)
  await keepToastsOpen(page)
  await page.getByRole('button', { name: 'Update' }).click()
  await expectToastForFiveSeconds(page)
  await page.getByRole('link', { name: 'My Profile' }).click()
  const linkedin = main.getByRole('link', { name: /linkedin/ })
  await expect(linkedin).toHaveAttribute('href', 'https://www.linkedin.com/in/ada-dealer')
  const data = ['Two-wheel mechanic', '12 Allen Avenue, Lagos', '+234 1 555 0100', /linkedin/]
  await expectData(page, data)

  await main.getByRole('link', { name: 'Update' }).click()
  await page.getByLabel('Education').fill('')
  await page.getByLabel('Phone').fill('+234 1 555 0199')
  const release = await holdRequests(page, `/user/${encodeURIComponent(customer.email)}`)
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByRole('button', { name: 'Updating …' })).toBeVisible()
  await page.getByRole('link', { name: 'My Orders' }).click()
  await expect(page).toHaveURL('/dashboard/myOrders')
  release()
  const toast = getToast(page)
  await expect(toast).toBeVisible()
  await expect(page).toHaveURL('/dashboard/myOrders')
  await toast.getByRole('button', { name: 'Close' }).click()
  await expect(toast).toHaveCount(0)
  await page.getByRole('link', { name: 'My Profile' }).click()
  await expectData(page, data.with(2, '+234 1 555 0199'))
  await main.getByRole('link', { name: 'Update' }).click()
  await expect(page.getByLabel('Education')).toHaveValue('Two-wheel mechanic')
  await expect(page.getByLabel('Phone')).toHaveValue('+234 1 555 0199')

  await test.step('keeps a value that another device has changed meanwhile', async () => {
    const { email, headers } = customer
    await page.request.put(`/user/${email}`, { data: { phone: '+234 1 555 0111' }, headers })
    await page.getByLabel('Education').fill('Wheel builder')
    await page.getByRole('button', { name: 'Update' }).click()
    await expectData(page, data.with(0, 'Wheel builder').with(2, '+234 1 555 0111'))
  })

  await test.step('a restored draft keeps a change on another device', async () => {
    const { email, headers } = customer
    // The toast covers the link.
    await main.getByRole('link', { name: 'Update' }).press('Enter')
    await page.getByLabel('Education').fill('Frame builder')
    await page.reload()
    await expect(page.getByLabel('Education')).toHaveValue('Frame builder')
    await page.request.put(`/user/${email}`, { data: { phone: '+234 1 555 0122' }, headers })
    await page.reload()
    await expect(page.getByLabel('Phone')).toHaveValue('+234 1 555 0122')
    await expect(page.getByLabel('Education')).toHaveValue('Frame builder')
  })
})

function getToast(page: Page) {
  return page.locator('.Toastify__toast', { hasText: 'Profile update successful' })
}

async function expectToastForFiveSeconds(page: Page) {
  const toast = getToast(page)
  await expect(toast).toBeVisible()
  const { x = 0, y = 0, width = 0 } = (await toast.boundingBox()) ?? {}
  const viewport = page.viewportSize() ?? { width: 0, height: 0 }
  expect(viewport.width - (x + width)).toBeLessThan(100)
  expect(y).toBeLessThan(150)

  // The end of the progress animation closes the toast. The test drives the animation, whatever the machine's speed.
  const progressBar = toast.getByRole('progressbar', { includeHidden: true })
  await progressBar.evaluate((element) => {
    const [animation] = element.getAnimations()
    if (animation?.effect?.getTiming().duration !== 5000)
      throw new Error('The toast is not shown for 5000 ms.')
    animation.pause()
    animation.currentTime = 4900
  })
  await expect(toast).toBeVisible()
  await progressBar.evaluate((element) => element.getAnimations()[0]?.finish())
  await expect(toast).toHaveCount(0)
}

/** Expects the profile's education, location, phone number and linkedin link. */
async function expectData(page: Page, data: (string | RegExp)[]) {
  for (const [index, caption] of ['Education', 'Location', 'Phone Number', 'LinkedIn'].entries()) {
    const value = page
      .getByRole('main')
      .locator('dt', { hasText: caption })
      .locator('xpath=following-sibling::dd')
    await expect(value).toHaveText(data[index] as string | RegExp)
  }
}
