import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { awake } from './awake.ts'
import { admin, arrive, book, expect, logIn, newcomer, signUp, test } from './shop.ts'

// What axe finds it says itself; a trace of it takes longer than all that it looks at.
test.use({ trace: 'off' })

const publicPages = ['/', '/allParts', '/blogs', '/login', '/no/such/page']
const waysIn = ['/forgot', '/reset', '/reset?token=x', '/code', '/phone']
const customersPages = ['', '/overview', '/profileUpdate', '/myOrders', '/addReview', '/account']
const staffsPages = [
  '',
  '/overview',
  '/profileUpdate',
  '/manageOrders',
  '/addProduct',
  '/makeAdmin',
  '/manageProducts',
]

test.describe('in light and in dark', () => {
  test.use({ expectedErrors: [/status of 40[14]/] })

  test('axe finds nothing on the public pages', async ({ page }) => {
    for (const path of publicPages) {
      await page.goto(path)
      await expectAccessible(page)
    }
  })

  test('axe finds nothing on the ways in', async ({ page }) => {
    for (const path of [...waysIn.map((way) => `/login${way}`), '/confirm-email?token=x']) {
      await page.goto(path)
      await awake(page)
      await expectAccessible(page)
    }
  })

  test('axe finds nothing on the forms with what is wrong in them', async ({ page }) => {
    await page.goto('/#contact-us')
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByText('Please Comment')).toBeVisible()
    await expectAccessible(page)
    await page.goto('/login?error=access_denied')
    await expect(page.locator('.red-box')).toBeVisible()
    await page.getByRole('group').getByRole('button', { name: 'Sign Up' }).click()
    await page.getByRole('main').locator('form').getByRole('button', { name: 'Sign Up' }).click()
    await expect(page.getByText('User Name required')).toBeVisible()
    await expectAccessible(page)
  })

  test('axe finds nothing on the small screen, its menu and its drawer open', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto('/')
    await page.getByRole('button', { name: 'Menu' }).click()
    await expectAccessible(page)
    await page.goto('/login')
    await logIn(page, admin)
    await expect(page).toHaveURL('/')
    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'Dashboard' }).click()
    await expectAccessible(page)
  })

  test('axe finds nothing on a customer’s screens', async ({ page, request }) => {
    test.slow()
    const [part] = await (await request.get('/parts?size=1')).json()
    await page.goto('/login')
    await signUp(page, newcomer())
    await expect(page).toHaveURL('/')
    for (const path of customersPages) {
      await expectOpen(page, path)
      await expectAccessible(page)
    }
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
    test.slow()
    await page.goto('/login')
    await logIn(page, admin)
    await expect(page).toHaveURL('/')
    for (const path of staffsPages) {
      await expectOpen(page, path)
      await expectAccessible(page)
    }
    await page.getByRole('button', { name: 'Delete' }).first().click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await expectAccessible(page)
  })
})

test.describe('on the smallest screen', () => {
  test.use({ viewport: { width: 320, height: 640 }, expectedErrors: [/status of 404/] })

  test('no page is wider than 320 pixels', async ({ page, request }) => {
    for (const path of publicPages) {
      await page.goto(path)
      await expectNarrow(page)
    }
    const [part] = await (await request.get('/parts?size=1')).json()
    const customer = await arrive(page)
    await book(page, customer, part)
    for (const path of customersPages) {
      await expectOpen(page, path)
      await expectNarrow(page)
    }
    await page.goto(`/purchase/${part._id}`)
    await expect(page.getByRole('button', { name: 'Place Order' })).toBeVisible()
    await expectNarrow(page)
    await page.goto('/dashboard/myOrders')
    await page.getByRole('button', { name: 'Cancel Order' }).click()
    await expectNarrow(page)
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Pay Now' }).click()
    await expect(page.locator('iframe').first()).toBeVisible()
    await expectNarrow(page)
  })

  test('no page of the staff is wider than 320 pixels', async ({ page }) => {
    await page.goto('/login')
    await logIn(page, admin)
    await expect(page).toHaveURL('/')
    for (const path of staffsPages) {
      await expectOpen(page, path)
      await expectNarrow(page)
    }
  })
})

/** Goes to a screen of the dashboard, and waits until its data is there. */
async function expectOpen(page: Page, path: string) {
  await page.goto(`/dashboard${path}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('Please wait, Loading ...')).toHaveCount(0)
}

async function expectNarrow(page: Page) {
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width, page.url()).toBeLessThanOrEqual(320)
}
