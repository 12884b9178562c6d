import type { Page } from '@playwright/test'
import { hold } from '../support/hold.ts'
import { arrive, expect, test } from '../support/shop.ts'

test('shows what is filled in; what is left empty keeps its old value; the message stands at the top right for five seconds', async ({
  page,
}) => {
  const customer = await arrive(page)
  const main = page.getByRole('main')
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Profile')
  await expect(main.getByRole('heading', { name: customer.name })).toBeVisible()
  await expect(main.getByText(customer.email)).toBeVisible()
  await expect(main.getByRole('img', { name: 'No photo' })).toBeVisible()
  await expectData(page, Array(4).fill('Not given yet'))

  await main.getByRole('link', { name: 'Update' }).click()
  await expect(page).toHaveURL('/dashboard/profileUpdate')
  await page.getByLabel('Education').fill('Two-wheel mechanic')
  await page.getByLabel('Phone').fill('+234 1 555 0100')
  await page.getByLabel('Linkedin').fill('https://www.linkedin.com/in/ada-dealer')
  await page.getByLabel('Location').fill('12 Allen Avenue, Lagos')
  await page.getByRole('button', { name: 'Update' }).click()
  await expectAtTopRightFor5Seconds(page)
  await page.getByRole('link', { name: 'My Profile' }).click()
  const linkedin = main.getByRole('link', { name: /linkedin/ })
  await expect(linkedin).toHaveAttribute('href', 'https://www.linkedin.com/in/ada-dealer')
  const data = ['Two-wheel mechanic', '12 Allen Avenue, Lagos', '+234 1 555 0100', /linkedin/]
  await expectData(page, data)

  await main.getByRole('link', { name: 'Update' }).click()
  await page.getByLabel('Education').fill('')
  await page.getByLabel('Phone').fill('+234 1 555 0199')
  const answer = await hold(page, `/user/${encodeURIComponent(customer.email)}`)
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByRole('button', { name: 'Updating …' })).toBeVisible()
  await page.getByRole('link', { name: 'My Orders' }).click()
  await expect(page).toHaveURL('/dashboard/myOrders')
  answer()
  const toast = toastOf(page)
  await expect(toast).toBeVisible()
  await expect(page).toHaveURL('/dashboard/myOrders')
  await toast.getByRole('button', { name: 'Close' }).click()
  await expect(toast).toHaveCount(0)
  await page.getByRole('link', { name: 'My Profile' }).click()
  await expectData(page, data.with(2, '+234 1 555 0199'))
  await main.getByRole('link', { name: 'Update' }).click()
  await expect(page.getByLabel('Education')).toHaveValue('Two-wheel mechanic')
  await expect(page.getByLabel('Phone')).toHaveValue('+234 1 555 0199')
})

function toastOf(page: Page) {
  return page.locator('.Toastify__toast', { hasText: 'Profile update successful' })
}

async function expectAtTopRightFor5Seconds(page: Page) {
  const toast = toastOf(page)
  await expect(toast).toBeVisible()
  const { x = 0, y = 0, width = 0 } = (await toast.boundingBox()) ?? {}
  const viewport = page.viewportSize() ?? { width: 0, height: 0 }
  expect(viewport.width - (x + width)).toBeLessThan(100)
  expect(y).toBeLessThan(150)

  // The animation of its line ends it: driven by hand, nothing depends on how fast the machine is.
  const line = toast.getByRole('progressbar', { includeHidden: true })
  await line.evaluate((element) => {
    const [run] = element.getAnimations()
    if (run?.effect?.getTiming().duration !== 5000) throw new Error('It does not run for 5000 ms.')
    run.pause()
    run.currentTime = 4900
  })
  await expect(toast).toBeVisible()
  await line.evaluate((element) => element.getAnimations()[0]?.finish())
  await expect(toast).toHaveCount(0)
}

/** Expects the profile's education, location, phone number and linkedin link. */
async function expectData(page: Page, data: (string | RegExp)[]) {
  for (const [place, caption] of ['Education', 'Location', 'Phone Number', 'Linkedin'].entries()) {
    const datum = page
      .getByRole('main')
      .locator('dt', { hasText: caption })
      .locator('xpath=following-sibling::dd')
    await expect(datum).toHaveText(data[place] as string | RegExp)
  }
}
