import type { Page } from '@playwright/test'
import { awake } from '../support/awake.ts'
import { hold, isPath } from '../support/hold.ts'
import { arrive, book, enterAsStaff, expect, partFromTheEnd, test } from '../support/shop.ts'

test('while parts and reviews are on their way, each list and section says so', async ({
  page,
}) => {
  await page.goto('/login')
  await awake(page)
  const open = (name: string) => bar(page).getByRole('link', { name }).click()
  await expectToWait(page, '/parts', () => open('Bicycle Parts'))
  const reviews = await hold(page, '/reviews')
  const parts = await hold(page, '/parts')
  await open('Home')
  await expect(loading(page)).toHaveCount(2)
  reviews()
  await expect(loading(page)).toHaveCount(1)
  parts()
  await expect(loading(page)).toHaveCount(0)
  await expect(page.locator('.cell')).toHaveCount(6)
})

test('while a customer’s screens are on their way, each says so, beside a chainring that turns unless people want no motion', async ({
  page,
}) => {
  const part = await partFromTheEnd(page, 1)
  const customer = await arrive(page)
  const order = await book(page, customer, part)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.setViewportSize({ width: 375, height: 700 })
  const answer = await hold(page, '/myOrders')
  await page.goto('/dashboard/myOrders')
  await test.step('the chainring turns', async () => {
    const waiting = loading(page)
    await expect(waiting).toHaveText('Please wait, Loading ...')
    const turns = () =>
      waiting.locator('svg').evaluate((ring) => ring.getAnimations().map((turn) => turn.playState))
    await expect.poll(turns).toEqual(['running'])
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await expect.poll(turns).toEqual([])
    await page.getByRole('button', { name: 'Dashboard' }).click()
    await expect(page.getByRole('dialog', { name: 'Dashboard' })).toBeVisible()
    expect(await page.evaluate(() => document.getAnimations().length), 'the drawer').toBe(0)
    await page.keyboard.press('Escape')
    answer()
    await expect(page.getByRole('link', { name: 'Pay Now' })).toBeVisible()
    await expect(waiting).toHaveCount(0)
  })

  await page.setViewportSize({ width: 1280, height: 700 })
  await expectToWait(page, `/api/orders/${order}`, () =>
    page.getByRole('main').getByRole('link', { name: part.name }).click(),
  )
  await page.goBack()
  await expectToWait(page, `/booking/${order}`, () =>
    page.getByRole('link', { name: 'Pay Now' }).click(),
  )
  const menu = page.getByRole('navigation', { name: 'Dashboard' })
  await expectToWait(page, '/api/account', () =>
    menu.getByRole('link', { name: 'Sign-in & Security' }).click(),
  )
  const profile = `/user/${encodeURIComponent(customer.email)}`
  await expectToWait(page, profile, () => menu.getByRole('link', { name: 'My Profile' }).click())
  await expectToWait(page, `/parts/${part._id}`, () => page.goto(`/purchase/${part._id}`))
})

test('while the staff’s screens are on their way, each says so', async ({ page }) => {
  await enterAsStaff(page)
  await expectToWait(page, '/allOrders', () => page.goto('/dashboard/manageOrders'))
  const menu = page.getByRole('navigation', { name: 'Dashboard' })
  for (const [name, call] of [
    ['Make Admin', '/allUsers'],
    ['Manage Products', '/parts'],
  ] as const) {
    await expectToWait(page, call, () => menu.getByRole('link', { name }).click())
  }
})

test.describe('while parts cannot be had', () => {
  test.use({ expectedErrors: [/status of 500|^CallError/] })

  test('they are asked for three times more, then it is logged, and one may try again; then not for five minutes', async ({
    page,
  }) => {
    await page.clock.install()
    await page.goto('/blogs')
    await awake(page)
    let asked = 0
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/parts') asked++
    })
    await page.route(isPath('/parts'), (route) => route.fulfill({ status: 500 }))
    const logged = page.waitForEvent('console', (line) => /^CallError/.test(line.text()))
    const lookAtParts = () => bar(page).getByRole('link', { name: 'Bicycle Parts' }).click()
    const lookAtBlogs = async () => {
      await bar(page).getByRole('link', { name: 'Blogs' }).click()
      await expect(page.getByText('No blogs posted yet')).toBeVisible()
    }
    await lookAtParts()
    const again = page.getByRole('button', { name: 'Try again' })
    const isGivenUp = async () => {
      await page.clock.runFor(1_000)
      return again.isVisible()
    }
    await expect.poll(isGivenUp).toBe(true)
    expect(asked).toBe(1 + 3)
    expect((await logged).type()).toBe('error')
    await page.unroute(isPath('/parts'))
    const part = await partFromTheEnd(page, 1)
    await page.route(isPath('/parts'), (route) =>
      route.fulfill({ json: [part], headers: { 'X-Total-Count': '1' } }),
    )
    await again.click()
    await expect(page.locator('.parts-count')).toHaveText('1 part')

    await lookAtBlogs()
    for (const [later, times] of [
      ['04:30', 5],
      ['00:31', 6],
    ] as const) {
      await page.clock.fastForward(later)
      await lookAtParts()
      await expect(page.locator('#parts .cell')).toHaveCount(1)
      await lookAtBlogs()
      expect(asked).toBe(times)
    }
  })
})

function bar(page: Page) {
  return page.locator('#links')
}

function loading(page: Page) {
  return page.locator('main .loading-screen')
}

/** Opens a screen whose call is answered late: it says that it waits, and then no more. */
async function expectToWait(page: Page, call: string, open: () => Promise<unknown>) {
  const answer = await hold(page, call)
  await open()
  await expect(loading(page), call).toHaveCount(1)
  await expect(bar(page), call).toBeVisible()
  answer()
  await expect(loading(page), call).toHaveCount(0)
  await page.unroute(isPath(call))
}
