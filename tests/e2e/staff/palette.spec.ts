import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { awake } from '../support/awake.ts'
import {
  admin,
  arrive,
  book,
  enterAsStaff,
  expect,
  newcomer,
  partFromTheEnd,
  test,
} from '../support/shop.ts'

test('a customer goes by keys alone to a part, a screen and where he was, and the focus never gets lost', async ({
  page,
}) => {
  const part = await partFromTheEnd(page, 18)
  const own = await book(page, await arrive(page), part)
  await page.goto('/blogs')
  await awake(page)
  const link = page.getByRole('link', { name: 'Bicycle Parts' }).first()
  await link.focus()
  await openByKeys(page)
  await expect(field(page)).toBeFocused()
  await expect(chosen(page)).toHaveText('Overview')
  await page.keyboard.press('Escape')
  await expect(palette(page)).toHaveCount(0)
  await expect(link).toBeFocused()

  await openByKeys(page)
  await page.keyboard.type(part.name)
  await expect(group(page, 'Parts').getByRole('option', { name: part.name }).first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/allParts\/[0-9a-f-]{36}$/)
  await expect(palette(page)).toHaveCount(0)
  const there = page.url()

  await openByKeys(page)
  await page.keyboard.type('add rev')
  await expect(chosen(page)).toHaveText('Add A Review')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard/addReview')

  await page.getByRole('button', { name: /^Find/ }).click()
  const recent = group(page, 'Recent').getByRole('option')
  await expect(recent).toHaveCount(2)
  await expect(recent.first()).toHaveText('Add A Review')
  await page.keyboard.press('ArrowDown')
  await expect(chosen(page)).toHaveText((await recent.nth(1).textContent()) ?? '')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(there)

  await test.step('it finds the customer’s order, and neither people nor the staff’s screens', async () => {
    await openByKeys(page)
    await page.keyboard.type(own)
    await expect(group(page, 'Orders').getByRole('option')).toHaveText(
      `${part.name}Pending, …${own.slice(-6)}`,
    )
    for (const search of [admin.email, 'manage', 'make admin']) {
      await field(page).fill(search)
      await expect(palette(page).getByText(`Nothing is found for “${search}”.`)).toBeVisible()
    }
  })
  await page.goBack()
  await expect(page).toHaveURL('/dashboard/addReview')
  await expect(palette(page)).toHaveCount(0)

  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  await page.keyboard.press('Control+k')
  expect(await page.evaluate(() => Object.keys(sessionStorage).join())).not.toContain('palette')
  await expect(palette(page)).toHaveCount(0)
})

test('the staff find everybody’s orders and people, and their own screens', async ({ page }) => {
  const part = await partFromTheEnd(page, 20)
  const customer = await arrive(page, { ...newcomer(), name: 'Wheeler Dealer' })
  const order = await book(page, customer, part)
  await enterAsStaff(page)
  await page.goto('/dashboard')
  await openByKeys(page)
  await page.keyboard.type(customer.email)
  await expect(group(page, 'Orders').getByRole('option')).toHaveText(
    `${part.name}Pending, ${customer.email}, …${order.slice(-6)}`,
  )
  const people = group(page, 'People').getByRole('option')
  await expect(people).toHaveText(`${customer.email}Wheeler Dealer`)
  await people.click()
  await expect(page).toHaveURL(`/dashboard/people/${encodeURIComponent(customer.email)}`)
  await openByKeys(page)
  await page.keyboard.type('man prod')
  await expect(chosen(page)).toHaveText('Manage Products')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard/manageProducts')
})

test.describe('while the shop fails', () => {
  test.use({ expectedErrors: [/status of 409|ERR_INTERNET_DISCONNECTED|CallError/] })

  test('the palette says so and still leads to screens; it stays away from questions, and axe finds nothing; what is answered late is not shown for other words, and Enter waits for the answer', async ({
    page,
  }) => {
    const part = await partFromTheEnd(page, 21)
    await book(page, await arrive(page), part)
    await page.setViewportSize({ width: 375, height: 700 })
    await page.goto('/dashboard/myOrders')

    await test.step('it stays away from questions', async () => {
      await page.getByRole('button', { name: 'Cancel Order' }).click()
      await page.keyboard.press('Control+k')
      await page.getByRole('button', { name: 'No', exact: true }).click()
      await expect(palette(page)).toHaveCount(0)
    })

    await test.step('it says that the search failed, and still leads to screens', async () => {
      await openByKeys(page)
      await page.route('**/api/palette*', (route) => route.fulfill({ status: 409, body: '{}' }))
      await page.keyboard.type('my')
      const again = palette(page).getByRole('button', { name: 'Try again' })
      await expect(again).toBeVisible()
      await expect(group(page, 'Screens').getByRole('option')).toHaveText([
        'My Profile',
        'My Orders',
      ])
      await page.unroute('**/api/palette*')
      await again.click()
      await expect(palette(page).getByText(/^\d+ found$/)).toBeVisible()
      await expectAccessible(page)
      // Offline it does not say that there is nothing.
      await page.context().setOffline(true)
      await field(page).fill('chain')
      await expect(palette(page).getByText('The shop cannot be reached.')).toBeVisible()
      await page.context().setOffline(false)
      await palette(page).getByRole('button', { name: 'Close' }).click()
      await expect(palette(page)).toHaveCount(0)
    })

    await test.step('what is answered late is not shown for other words, and Enter waits', async () => {
      const answers = await holdAnswers(page, part._id)
      await openByKeys(page)
      await page.keyboard.type('first')
      await expect.poll(() => answers.has('first')).toBe(true)
      await field(page).fill('second')
      await expect.poll(() => answers.has('second')).toBe(true)
      answers.get('second')?.()
      await expect(group(page, 'Parts').getByRole('option')).toHaveText('About second')
      answers.get('first')?.()
      await field(page).fill('third')
      await expect.poll(() => answers.has('third')).toBe(true)
      await page.keyboard.press('Enter')
      await expect(palette(page).getByText('Looking …')).toBeVisible()
      await expect(group(page, 'Parts').getByRole('option')).toHaveText('About second')
      answers.get('third')?.()
      await expect(page).toHaveURL(`/allParts/${part._id}`)
      await openByKeys(page)
      await expect(group(page, 'Recent').getByRole('option')).toHaveText('About third')
    })
  })
})

/** Answers each search of the palette with one part, once the function for its words is called. */
async function holdAnswers(page: Page, _id: string) {
  const answers = new Map<string, () => void>()
  await page.route('**/api/palette*', async (route) => {
    const search = new URL(route.request().url()).searchParams.get('search') ?? ''
    await new Promise<void>((release) => answers.set(search, release))
    const parts = [{ _id, name: `About ${search}`, sku: null }]
    // The page aborts a request whose answer it no longer needs.
    await route.fulfill({ json: { parts, orders: [], people: [] } }).catch(() => {})
  })
  return answers
}

const palette = (page: Page) => page.locator('dialog.palette')
const field = (page: Page) => palette(page).locator('input')
const group = (page: Page, name: string) => palette(page).getByRole('group', { name })
const chosen = (page: Page) => palette(page).locator('[role=option][aria-selected=true]')

/** The keys are heard once their code is here, soon after one is known. */
async function openByKeys(page: Page) {
  await expect(async () => {
    await page.keyboard.press('Control+k')
    await expect(field(page)).toBeFocused({ timeout: 1000 })
  }).toPass()
}
