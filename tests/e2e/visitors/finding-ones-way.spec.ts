import type { Page } from '@playwright/test'
import { colourOf } from '../support/colours.ts'
import { arrive, expect, test } from '../support/shop.ts'

const PUBLIC = [
  ['Home', '/'],
  ['Bicycle Parts', '/allParts'],
  ['Blogs', '/blogs'],
]

test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|dynamically imported module|CallError/] })

test('the bar leads to the dashboard or the login, marks the current page and stays at the top; the dashboard’s menu is a drawer on a small screen', async ({
  page,
  context,
}) => {
  await arrive(page)
  await page.goto('/blogs')
  const dashboard = bar(page).getByRole('link', { name: 'Dashboard' })
  await expect(dashboard).toBeVisible()
  expect(await linksOf(page)).toEqual([...PUBLIC, ['Dashboard', '/dashboard']])

  await test.step('without a connection a screen states so, and loads once the connection is back', async () => {
    await context.setOffline(true)
    await dashboard.click()
    const sentence = page.getByText(
      'The shop cannot be reached. Check your connection, then try again.',
    )
    await expect(sentence).toBeVisible()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(sentence).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByRole('heading', { level: 1, name: 'My Profile' })).toBeVisible()
  })

  await test.step('the menu of the dashboard is a drawer on a small screen', async () => {
    await expect(page.getByRole('heading', { level: 2, name: 'Dashboard' })).toBeVisible()
    const menu = page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link')
    await expect(menu).toHaveCount(5)
    await page.setViewportSize({ width: 375, height: 700 })
    const drawer = page.getByRole('dialog', { name: 'Dashboard' })
    await page.getByRole('button', { name: 'Dashboard' }).click()
    await expect(drawer.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
    await expect(page.getByRole('button', { name: 'Dashboard' })).toBeFocused()
    await page.getByRole('button', { name: 'Dashboard' }).click()
    await drawer.getByRole('link', { name: 'My Orders' }).click()
    await expect(page).toHaveURL('/dashboard/myOrders')
    await expect(drawer).toBeHidden()
    await page.setViewportSize({ width: 1280, height: 400 })
  })

  await test.step('Logout leads to the login, and the bar then too', async () => {
    await bar(page).getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/login')
    await expect(bar(page).getByRole('link', { name: 'Login' })).toBeVisible()
    expect(await linksOf(page)).toEqual([...PUBLIC, ['Login', '/login']])
    await expect(bar(page).getByRole('button', { name: 'Logout' })).toHaveCount(0)
  })

  await test.step('the current page has another colour, and the bar stays at the top', async () => {
    const marked = bar(page).locator('a[aria-current]')
    await bar(page).getByRole('link', { name: 'Blogs' }).click()
    await expect(marked).toHaveText(['Blogs'])
    const others = bar(page).locator('a:not([aria-current])').first()
    expect(await colourOf(marked)).not.toEqual(await colourOf(others))
    await page.evaluate(() => window.scrollTo(0, 300))
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(300)
    await expect(page.getByRole('banner')).toBeInViewport({ ratio: 1 })
    expect((await page.getByRole('banner').boundingBox())?.y).toBe(0)
  })
})

function bar(page: Page) {
  return page.getByRole('navigation', { name: 'Main' })
}

/** Returns the text and the address of each of the bar's links. */
function linksOf(page: Page) {
  return bar(page)
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => [link.textContent, link.getAttribute('href')]))
}
