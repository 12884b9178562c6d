import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { awake } from './awake.ts'
import { arrive, book, enterAsStaff, expect, partFromTheEnd, test } from './shop.ts'

const publicPages = [
  '/',
  '/allParts',
  '/blogs',
  '/login',
  '/login/forgot',
  '/login/reset',
  '/login/reset?token=x',
  '/login/code',
  '/login/phone',
  '/confirm-email?token=x',
  '/no/such/page',
]
const customersPages = ['', '/overview', '/profileUpdate', '/myOrders', '/addReview', '/account']
// Others are visited where their lists and forms are in use: overview, managing, stock, importing and reviews-managed.spec.ts.
const staffsPages = ['', '/profileUpdate', '/manageOrders', '/addProduct']

test.use({ expectedErrors: [/status of 40[14]/] })

test.describe('axe finds nothing, and nothing scrolls sideways at 320 pixels', () => {
  for (const half of [publicPages.slice(0, 6), publicPages.slice(6)]) {
    test(`on ${half[0]} and other public pages`, async ({ page }) => {
      for (const path of half) {
        await page.goto(path)
        await awake(page)
        await expectAccessible(page)
      }
    })
  }

  test('on the forms with errors in them', async ({ page }) => {
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

  test('on the small screen, with its menu and its drawer open', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto('/')
    await page.getByRole('button', { name: 'Menu' }).click()
    await expectAccessible(page)
    await enterAsStaff(page)
    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'Dashboard' }).click()
    await expectAccessible(page)
  })

  test('on a customer’s screens', async ({ page }) => {
    const part = await partFromTheEnd(page, 1)
    await book(page, await arrive(page), part)
    for (const path of customersPages) {
      await open(page, path)
      await expectAccessible(page)
    }
  })

  test('on the way to an order and its payment', async ({ page }) => {
    const part = await partFromTheEnd(page, 1)
    await arrive(page)
    await page.goto(`/purchase/${part._id}`)
    await page.getByLabel('Phone').fill('1')
    await page.getByLabel('Address').fill('Here')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Place Order' }).click()
    await expect(page.getByRole('link', { name: 'Pay Now' })).toBeVisible()
    await page.getByRole('button', { name: 'Cancel Order' }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Pay Now' }).click()
    await expect(page.locator('iframe').first()).toBeVisible()
    await expectAccessible(page)
  })

  test('on the staff’s screens', async ({ page }) => {
    await enterAsStaff(page)
    for (const path of staffsPages) {
      await open(page, path)
      await expectAccessible(page)
    }
    await open(page, '/manageProducts')
    await page.getByRole('button', { name: 'Delete' }).first().click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await expectAccessible(page)
  })
})

/** Opens a screen of the dashboard, and waits until its data is there. */
async function open(page: Page, path: string) {
  await page.goto(`/dashboard${path}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('Please wait, Loading ...')).toHaveCount(0)
}
