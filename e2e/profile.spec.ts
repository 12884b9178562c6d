import type { Page } from '@playwright/test'
import { hold } from './hold.ts'
import { arrive, type Customer, expect, test } from './shop.ts'

let customer: Customer

test.beforeEach(async ({ page }) => {
  customer = await arrive(page)
})

test('the profile begins with who one is, a placeholder for the photo, and a button to say more', async ({
  page,
}) => {
  await page.goto('/dashboard')
  const main = page.getByRole('main')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Profile')
  await expect(main.getByRole('heading', { name: customer.name })).toBeVisible()
  await expect(main.getByText(customer.email)).toBeVisible()
  await expect(main.getByRole('img', { name: 'No photo' })).toBeVisible()
  for (const caption of ['Education', 'Location', 'Phone Number', 'Linkedin']) {
    await expect(datum(page, caption)).toHaveText('Not given yet')
  }
  await main.getByRole('link', { name: 'Update' }).click()
  await expect(page).toHaveURL('/dashboard/profileUpdate')
})

test('what is filled in is on the profile; what is left empty keeps its old value', async ({
  page,
}) => {
  await page.goto('/dashboard/profileUpdate')
  await page.getByLabel('Education').fill('Two-wheel mechanic')
  await page.getByLabel('Phone').fill('+234 1 555 0100')
  await page.getByLabel('Linkedin').fill('https://www.linkedin.com/in/ada-dealer')
  await page.getByLabel('Location').fill('12 Allen Avenue, Lagos')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Profile update successful')).toBeVisible()
  await page.goto('/dashboard')
  await expect(datum(page, 'Education')).toHaveText('Two-wheel mechanic')
  await expect(datum(page, 'Location')).toHaveText('12 Allen Avenue, Lagos')
  await expect(datum(page, 'Phone Number')).toHaveText('+234 1 555 0100')
  await expect(datum(page, 'Linkedin').getByRole('link')).toHaveAttribute(
    'href',
    'https://www.linkedin.com/in/ada-dealer',
  )

  await page.goto('/dashboard/profileUpdate')
  await page.getByLabel('Education').fill('')
  await page.getByLabel('Phone').fill('+234 1 555 0199')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Profile update successful')).toBeVisible()
  await page.goto('/dashboard')
  await expect(datum(page, 'Education')).toHaveText('Two-wheel mechanic')
  await expect(datum(page, 'Phone Number')).toHaveText('+234 1 555 0199')
})

test('a profile that is updated after one has walked on begins as it is, and nobody is led away', async ({
  page,
}) => {
  const own = `/user/${encodeURIComponent(customer.email)}`
  const { headers } = customer
  await page.request.put(own, { headers, data: { education: 'Two-wheel mechanic' } })
  await page.goto('/dashboard/profileUpdate')
  await page.getByLabel('Education').fill('')
  await page.getByLabel('Phone').fill('+234 1 555 0100')
  const answer = await hold(page, own)
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByRole('button', { name: 'Updating …' })).toBeVisible()
  await page.getByRole('link', { name: 'My Orders' }).click()
  await expect(page).toHaveURL('/dashboard/myOrders')
  answer()
  await expect(page.getByText('Profile update successful')).toBeVisible()
  await expect(page).toHaveURL('/dashboard/myOrders')
  await page.goto('/dashboard/profileUpdate')
  await expect(page.getByLabel('Phone')).toHaveValue('+234 1 555 0100')
  await expect(page.getByLabel('Education')).toHaveValue('Two-wheel mechanic')
})

test('whoever has a photo at the sign-in provider sees it', async ({ page }) => {
  await page.context().clearCookies()
  await page.goto('/login')
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Continue With Google' }).click(),
  ])
  await popup.getByRole('button', { name: 'Grace Porter' }).click()
  await expect(page).toHaveURL('/')
  await page.goto('/dashboard')
  const photo = page.getByRole('main').getByRole('img', { name: 'Grace Porter' })
  await expect(photo).toHaveAttribute('src', /^http:\/\/127\.0\.0\.1:\d+\/google\/pictures\//)
  const width = () => photo.evaluate((img: HTMLImageElement) => img.naturalWidth)
  await expect.poll(width).toBeGreaterThan(0)
})

/** What stands under a caption of the profile. */
function datum(page: Page, caption: string) {
  return page
    .getByRole('main')
    .locator('dt', { hasText: caption })
    .locator('xpath=following-sibling::dd')
}
