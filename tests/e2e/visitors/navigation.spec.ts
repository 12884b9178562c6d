import type { Page } from '@playwright/test'
import { readTextColor } from '../support/accessibility.ts'
import { expect, test } from '../support/test.ts'
import { signUpCustomer } from '../support/users-and-orders.ts'

const PUBLIC = [
  ['Home', '/'],
  ['Bicycle Parts', '/allParts'],
  ['Blogs', '/blogs'],
]

test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|dynamically imported module|CallError/] })

test('the navigation bar highlights the current page and has a drawer on small screens', async ({
  page,
  context,
}) => {
  await signUpCustomer(page)
  await page.goto('/blogs')
  const dashboard = getNavigation(page).getByRole('link', { name: 'Dashboard' })
  await expect(dashboard).toBeVisible()
  expect(await listLinks(page)).toEqual([...PUBLIC, ['Dashboard', '/dashboard']])

  await test.step('a screen reports a lost connection and loads when it is back', async () => {
    await context.setOffline(true)
    await dashboard.click()
    const message = page.getByText(
      'The shop cannot be reached. Check your connection, then try again.',
    )
    await expect(message).toBeVisible()
    await expect(page).toHaveTitle('Blogs · Freehub')
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(message).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByRole('heading', { level: 1, name: 'My Profile' })).toBeVisible()
    await expect(page).toHaveTitle('My Profile · Freehub')
    await page.reload()
    await expect(page).toHaveTitle('My Profile · Freehub')
  })

  await test.step('the dashboard menu stays when a screen of the dashboard cannot load', async () => {
    const menu = page.getByRole('navigation', { name: 'Dashboard' })
    const openScreen = (name: string) => menu.getByRole('link', { name }).click()
    const getHeading = (name: string) => page.getByRole('heading', { level: 1, name })
    await context.setOffline(true)
    await openScreen('My Orders')
    await expect(page.getByText('The shop cannot be reached.')).toBeVisible()
    await openScreen('My Profile')
    await expect(getHeading('My Profile')).toBeVisible()
    await openScreen('My Orders')
    await expect(page.getByText('The shop cannot be reached.')).toBeVisible()
    await context.setOffline(false)
    await expect(getHeading('My Orders')).toBeVisible()
    await openScreen('My Profile')
    await expect(getHeading('My Profile')).toBeVisible()
  })

  await test.step('the dashboard menu is a drawer on a small screen', async () => {
    await expect(page.getByRole('heading', { level: 2, name: 'Dashboard' })).toBeVisible()
    const menu = page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link')
    await expect(menu).toHaveCount(11)
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
    // After the logout the server would refuse a request that is still in flight.
    await expect(page.getByText('No orders yet')).toBeVisible()
    await page.getByRole('button', { name: 'Dashboard' }).click()
    await expect(drawer).toBeVisible()
    await page.setViewportSize({ width: 1280, height: 400 })
    await expect(drawer).toBeHidden()
  })

  await test.step('the menu of the top bar closes when the window becomes wide', async () => {
    await page.setViewportSize({ width: 700, height: 700 })
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(page.locator(':popover-open')).toBeVisible()
    await page.setViewportSize({ width: 1280, height: 400 })
    await expect(page.locator(':popover-open')).toHaveCount(0)
    await expect(getNavigation(page).getByRole('link', { name: 'Blogs' })).toBeVisible()
  })

  await test.step('Logout opens the login page, and the bar shows Login', async () => {
    await getNavigation(page).getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/login')
    await expect(getNavigation(page).getByRole('link', { name: 'Login' })).toBeVisible()
    expect(await listLinks(page)).toEqual([...PUBLIC, ['Login', '/login']])
    await expect(getNavigation(page).getByRole('button', { name: 'Logout' })).toHaveCount(0)
  })

  await test.step('the current page has another colour, and the bar stays at the top', async () => {
    const marked = getNavigation(page).locator('a[aria-current]')
    await getNavigation(page).getByRole('link', { name: 'Blogs' }).click()
    await expect(marked).toHaveText(['Blogs'])
    const others = getNavigation(page).locator('a:not([aria-current])').first()
    expect(await readTextColor(marked)).not.toEqual(await readTextColor(others))
    await page.evaluate(() => window.scrollTo(0, 300))
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(300)
    await expect(page.getByRole('banner')).toBeInViewport({ ratio: 1 })
    expect((await page.getByRole('banner').boundingBox())?.y).toBe(0)
  })
})

function getNavigation(page: Page) {
  return page.getByRole('navigation', { name: 'Main' })
}

/** Returns the text and href of each link in the bar. */
function listLinks(page: Page) {
  return getNavigation(page)
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => [link.textContent, link.getAttribute('href')]))
}
