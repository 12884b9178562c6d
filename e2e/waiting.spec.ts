import type { Page } from '@playwright/test'
import { awake } from './awake.ts'
import { hold, isPath } from './hold.ts'
import { arrive, book, enterAsStaff, expect, partFromTheEnd, test } from './shop.ts'

test('a screen whose data are on their way says so, beside a chainring that turns', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await arrive(page)
  const answer = await hold(page, '/myOrders')
  await page.goto('/dashboard/myOrders')
  const waiting = loading(page)
  await expect(waiting).toHaveText('Please wait, Loading ...')
  const turns = () =>
    waiting.locator('svg').evaluate((ring) => ring.getAnimations().map((turn) => turn.playState))
  await expect.poll(turns).toEqual(['running'])
  answer()
  await expect(page.getByText('No orders yet')).toBeVisible()
  await expect(waiting).toHaveCount(0)
})

test('while parts and reviews are on their way, each section says so', async ({ page }) => {
  await page.goto('/blogs')
  await awake(page)
  const answers = [await hold(page, '/parts'), await hold(page, '/reviews')]
  const asked = page.waitForRequest((request) => request.url().endsWith('/parts?size=6'))
  await bar(page).getByRole('link', { name: 'Home' }).click()
  await asked
  await expect(loading(page)).toHaveCount(2)
  for (const answer of answers) answer()
  await expect(loading(page)).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Book Now' })).toHaveCount(6)
})

test('while the list of parts is on its way, it says so', async ({ page }) => {
  await page.goto('/blogs')
  await awake(page)
  const answer = await hold(page, '/parts')
  await bar(page).getByRole('link', { name: 'Bicycle Parts' }).click()
  await expect(loading(page)).toHaveCount(1)
  answer()
  await expect(loading(page)).toHaveCount(0)
})

test('while a customer’s screens are on their way, each says so', async ({ page }) => {
  const part = await partFromTheEnd(page, 1)
  const customer = await arrive(page)
  const order = await book(page, customer, part)
  await expectToWait(page, `/purchase/${part._id}`, `/parts/${part._id}`)
  await expectToWait(page, `/dashboard/order/${order}`, `/api/orders/${order}`)
  await expectToWait(page, `/dashboard/payment/${order}`, `/booking/${order}`)
  await expectToWait(page, '/dashboard', `/user/${encodeURIComponent(customer.email)}`)
  await expectToWait(page, '/dashboard/account', '/api/account')
})

test('while the staff’s screens are on their way, each says so', async ({ page }) => {
  await enterAsStaff(page)
  await expectToWait(page, '/dashboard/manageOrders', '/allOrders')
  await expectToWait(page, '/dashboard/makeAdmin', '/allUsers')
  await expectToWait(page, '/dashboard/manageProducts', '/parts')
})

test.describe('while parts cannot be had', () => {
  test.use({ expectedErrors: [/status of 500|^CallError/] })

  test('they are asked for three times more, then it is logged, and one is told and may try again', async ({
    page,
  }) => {
    await page.goto('/blogs')
    await awake(page)
    let asked = 0
    await page.route(isPath('/parts'), (route) => {
      asked++
      return route.fulfill({ status: 500 })
    })
    const logged = page.waitForEvent('console', (line) => /^CallError/.test(line.text()))
    await bar(page).getByRole('link', { name: 'Bicycle Parts' }).click()
    const again = page.getByRole('button', { name: 'Try again' })
    await expect(again).toBeVisible({ timeout: 30_000 })
    expect(asked).toBe(1 + 3)
    expect((await logged).type()).toBe('error')
    await page.unroute(isPath('/parts'))
    await again.click()
    await expect(page.getByText(/^\d+ parts$/)).toBeVisible()
  })
})

test('parts that were looked at are not asked for again for five minutes', async ({ page }) => {
  await page.clock.install()
  await page.goto('/blogs')
  await awake(page)
  let asked = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/parts') asked++
  })
  const look = async () => {
    await bar(page).getByRole('link', { name: 'Bicycle Parts' }).click()
    await expect(page.getByRole('link', { name: 'Book Now' }).first()).toBeVisible()
    await bar(page).getByRole('link', { name: 'Blogs' }).click()
    await expect(page.getByText('No blogs posted yet')).toBeVisible()
  }
  await look()
  expect(asked).toBe(1)
  await page.clock.fastForward('04:30')
  await look()
  expect(asked).toBe(1)
  await page.clock.fastForward('00:31')
  await look()
  expect(asked).toBe(2)
})

test('the page brings its parts along, under the key that they are kept by', async ({ page }) => {
  await page.goto('/')
  const brought: [key: unknown[], data: unknown][] = JSON.parse(
    (await page.locator('#query-data').textContent()) ?? '[]',
  )
  const parts = brought.find(([key]) => key[0] === 'parts')
  expect(parts?.[1]).toHaveLength(6)
  await expect(loading(page)).toHaveCount(0)
})

function bar(page: Page) {
  return page.getByRole('navigation', { name: 'Main' })
}

function loading(page: Page) {
  return page.getByRole('main').getByText('Please wait, Loading ...').locator('..')
}

/** Opens a screen whose call is answered late: it says that it waits, and then no more. */
async function expectToWait(page: Page, screen: string, call: string) {
  const answer = await hold(page, call)
  await page.goto(screen)
  await expect(loading(page), screen).toHaveCount(1)
  await expect(page.getByRole('navigation', { name: 'Main' }), screen).toBeVisible()
  answer()
  await expect(loading(page), screen).toHaveCount(0)
  await page.unroute(isPath(call))
}
