import type { Page } from '@playwright/test'
import { colourOf } from './colours.ts'
import { arrive, enterAsStaff, expect, test } from './shop.ts'

test('signed out, the bar leads to the home page, the parts, the blogs and the login', async ({
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
})

test('signed in, the bar leads to the dashboard, and Logout leads to the login', async ({
  page,
}) => {
  await arrive(page)
  await page.goto('/')
  await expect(bar(page).getByRole('link', { name: 'Dashboard' })).toBeVisible()
  expect(await linksOf(page)).toEqual([
    ['Home', '/'],
    ['Bicycle Parts', '/allParts'],
    ['Blogs', '/blogs'],
    ['Dashboard', '/dashboard'],
  ])
  await bar(page).getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  await expect(bar(page).getByRole('link', { name: 'Login' })).toBeVisible()
})

test('the bar marks where one is with another colour', async ({ page }) => {
  const places = [
    ['/', 'Home'],
    ['/home', 'Home'],
    ['/allParts', 'Bicycle Parts'],
    ['/blogs', 'Blogs'],
    ['/login', 'Login'],
  ] as const
  for (const [path, name] of places) {
    await page.goto(path)
    const links = bar(page).getByRole('link')
    await expect(links.filter({ visible: true })).toHaveCount(4)
    const marked = bar(page).locator('a[aria-current]')
    await expect(marked).toHaveText([name])
    const others = bar(page).locator('a:not([aria-current])').first()
    expect(await colourOf(marked), path).not.toEqual(await colourOf(others))
  }
})

test('the bar stays at the top while one scrolls', async ({ page }) => {
  await page.goto('/')
  await page.evaluate(() => window.scrollTo(0, 1500))
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(1500)
  await expect(page.getByRole('banner')).toBeInViewport({ ratio: 1 })
  expect((await page.getByRole('banner').boundingBox())?.y).toBe(0)
})

test('the footer says how to reach the maker, where to follow him, and the year', async ({
  page,
}) => {
  await page.goto('/')
  const footer = page.getByRole('contentinfo')
  await expect(footer.getByRole('link', { name: 'sales@freehub.example' })).toHaveAttribute(
    'href',
    'mailto:sales@freehub.example',
  )
  await expect(footer).toContainText('+880 2 5550 1994')
  await expect(footer).toContainText('Plot 12, Foundry Road, Dhaka')
  for (const [name, host] of [
    ['Facebook', 'www.facebook.com'],
    ['LinkedIn', 'www.linkedin.com'],
    ['YouTube', 'www.youtube.com'],
  ] as const) {
    const link = footer.getByRole('link', { name })
    await expect(link).toHaveAttribute('href', new RegExp(`^https://${host}/`))
  }
  await expect(footer).toContainText(`© ${new Date().getUTCFullYear()} Freehub`)
})

test('the blogs have a heading, and say that there are none yet', async ({ page }) => {
  await page.goto('/blogs')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blogs')
  await expect(page.getByText('No blogs posted yet')).toBeVisible()
})

test('a customer’s dashboard has his places, and the way to his account', async ({ page }) => {
  await arrive(page)
  await page.goto('/dashboard/myOrders')
  await expectDashboard(page, [
    ['Overview', '/dashboard/overview'],
    ['My Profile', '/dashboard'],
    ['My Orders', '/dashboard/myOrders'],
    ['Add A Review', '/dashboard/addReview'],
    ['Sign-in & Security', '/dashboard/account'],
  ])
})

test('the staff’s dashboard has their places, and the way to their account', async ({ page }) => {
  await enterAsStaff(page)
  await page.goto('/dashboard/manageOrders')
  await expectDashboard(page, [
    ['Overview', '/dashboard/overview'],
    ['My Profile', '/dashboard'],
    ['Manage All Orders', '/dashboard/manageOrders'],
    ['Add A Product', '/dashboard/addProduct'],
    ['Make Admin', '/dashboard/makeAdmin'],
    ['Manage Reviews', '/dashboard/manageReviews'],
    ['Manage Products', '/dashboard/manageProducts'],
    ['Import Products', '/dashboard/importProducts'],
    ['Sign-in & Security', '/dashboard/account'],
  ])
})

test('on a small screen the dashboard’s menu is a drawer that opens, leads on and closes', async ({
  page,
}) => {
  await arrive(page)
  await page.setViewportSize({ width: 375, height: 700 })
  await page.goto('/dashboard')
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
})

async function expectDashboard(page: Page, places: [name: string, path: string][]) {
  await expect(page.getByRole('heading', { level: 2, name: 'Dashboard' })).toBeVisible()
  const links = page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link')
  await expect(links).toHaveText(places.map(([name]) => name))
  for (const [place, [, path]] of places.entries()) {
    await expect(links.nth(place)).toHaveAttribute('href', path)
  }
}

function bar(page: Page) {
  return page.getByRole('navigation', { name: 'Main' })
}

/** What the bar's links say, and where each leads. */
function linksOf(page: Page) {
  return bar(page)
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => [link.textContent, link.getAttribute('href')]))
}
