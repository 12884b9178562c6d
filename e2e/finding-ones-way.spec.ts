import type { Page } from '@playwright/test'
import { colourOf } from './colours.ts'
import { arrive, expect, test } from './shop.ts'

test('signed out, the bar leads to the public pages and the login, marks the current one with another colour, and stays at the top', async ({
  page,
}) => {
  await page.goto('/')
  await expect(bar(page).getByRole('link', { name: 'Login' })).toBeVisible()
  expect(await linksOf(page)).toEqual([
    ['Home', '/'],
    ['Bicycle Parts', '/allParts'],
    ['Blogs', '/blogs'],
    ['Login', '/login'],
  ])
  await expect(bar(page).getByRole('button', { name: 'Logout' })).toHaveCount(0)

  await page.evaluate(() => window.scrollTo(0, 1500))
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(1500)
  await expect(page.getByRole('banner')).toBeInViewport({ ratio: 1 })
  expect((await page.getByRole('banner').boundingBox())?.y).toBe(0)

  const marked = bar(page).locator('a[aria-current]')
  await expect(marked).toHaveText(['Home'])
  await bar(page).getByRole('link', { name: 'Blogs' }).click()
  await expect(marked).toHaveText(['Blogs'])
  const others = bar(page).locator('a:not([aria-current])').first()
  expect(await colourOf(marked)).not.toEqual(await colourOf(others))
})

test('signed in, the bar leads to the dashboard, whose menu is a drawer on a small screen; Logout leads to the login', async ({
  page,
}) => {
  await arrive(page)
  await page.goto('/blogs')
  await expect(bar(page).getByRole('link', { name: 'Dashboard' })).toBeVisible()
  expect(await linksOf(page)).toEqual([
    ['Home', '/'],
    ['Bicycle Parts', '/allParts'],
    ['Blogs', '/blogs'],
    ['Dashboard', '/dashboard'],
  ])
  await bar(page).getByRole('link', { name: 'Dashboard' }).click()
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

  await page.setViewportSize({ width: 1280, height: 720 })
  await bar(page).getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  await expect(bar(page).getByRole('link', { name: 'Login' })).toBeVisible()
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
