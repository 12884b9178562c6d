import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { admin, expect, logIn, newcomer, signUp, test } from './shop.ts'

const publicPages = ['/', '/allParts', '/blogs', '/login', '/no/such/page']

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme}`, () => {
    test.use({
      colorScheme,
      contextOptions: { reducedMotion: 'reduce' },
      expectedErrors: [/status of 404/],
    })

    test('axe finds nothing on the public pages', async ({ page }) => {
      for (const path of publicPages) {
        await page.goto(path)
        await expectAccessible(page)
      }
    })

    test('axe finds nothing on a customer’s screens', async ({ page, request }) => {
      const [part] = await (await request.get('/parts?size=1')).json()
      await page.goto('/login')
      await signUp(page, newcomer())
      await expect(page).toHaveURL('/')
      await page.goto(`/purchase/${part._id}`)
      await page.getByLabel('Phone').fill('1')
      await page.getByLabel('Address').fill('Here')
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Place Order' }).click()
      await expect(page.getByRole('link', { name: 'Pay Now' })).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Cancel Order' }).click()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await page.getByRole('link', { name: 'Pay Now' }).click()
      await expect(page.locator('iframe').first()).toBeVisible()
      await expectAccessible(page)
    })

    test('axe finds nothing on the staff’s screens', async ({ page }) => {
      await page.goto('/login')
      await logIn(page, admin)
      await expect(page).toHaveURL('/')
      await page.goto('/dashboard/manageOrders')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Manage All Orders')
      await expectAccessible(page)
    })
  })
}

test.describe('on the smallest screen', () => {
  test.use({ viewport: { width: 320, height: 640 }, expectedErrors: [/status of 404/] })

  test('no page is wider than 320 pixels', async ({ page }) => {
    for (const path of publicPages) {
      await page.goto(path)
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(width, path).toBeLessThanOrEqual(320)
    }
  })
})

async function expectAccessible(page: Page) {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .exclude('iframe')
    .analyze()
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`),
    page.url(),
  ).toEqual([])
}
