import { expectAccessible } from './support/accessibility.ts'
import { expect, test } from './support/test.ts'
import { waitForHydration } from './support/users-and-orders.ts'

// The other spec files check the accessibility of the pages that they open.

test.use({ expectedErrors: [/status of 404/] })

test('the home page, the blogs page with the menu open, and the Not Found page have no axe violations and do not scroll sideways', async ({
  page,
}) => {
  await page.goto('/#contact-us')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Please Comment')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  const menu = page.getByRole('button', { name: 'Menu' })
  await menu.click()
  const bar = page.getByRole('navigation', { name: 'Main' })
  await bar.getByRole('link', { name: 'Blogs' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Blogs' })).toBeVisible()
  await menu.click()
  await expectAccessible(page)
  await page.goto('/no/such/page')
  await waitForHydration(page)
  await expectAccessible(page)
})
