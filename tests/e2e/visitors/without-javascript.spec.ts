import { expect, test } from '../support/shop.ts'

// The console reports the 404 of the unknown page.
test.use({ expectedErrors: [/status of 404/] })

test.describe('a browser without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('shows the Not Found page and the complete home page', async ({ page }) => {
    for (const path of ['/allParts/%zz', '/no/such/page']) {
      const response = await page.goto(path)
      expect(response?.status()).toBe(404)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page Not Found')
    }
    const drawing = page.getByRole('img', { name: /chain/i })
    await expect(drawing).toBeVisible()
    await expect(drawing).not.toHaveJSProperty('naturalWidth', 0)
    await page.getByRole('main').getByRole('link', { name: 'Home' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bicycle Parts')
    await expect(page.getByRole('heading', { name: 'Millions Trust Our Products' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Book Now' })).toHaveCount(6)
    await expect(page.getByRole('article')).toHaveCount(6)
    await page.getByRole('link', { name: /^All \d+ reviews$/ }).click()
    await expect(page.getByText('Mei L., Tainan')).toBeVisible()
    await page.getByRole('link', { name: 'Back to the newest reviews' }).click()
    await expect(page.getByRole('article')).toHaveCount(6)
    await page.getByRole('link', { name: 'Show All' }).click()
    await expect(page).toHaveURL('/allParts')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bicycle Parts')
  })
})
